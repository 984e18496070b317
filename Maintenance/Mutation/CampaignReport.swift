// SPDX-License-Identifier: Apache-2.0

/// A campaign as text: survivors and equivalents with their places, then a table of files and mutations.
struct CampaignReport {
  private let campaign: Campaign

  init(_ campaign: Campaign) { self.campaign = campaign }

  var text: String {
    (survivors + equivalents + outdated + [table, summary]).joined(separator: "\n") + "\n"
  }

  private var survivors: [String] {
    campaign.survivors.map { one in
      "survived: \(one.mutant.shown): \(one.review?.reason ?? "nobody has looked at it; it is called `\(one.mutant.key)`")"
    }
  }

  private var equivalents: [String] {
    campaign.cases.filter { !$0.isDifferent }.map { one in
      "equivalent: \(one.mutant.shown): \(one.review?.reason ?? "it compiles to the same")"
    }
  }

  private var outdated: [String] {
    campaign.outdated.map { "outdated: nothing survives any more that is called so, take it off the list: \($0.key)" }
  }

  /// A row for each mutation, a column for each file; a cell tells how many were caught, of how many.
  private var table: String {
    let files = campaign.cases.map(\.mutant.file).unique
    let names = campaign.cases.map(\.mutant.mutation).unique
    let letters = files.indices.map { String(UnicodeScalar(UInt8(97 + $0 % 26))) }
    var rows = [[""] + letters + ["all"]]
    for name in names {
      let row = campaign.different.filter { $0.mutant.mutation == name }
      rows.append([name] + files.map { file in cell(row.filter { $0.mutant.file == file }) } + [cell(row)])
    }
    rows.append(
      ["all"] + files.map { file in cell(campaign.different.filter { $0.mutant.file == file }) }
        + [cell(campaign.different)])
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      row.indices.map { index in
        let space = String(repeating: " ", count: widths[index] - row[index].count)
        return index == 0 ? row[index] + space : space + row[index]
      }.joined(separator: "  ")
    }
    let legend = zip(letters, files).map { "  \($0)  \($1)" }
    return (["caught, of mutants that do something else:"] + lines + legend).joined(separator: "\n")
  }

  private func cell(_ cases: [Campaign.Case]) -> String {
    if cases.isEmpty { return "·" }
    let caught = cases.count(where: \.verdict.isCaught)
    return caught == cases.count ? "\(caught)" : "\(caught)/\(cases.count)"
  }

  private var summary: String {
    let found = campaign.cases.count { if case .found = $0.verdict { true } else { false } }
    let failed = campaign.cases.count { if case .failed = $0.verdict { true } else { false } }
    let same = campaign.cases.count { $0.verdict == .same }
    let reviewed = campaign.cases.count { $0.review?.isEquivalent ?? false }
    // Cut off, never rounded up.
    let tenths = Int(campaign.percentage * 10)
    return "\(campaign.cases.count) mutants: \(found) found by the checker, \(failed) by a scenario, "
      + "\(campaign.survivors.count) survived; \(same) compile to the same, \(reviewed) are equivalent as reviewed\n"
      + "caught: \(tenths / 10).\(tenths % 10) %"
  }
}

extension Mutant {
  /// Where, and what was done there.
  fileprivate var shown: String { "\(file):\(line): \(mutation) at \(place): \(words)" }
}
