// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import SDKContract

/// Everything that a compiled flow says, without the places where it was written.
///
/// Two flows with one image do the same in every run.
struct FlowImage: Hashable {
  private var text = ""

  init(_ flow: Flow) { add(flow, "flow") }

  private init(_ value: Any) { add(value, "") }

  private mutating func add(_ value: Any, _ label: String) {
    if value is SourceRange || value is Contract || value is UsedPart { return }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else {
      text += "\(label)=\(value);"
      return
    }
    text += "\(label):\(mirror.subjectType)("
    switch mirror.displayStyle {
    case .dictionary, .set:
      // They have no order of their own.
      text += mirror.children.map { Self($0.value).text }.sorted().joined()
    default: for child in mirror.children { add(child.value, child.label ?? "") }
    }
    text += ")"
  }
}
