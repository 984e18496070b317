// SPDX-License-Identifier: Apache-2.0

import Values

/// What holds of each path alone, and of any two, need not hold of all together.
extension GuardClaims {
  /// Whether all that is claimed can be so at once; false only where that is sure.
  mutating func areCompatible() -> Bool {
    guard !readsWhatIsMissing else { return false }
    related = []
    guard relations.isEmpty || relateSizes() && areRelated() else { return false }
    // What is no empty text has a character.
    let filled = claims.filter { !$0.isOfSize && $0.others.contains(.text("")) }
    guard filled.allSatisfy({ sizes(of: [$0]).high > 0 }) else { return false }
    let texts = claims.filter { !$0.isOfSize && (!$0.patterns.isEmpty || $0.equal?.text != nil) }
    return texts.allSatisfy { canBeWritten([$0]) }
  }

  /// Whether something is claimed of the value of a field that must not be there: to read it errs.
  private var readsWhatIsMissing: Bool {
    let missing = presences.filter { !$0.isThere }.map(\.path)
    guard !missing.isEmpty else { return false }
    let compared = relations.flatMap { [$0.left, $0.right] }.compactMap { part in
      switch part {
      case .path(let path), .size(.path(let path), _): path
      default: nil
      }
    }
    return (claims.map(\.path) + compared).contains { path in missing.contains { path.isBelow($0) } }
  }

  /// Whether only a few texts are all that is claimed of a name and of what is equal to it, so that they as good as tell it; true only
  /// where that is sure.
  mutating func leaveFew(to name: String) -> Bool {
    var names: Set<String> = [name]
    var count = 0
    while names.count > count {
      count = names.count
      for relation in relations where !relation.isPossible.less && !relation.isPossible.greater {
        guard let left = relation.left.name, let right = relation.right.name else { continue }
        if names.contains(left) || names.contains(right) { names.formUnion([left, right]) }
      }
    }
    let equals = claims.filter { !$0.isOfSize && $0.path.name.map(names.contains) ?? false }
    let patterns = equals.flatMap(\.patterns)
    guard !patterns.isEmpty else { return false }
    let (low, high) = sizes(of: equals)
    guard low <= high else { return false }
    let search = PatternSearch(patterns, size: low...high, isTrimmed: false)
    return (1..<GuardChecker.fewestSecrets).contains(search.texts(upTo: GuardChecker.fewestSecrets, within: &searching))
  }

  /// The least and the greatest size that is claimed of some paths that are equal.
  private func sizes(of equals: [Claim]) -> (low: Int, high: Int) {
    let sizes = equals.map { size(of: $0.path) }
    let exact = sizes.compactMap { if case .int(let size)? = $0.equal { size } else { nil } }
    let compared = equals.flatMap { claim in
      related.filter { if case .size(.path(claim.path), _) = $0.part { true } else { false } }
    }
    return (
      (sizes.map(\.low) + exact + compared.map(\.low)).max() ?? 0,
      (sizes.map(\.high) + exact + compared.map(\.high)).min() ?? .max
    )
  }

  /// Whether some text is all that is claimed of some paths that are equal.
  private mutating func canBeWritten(_ equals: [Claim]) -> Bool {
    let patterns = equals.flatMap(\.patterns)
    let (low, high) = sizes(of: equals)
    guard low <= high else { return false }
    let isTrimmed = equals.contains { self.isTrimmed($0.path) }
    if let text = equals.lazy.compactMap(\.equal?.text).first {
      let size = text.unicodeScalars.count
      return equals.allSatisfy { ($0.equal?.text ?? text).isSpelled(like: text) } && size >= low && size <= high
        && !(isTrimmed && Trimming.trimmed(text) != text)
        && patterns.allSatisfy { $0.pattern.matches(text.unicodeScalars) == $0.wanted }
    }
    guard !patterns.isEmpty else { return true }
    let search = PatternSearch(patterns, size: low...high, isTrimmed: isTrimmed)
    if let known = written[search] { return known }
    var isPossible = true
    if case .none = search.search(within: &searching) { isPossible = false }
    written[search] = isPossible
    return isPossible
  }

  /// A text that is all that is claimed of some paths that are equal, and none of some others; nil where none is found.
  mutating func text(of equals: [Claim], besides others: [String]) -> String? {
    if let text = equals.lazy.compactMap(\.equal?.text).first { return others.contains(text) ? nil : text }
    let (low, high) = sizes(of: equals)
    guard low <= high, low <= Self.longestText else { return nil }
    let patterns =
      equals.flatMap(\.patterns)
      + others.map { PatternSearch.Wanted(pattern: TextPattern(spelling: $0), wanted: false) }
    guard !patterns.isEmpty else { return String(repeating: "x", count: max(low, min(1, high))) }
    let isTrimmed = equals.contains { self.isTrimmed($0.path) }
    let search = PatternSearch(patterns, size: low...high, isTrimmed: isTrimmed)
    if case .text(let text) = search.search(within: &searching) { return text }
    return nil
  }

