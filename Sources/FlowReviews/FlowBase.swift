// SPDX-License-Identifier: Apache-2.0

package import CheckPolicy
import Diagnostics
package import DifferenceReports
package import FlowCompiler
package import LocalFiles
package import SDKContract

/// The flow that another one is held against, so that a picture can show what differs.
package struct FlowBase {
  /// As its user names it.
  package let operand: String
  private let contract: Contract?
  private let readFile: FileReader.Reading

  /// - Parameter readFile: how the text of a file of this machine is had.
  package init(_ operand: String, _ contract: Contract?, _ readFile: @escaping FileReader.Reading) {
    self.operand = operand
    self.contract = contract
    self.readFile = readFile
  }

  /// Why two flows cannot be compared.
  package enum Obstacle: Error {
    case unreadable(FileProblem)
    /// A folder is named, and a flow is meant.
    case folder
    case misplaced(MisplacedFile)
    /// One of the two has errors; this was found in the one that is named.
    case unsound(Compilation)
    /// The two are for different contracts, and the one that is named has errors by that of the other.
    case otherContract(FlowDiff.OtherContract)
  }

  /// What differs, from the worst, with the runs that show it.
  package func diff(to drawn: DrawnFlow) throws(Obstacle) -> FlowDiff {
    let side: DiffSide
    let found: SourceFile?
    do throws(FileProblem) {
      side = try DiffSide(operand, readFile)
      found = try side.flow()
    } catch {
      throw .unreadable(error)
    }
    guard let file = found else { throw .folder }
    if let misplaced = MisplacedFile(asFlow: file) { throw .misplaced(misplaced) }
    let old = side.compile(file, contract)
    guard let before = old.flow, let after = drawn.valid else { throw .unsound(old) }
    var allowances: [DiffAllowance] = []
    do throws(FlowDiff.OtherContract) {
      return try FlowDiff(
        path: drawn.path, (before, old.sources), (after, drawn.sources),
        readAgain: { side.compile(file, contract, by: $0) }, &allowances)
    } catch {
      throw .otherContract(error)
    }
  }
}
