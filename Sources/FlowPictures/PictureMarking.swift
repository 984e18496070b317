// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// Setting places and arrows off from the others.
extension FlowPicture {
  /// The same with a mark on some ways, on their arrows and on the places that they belong to; a mark that is there stays.
  package func marking(
    _ mark: PictureMark, ways marked: Set<Int>, steps: Set<Int> = [], ends: Set<Int> = []
  ) -> FlowPicture {
    guard !marked.isEmpty || !steps.isEmpty || !ends.isEmpty else { return self }
    var picture = self
    picture.legend.append(mark)
    for index in edges.indices where edges[index].mark == nil && edges[index].ways.contains(where: marked.contains) {
      picture.edges[index].mark = mark
    }
    for index in nodes.indices where nodes[index].mark == nil {
      let isMarked =
        switch nodes[index].subject {
        case .step(let step): steps.contains(step)
        case .end(let end): ends.contains(end)
        default: (nodes[index].inside + nodes[index].failing).contains(where: marked.contains)
        }
      if isMarked { picture.nodes[index].mark = mark }
    }
    return picture
  }

  /// The ways that are written in one of these places.
  package func ways(writtenAt places: [SourceRange]) -> Set<Int> {
    Set(ways.indices.filter { index in places.contains { ways[index].isWritten(at: $0) } })
  }
}
