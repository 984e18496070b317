// SPDX-License-Identifier: Apache-2.0

/// Where a compiler gets the files that a flow uses.
public struct FileLoader: Sendable {
  /// Why a file cannot be had, in a few words.
  public struct Problem: Error, Sendable {
    /// Why, in a few words.
    public let words: String
    /// The path that is most likely meant; nil if none is near.
    public let near: String?
    /// Whether there is no such file.
    package let isMissing: Bool

    /// A problem in words.
    public init(_ words: String, near: String? = nil) { self.init(words, near: near, isMissing: false) }

    /// - Parameter isMissing: whether there is no such file.
    package init(_ words: String, near: String? = nil, isMissing: Bool) {
      self.words = words
      self.near = near
      self.isMissing = isMissing
    }
  }

  package let load: @Sendable (String) -> Result<SourceFile, Problem>
  /// One text for all paths of a file.
  package let identity: @Sendable (String) -> String
  /// The paths of all files in the folder of a path, and of that file itself if it is there; empty where nobody can tell.
  package let beside: @Sendable (String) -> [String]

  /// - Parameter load: reads the file at a path; the path is that of the flow's file, up to its folder, and on from there.
  public init(_ load: @escaping @Sendable (String) -> Result<SourceFile, Problem>) {
    self.init(identity: { $0 }, load)
  }

  /// - Parameters:
  ///   - identity: one text for all paths of a file.
  ///   - beside: the paths of all files in the folder of a path.
  ///   - load: reads the file at a path.
  package init(
    identity: @escaping @Sendable (String) -> String, beside: @escaping @Sendable (String) -> [String] = { _ in [] },
    _ load: @escaping @Sendable (String) -> Result<SourceFile, Problem>
  ) {
    self.load = load
    self.identity = identity
    self.beside = beside
  }

  /// Has no files: a flow that uses parts cannot be compiled with it.
  public static let none = FileLoader { _ in .failure(Problem("there are no files here")) }
}
