// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import LocalFiles
import SystemCalls

extension CheckConfiguration {
  /// What is wrong with the baseline that a configuration names: in the configuration if it is not there, and otherwise in the baseline,
  /// of which nothing is shown.
  ///
  /// - Parameters:
  ///   - file: the configuration.
  ///   - readFile: how the text of the baseline is had.
  package func findingsOfBaseline(
    in file: SourceFile, _ readFile: FileReader.Reading
  ) -> (findings: [Diagnostic], sources: SourceMap) {
    guard let baseline else { return ([], SourceMap([file])) }
    let path = RelativePath(folderOf: file.path).path(toFile: baseline.value)
    do throws(FileProblem) {
      let read = Baseline.read(try readFile(path))
      return (read.findings.inReadingOrder(), SourceMap([SourceFile(path: path, bytes: [])]))
    } catch {
      if SystemPath.exists(path) { return ([error.finding], error.sources) }
      return ([.noBaseline(path, at: baseline.range)], SourceMap([file]))
    }
  }
}
