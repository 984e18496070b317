// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import LocalFiles
import RuleBook

/// A check as SARIF, which code scanning services read.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0.
package struct SARIFReport: CheckReport {
  /// Where the team keeps the page of the rules, if it said so.
  private let pages: RuleAddress?

  /// - Parameter pages: nil for nowhere.
  package init(pages: RuleAddress? = nil) { self.pages = pages }

  package func piece(of check: CheckedPath) -> String {
    let told = check.findings.map { finding in
      var json = JSONWriter()
      json.object { result(finding, in: check.sources, &$0) }
      return json.text
    }
    let suppressed = check.suppressed.prefix(CheckedPath.mostSuppressed).map { suppressed in
      var json = JSONWriter()
      json.object { json in
        result(suppressed.finding, in: check.sources, &json)
        write(suppressed, &json)
      }
      return json.text
    }
    return (told + suppressed).joined(separator: ",\n")
  }

  package func whole(of files: [CheckedFile], _ pieces: [String], _ summary: CheckSummary, exit: Int) -> String {
    var head = JSONWriter()
    head.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    head.field("version", "2.1.0")
    var tool = JSONWriter()
    tool.object("tool") { json in
      json.object("driver") { json in
        json.field("name", "mfaflow")
        json.field("semanticVersion", Release.version)
        json.array("rules") { json in
          for code in Self.rules(of: files) { json.object { rule(code, RulePages.page(of: code), &$0) } }
        }
      }
    }
    // §3.14.17: columns count Unicode scalars, as the findings do.
    tool.field("columnKind", "unicodeCodePoints")
    tool.array("invocations") { json in
      json.object { $0.field("executionSuccessful", !files.contains { $0.kind == .unreadable }) }
    }
    write(summary.suppressed, &tool)
    let results = pieces.filter { !$0.isEmpty }.joined(separator: ",\n")
    return "{\(head.text),\"runs\":[{\(tool.text),\"results\":[\n\(results)\n]}]}\n"
  }

  /// How many findings are suppressed, and by whom; the reasons stand with the results.
  private func write(_ report: SuppressionReport, _ json: inout JSONWriter) {
    guard !report.lines.isEmpty else { return }
    json.object("properties") { json in
      for part in report.parts {
        json.field("suppressedBy\(part.name.prefix(1).uppercased())\(part.name.dropFirst())", part.count)
      }
      if !report.permitLines.isEmpty { json.field("permits", report.permitLines) }
    }
  }

  /// The rules that were broken, by their codes.
  private static func rules(of files: [CheckedFile]) -> [DiagnosticCode] {
    Set(files.flatMap(\.codes)).sorted { $0.id < $1.id }
  }

  private func rule(_ code: DiagnosticCode, _ page: RulePage?, _ json: inout JSONWriter) {
    json.field("id", code.id)
    json.field("name", code.slug)
    json.object("shortDescription") { $0.field("text", page?.finds ?? code.slug) }
    if let pages { json.field("helpUri", pages.address(of: code)) }
    json.object("help") {
      $0.field("text", page?.plain ?? "mfaflow explain \(code.id)")
      $0.field("markdown", page?.text ?? "`mfaflow explain \(code.id)`")
    }
    json.object("defaultConfiguration") { $0.field("level", code.severity.rawValue) }
    guard let weight = Self.securityWeight(of: code) else { return }
    json.object("properties") { json in
      json.field("security-severity", weight)
      json.field("tags", ["security"])
    }
  }

  /// What GitHub sorts alerts by: of a rule on what must never be deployed, as critical as such a score can be.
  ///
  /// Source: GitHub's documentation, "SARIF support for code scanning", `security-severity`: over 9.0 is critical, 7.0 to
  /// 8.9 high, 4.0 to 6.9 medium. Nil for rules that say nothing about security.
  private static func securityWeight(of code: DiagnosticCode) -> String? {
    guard code.id >= "MFA400", code.id < "MFA500" else { return nil }
    return !code.mayPassInFlow ? "9.1" : code.severity == .error ? "7.5" : "5.0"
  }

  private func result(_ finding: Diagnostic, in sources: SourceMap, _ json: inout JSONWriter) {
    json.field("ruleId", finding.code.id)
    json.field("level", finding.severity.rawValue)
    // What has no place of its own can only be said with the finding itself.
    let loose = finding.notes.filter { $0.range == nil }.map { "\n" + $0.message }.joined()
    let help = finding.help.map { ": \($0)" } ?? ""
    json.object("message") { $0.field("text", finding.message + help + loose) }
    json.array("locations") { json in json.object { location(finding.range, in: sources, &$0) } }
    write(finding.notes.compactMap { note in note.range.map { (note.message, $0) } }, in: sources, &json)
    write(finding.way, in: sources, &json)
    write(finding.edits(in: sources), about: finding, in: sources, &json)
  }

  /// §3.55: what a viewer may change by itself, only where it is certain.
  private func write(_ edits: [Edit], about finding: Diagnostic, in sources: SourceMap, _ json: inout JSONWriter) {
    guard !edits.isEmpty else { return }
    json.array("fixes") { json in
      json.object { json in
        json.object("description") { $0.field("text", finding.help ?? finding.message) }
        json.array("artifactChanges") { json in
          json.object { json in
            artifact(finding.range, in: sources, &json)
            json.array("replacements") { json in
              for edit in edits {
                json.object { json in
                  region("deletedRegion", edit.range, &json)
                  json.object("insertedContent") { $0.field("text", edit.text) }
                }
              }
            }
          }
        }
      }
    }
  }

  /// The places that a finding speaks of besides its own; the numbers tell two equal ones apart, as the format demands.
  private func write(
    _ related: [(message: String, range: SourceRange)], in sources: SourceMap, _ json: inout JSONWriter
  ) {
    guard !related.isEmpty else { return }
    json.array("relatedLocations") { json in
      for (number, note) in related.enumerated() {
        json.object { json in
          json.field("id", number)
          location(note.range, in: sources, &json)
          json.object("message") { $0.field("text", note.message) }
        }
      }
    }
  }

  /// The run that shows the finding, as the one thread of a code flow.
  private func write(_ way: [WayStep], in sources: SourceMap, _ json: inout JSONWriter) {
    guard !way.isEmpty else { return }
    json.array("codeFlows") { json in
      json.object { json in
        json.object("message") { $0.field("text", "how it comes about") }
        json.array("threadFlows") { json in
          json.object { json in
            json.array("locations") { json in
              for (number, step) in way.enumerated() {
                json.object { json in
                  json.object("location") { json in
                    location(step.range, in: sources, &json)
                    json.object("message") { $0.field("text", step.message) }
                  }
                  json.field("executionOrder", number + 1)
                }
              }
            }
          }
        }
      }
    }
  }

  /// §3.27.23: a result with suppressions is one that was found and is not to be mended; §3.35.2 tells who says so.
  private func write(_ suppressed: SuppressedFinding, _ json: inout JSONWriter) {
    json.array("suppressions") { json in
      json.object { json in
        json.field("kind", suppressed.means == .allowance ? "inSource" : "external")
        json.field("status", "accepted")
        json.field("justification", suppressed.reason ?? "by \(suppressed.means.rawValue)")
      }
    }
  }

  private func location(_ range: SourceRange, in sources: SourceMap, _ json: inout JSONWriter) {
    json.object("physicalLocation") { json in
      artifact(range, in: sources, &json)
      region("region", range, &json)
    }
  }

  private func artifact(_ range: SourceRange, in sources: SourceMap, _ json: inout JSONWriter) {
    json.object("artifactLocation") { json in
      let path = RelativePath.path(fromHereTo: sources.file(range.file)?.path ?? "")
      json.field("uri", Self.uri(path))
      if !path.hasPrefix("/") { json.field("uriBaseId", "%SRCROOT%") }
    }
  }

  private func region(_ name: String, _ range: SourceRange, _ json: inout JSONWriter) {
    json.object(name) { json in
      json.field("startLine", Int(range.start.line))
      json.field("startColumn", Int(range.start.column))
      json.field("endLine", Int(range.end.line))
      json.field("endColumn", Int(range.end.column))
    }
  }

  /// A path as a URI: percent signs for all that a path segment cannot hold.
  ///
  /// Source: RFC 3986, production `pchar`.
  private static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    for byte in rest.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~/!$&'()*+,;=@".utf8.contains(byte): result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
