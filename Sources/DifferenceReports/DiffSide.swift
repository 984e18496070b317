// SPDX-License-Identifier: Apache-2.0

import CheckPolicy
package import Diagnostics
package import FlowCompiler
import FlowLanguage
import FlowSyntax
package import LocalFiles
package import SDKContract
import SystemCalls

/// One of the two things that are compared: files of this machine, or of a revision.
package struct DiffSide {
  /// As its user names it.
  package let operand: String
  private let revision: GitRevision?
  private let path: String
  private let readFile: FileReader.Reading
  /// Whether the team's configuration leaves a path out where a folder is searched.
  private let excludes: (String) -> Bool

  /// - Parameters:
  ///   - readFile: how the text of a file of this machine is had.
  ///   - excludes: whether a path is left out where a folder is searched.
  package init(
    _ operand: String, _ readFile: @escaping FileReader.Reading,
    excluding excludes: @escaping (String) -> Bool = { _ in false }
  ) throws(FileProblem) {
    self.operand = operand
    self.excludes = excludes
    self.readFile = readFile
    if FileStatus(of: operand) != nil || operand == "-" {
      (revision, path) = (nil, operand)
    } else if let read = GitRevision.read(operand) {
      (revision, path) = (read.revision, read.path)
    } else if let version = FlowVersion(operand) {
      (revision, path) = (try version.revision(), version.path)
    } else {
      (revision, path) = (nil, operand)
    }
  }

  /// Whether it is what a revision of git has.
  package var isOfRevision: Bool { revision != nil }

  /// The flows of a side, by their paths below the folder that is named; one with an empty path where a file is named.
  struct Flows {
    var files: [String: SourceFile] = [:]
    /// The flows and folders that the team's configuration leaves out, by their paths below the folder.
    var leftOut: [String] = []

    /// Whether the configuration leaves a path out, or a folder that it is in.
    func leavesOut(_ path: String) -> Bool {
      leftOut.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
  }

  /// The flow of a file that is named; nil where a folder is.
  package func flow() throws(FileProblem) -> SourceFile? { try flows().files[""] }

  func flows() throws(FileProblem) -> Flows {
    var flows = Flows()
    var leftOut: [String] = []
    guard let names = try names({ leftOut.append($0) }) else { return Flows(files: ["": try file(path)]) }
    // Of a file that is left out and is no flow, there is nothing to compare anyhow.
    for name in leftOut where !FilePath.isYAML(name) || isFlow(name) {
      flows.leftOut.append(Self.path(of: name, below: path))
    }
    for name in names {
      let file = try file(name)
      guard FileKind.sniff(file)?.value == .flow else { continue }
      flows.files[Self.path(of: name, below: path)] = file
    }
    return flows
  }

  /// The path of a file below a folder, however the two are written: `./login.yaml` stands in `.`.
  private static func path(of name: String, below folder: String) -> String {
    func straight(_ path: String) -> Substring {
      path.hasPrefix("./") ? path.dropFirst(2).drop { $0 == "/" } : path[...]
    }
    let (name, folder) = (straight(name), straight(folder == "." ? "./" : folder))
    let start = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    return String(name.hasPrefix(start) ? name.dropFirst(start.count) : name)
  }

  /// Whether there may be a flow at a path that is left out; what cannot be read may be one.
  private func isFlow(_ path: String) -> Bool {
    guard let file = try? file(path) else { return true }
    return FileKind.sniff(file)?.value == .flow
  }

  /// - Parameter leaveOut: told each path that the configuration leaves out.
  private func names(_ leaveOut: (String) -> Void) throws(FileProblem) -> [String]? {
    func isLeftOut(_ path: String) -> Bool {
      let isLeftOut = excludes(path)
      if isLeftOut { leaveOut(path) }
      return isLeftOut
    }
    if let revision { return try revision.files(below: path, except: isLeftOut) }
    guard FileStatus.isFolder(path) else { return nil }
    return withoutActuallyEscaping(isLeftOut) { isLeftOut in
      PathWalker.find([path], except: isLeftOut).compactMap { found in
        if case .file(let path, _) = found { path } else { nil }
      }
    }
  }

  private func file(_ path: String) throws(FileProblem) -> SourceFile {
    guard let revision else { return try readFile(path) }
    return try revision.file(path)
  }

  /// The file of a contract as the revision has it; nil where that has none, as of what stands outside of the repository, and for a side
  /// of this machine.
  package func contractFile(_ path: String) -> SourceFile? {
    guard let revision, !path.hasPrefix("/") else { return nil }
    return try? revision.file(path)
  }

  /// What comes of a flow's file.
  ///
  /// - Parameters:
  ///   - contract: the one of the command line; nil for none.
  ///   - standIn: the one by which the flow is read, whatever it names; nil for its own.
  package func compile(_ file: SourceFile, _ contract: Contract?, by standIn: Contract? = nil) -> Compilation {
    let loader: FileLoader =
      if let revision {
        FileLoader(identity: RelativePath.absolute(_:)) { path in
          do throws(FileProblem) {
            return .success(try revision.file(path))
          } catch {
            return .failure(FileLoader.Problem(error.message))
          }
        }
      } else {
        .reading(by: readFile)
      }
    var compiler = Compiler(contract: contract, loader: loader, standIns: .accepted)
    // What is weaker is what the comparison tells.
    compiler.holdsToRefined = false
    compiler.standIn = standIn
    return compiler.compile(file)
  }
}