  /// Nobody hands in more for an example.
  private static let longestText = 10_000

  /// Claims that texts which are equal have one size, where some size is spoken of; false if that contradicts what is claimed.
  private mutating func relateSizes() -> Bool {
    guard claims.contains(where: \.isOfSize) || relations.contains(where: { $0.left.isSize || $0.right.isSize }) else {
      return true
    }
    for relation in relations where relation.areEqual == true {
      guard case .path(let left) = relation.left, case .path(let right) = relation.right, left.isText, right.isText,
        !relate(.size(.path(left), left.span), .equal, .size(.path(right), right.span))
      else { continue }
      return false
    }
    return true
  }

  /// What is claimed of a size, with what the text itself leaves of it.
  private mutating func narrowed(_ size: Claim) -> Claim {
    guard let text = claims.first(where: { $0.path == size.path && !$0.isOfSize }) else { return size }
    let sizes: ClosedRange<Int>?
    if let written = text.equal?.text {
      sizes = written.unicodeScalars.count...written.unicodeScalars.count
    } else if !text.patterns.isEmpty {
      let search = PatternSearch(text.patterns, size: 0...Int.max, isTrimmed: isTrimmed(size.path))
      if let known = writtenSizes[search] {
        sizes = known
      } else {
        var work = searching / 4
        searching -= work
        sizes = search.sizes(within: &work)
        searching += max(work, 0)
        writtenSizes[search] = sizes
      }
    } else {
      return size
    }
    var narrowed = size
    if let sizes {
      (narrowed.low, narrowed.high) = (max(size.low, sizes.lowerBound), min(size.high, sizes.upperBound))
    }
    return narrowed
  }

  /// Whether what is equal by several relations can be so, and numbers can be in the order that the relations give them.
  private mutating func areRelated() -> Bool {
    var parts: [GuardExpression] = []
    for relation in relations {
      for part in [relation.left, relation.right] where !parts.contains(part) { parts.append(part) }
    }
    let cost = parts.count * parts.count * parts.count
    guard cost <= ordering else { return true }
    ordering -= cost
    // The least difference by which one part is smaller than another; nil if they have no order, 0 for "at most".
    var order = Array(repeating: [Int?](repeating: nil, count: parts.count), count: parts.count)
    for part in parts.indices { order[part][part] = 0 }
    for relation in relations {
      guard let left = parts.firstIndex(of: relation.left), let right = parts.firstIndex(of: relation.right) else {
        continue
      }
      if !relation.isPossible.greater { order[left][right] = relation.isPossible.equal ? 0 : 1 }
      if !relation.isPossible.less { order[right][left] = relation.isPossible.equal ? 0 : 1 }
    }
    for middle in parts.indices {
      for left in parts.indices {
        guard let first = order[left][middle] else { continue }
        for right in parts.indices {
          guard let second = order[middle][right] else { continue }
          order[left][right] = max(order[left][right] ?? 0, min(first + second, parts.count))
        }
      }
    }
    if parts.indices.contains(where: { order[$0][$0] != 0 }) { return false }
    var known = parts.map { claim(of: $0) }
    let ranges = known.map { $0?.range ?? (low: .min, high: .max) }
    for part in parts.indices {
      var (low, high) = ranges[part]
      for other in parts.indices {
        if let less = order[other][part] { low = max(low, ranges[other].low.adding(less)) }
        if let less = order[part][other] { high = min(high, ranges[other].high.adding(-less)) }
      }
      guard low <= high else { return false }
      related.append((parts[part], low, high))
      known[part]?.low = low
      known[part]?.high = high
      guard known[part]?.isPossible ?? true else { return false }
    }
    let values = known.map { $0?.onlyValue }
    func areEqual(_ left: Int, _ right: Int) -> Bool { order[left][right] == 0 && order[right][left] == 0 }
    for relation in relations where !relation.isPossible.equal {
      if let left = parts.firstIndex(of: relation.left), let right = parts.firstIndex(of: relation.right),
        areEqual(left, right) || values[left] != nil && values[left] == values[right]
      {
        return false
      }
    }
    for first in parts.indices {
      let equals = parts.indices.filter { areEqual(first, $0) }
      guard equals.count > 1, equals[0] == first else { continue }
      var same: [Claim] = []
      for part in equals {
        guard case .path(let path) = parts[part] else { continue }
        let index = index(of: path)
        same.append(claims[index])
      }
      if !canBeWritten(same) || !canBeSame(same) { return false }
    }
    return canBeOfFew(parts, known)
  }

  /// Whether parts that may be a few values only, such as flags, can compare as the relations say; true where that would take too long.
  private mutating func canBeOfFew(_ parts: [GuardExpression], _ known: [Claim?]) -> Bool {
    let few = known.map { $0?.fewValues }
    guard !few.contains([]) else { return false }
    let values = few.map { $0 ?? [] }
    // By part: those before it in the order in which they are tried, and how the two compare.
    var earlier: [[(part: Int, relation: Relation)]] = Array(repeating: [], count: parts.count)
    let tried = parts.indices.filter { !values[$0].isEmpty }.sorted { values[$0].count < values[$1].count }
    for relation in relations {
      guard let left = parts.firstIndex(of: relation.left), let right = parts.firstIndex(of: relation.right),
        let first = tried.firstIndex(of: left), let second = tried.firstIndex(of: right)
      else { continue }
      earlier[max(first, second)].append((min(first, second), first < second ? relation : relation.turned))
    }
    var chosen: [Value] = []
    func canGoOn(_ claims: inout GuardClaims) -> Bool {
      guard chosen.count < tried.count else { return true }
      let place = chosen.count
      for value in values[tried[place]] {
        claims.work -= 1
        guard claims.work > 0 else { return true }
        guard earlier[place].allSatisfy({ $0.relation.admits(chosen[$0.part], value) }) else { continue }
        chosen.append(value)
        if canGoOn(&claims) { return true }
        chosen.removeLast()
      }
      return false
    }
    return canGoOn(&self)
  }

  /// What is claimed of a part that is compared with another; nil for what is no path and no size of one.
  private mutating func claim(of part: GuardExpression) -> Claim? {
    switch part {
    case .path(let path):
      let index = index(of: path)
      return claims[index]
    case .size(.path(let path), _):
      let index = index(of: path, ofSize: true)
      return narrowed(claims[index])
    default: return nil
    }
  }

  /// Whether one number or word is all that is claimed of some paths.
  private func canBeSame(_ equals: [Claim]) -> Bool {
    let values = equals.compactMap(\.equal)
    guard let low = equals.map(\.low).max(), let high = equals.map(\.high).min(), low <= high else {
      return equals.isEmpty
    }
    guard let value = values.first else { return true }
    if case .int(let number) = value, number < low || number > high { return false }
    return values.allSatisfy { $0 == value } && !equals.contains { $0.others.contains(value) }
  }
}

extension GuardClaims.Relation {
  /// The same with its sides changed.
  fileprivate var turned: Self {
    Self(left: right, right: left, isPossible: (isPossible.greater, isPossible.equal, isPossible.less))
  }

  /// Whether two values may compare so.
  fileprivate func admits(_ left: Value, _ right: Value) -> Bool {
    if left == right { return isPossible.equal }
    guard case .int(let left) = left, case .int(let right) = right else { return isPossible.less || isPossible.greater }
    return left < right ? isPossible.less : isPossible.greater
  }

  /// Whether both are the same, or surely not; nil where they may be either.
  fileprivate var areEqual: Bool? {
    if !isPossible.equal { return false }
    return isPossible.less || isPossible.greater ? nil : true
  }
}

extension Int {
  /// The sum, or the largest or smallest number beyond which it would be.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? (other > 0 ? .max : .min) : sum
  }
}

extension GuardClaims.Claim {
  /// Between what the number is.
  fileprivate var range: (low: Int, high: Int) {
    if case .int(let number)? = equal { (number, number) } else { (low, high) }
  }

  /// The values that it may be, where they are few; nil where they are not, and where a word may come that its type does not know.
  fileprivate var fewValues: [Value]? {
    let values: [Value]
    switch path.type {
    case .text where !isOfSize, .secret where !isOfSize: return nil
    case _ where equal != nil: values = [equal].compactMap(\.self)
    case _ where low > Int.min && high < Int.max:
      let (more, isTooLarge) = high.subtractingReportingOverflow(low)
      guard more < 16, !isTooLarge else { return nil }
      values = (low...max(low, high)).map { .int($0) }
    case .flag: values = [.flag(true), .flag(false)]
    case .oneOf(_, let words) where !admitsOtherWords: values = words.map { .text($0) }
    default: return nil
    }
    return values.filter { !others.contains($0) }
  }

  /// What the path is, if only one value is left to it; nil where that is not sure, and for a size.
  fileprivate var onlyValue: Value? { isOfSize ? nil : equal ?? (low == high ? .int(low) : nil) }
}

extension GuardPath {
  /// The name that it is; nil for a member of one, and for a variable.
  fileprivate var name: String? { slot == nil && members.isEmpty ? root : nil }

  fileprivate var isText: Bool { type == .text || type == .secret }
}

extension GuardExpression {
  fileprivate var isSize: Bool { if case .size = self { true } else { false } }

  /// Whether it says something that holds or does not, and is no mere flag.
  var judges: Bool {
    switch self {
    case .not(let inner, _): inner.judges
    case .and, .or, .compare, .within, .has, .matches, .quantified: true
    case .flag, .number, .text, .named, .list, .path, .size: false
    }
  }

  fileprivate var name: String? { if case .path(let path) = self { path.name } else { nil } }
}

extension Value {
  fileprivate var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
