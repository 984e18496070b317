// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowLanguage
import Values
package import YAMLTree

/// Reads world files: strictly, so that a typing mistake never makes a test pass for the wrong reason.
public struct WorldReader {
  var findings: [Diagnostic] = []

  private init() {}

  /// A world file as a world; no value if anything is wrong with it.
  public static func read(_ file: SourceFile, as id: FileID = .first) -> Outcome<World> {
    let tree = YAML.read(file, as: id, words: YAMLWords().fitting(.world))
    guard let node = tree.value else { return Outcome(nil, tree.findings) }
    let outcome = read(node)
    let findings = tree.findings.refined(by: outcome.findings)
    return Outcome(findings.hasErrors ? nil : outcome.value, findings)
  }

  /// A world that is part of another file, such as a scenario's; no value if anything is wrong with it.
  package static func read(_ node: YAMLNode) -> Outcome<World> {
    var reader = WorldReader()
    let world = reader.world(node)
    return Outcome(reader.findings.hasErrors ? nil : world, reader.findings)
  }

  private static let keys = Shape.world.names
  private static let meanings = Shape.otherNames(of: [.world])

  private mutating func world(_ node: YAMLNode) -> World? {
    // As it stands in a scenario file.
    if let only = node.entries.first, node.entries.count == 1, only.key.value == "world",
      only.value.entries.contains(where: { Self.keys.contains($0.key.value) })
    {
      findings.append(
        Diagnostic(
          YAMLRules.unknownKey, "a world has no key around it", at: only.key.range,
          help: "take this key out, and move what stands below it to the first column"))
      return nil
    }
    guard let map = node.mapping("a world", keys: Self.keys, meaning: Self.meanings, &findings) else { return nil }
    var devices = DeviceSyntax.all(map, &findings)
    var rules = RulesSyntax.rules(map, &findings)
    let users = users(map).compactMap { entry -> UserSyntax? in
      let before = findings.count
      let user = UserSyntax(entry, on: devices, from: rules.start, &findings)
      misplaced(entry, in: map, since: before)
      return user
    }
    for (index, user) in users.enumerated() { rules.accountIDs[Spelling(user.account.name)] = AccountID(index: index) }
    let written = map["users"].map { $0.kind == .mapping ? $0.entries.map(\.key.value) : nil } ?? []
    let names = map.hasKeys(otherThan: Self.keys) ? nil : written
    for index in devices.indices { devices[index].fill(users, named: names, rules.remembering, &findings) }

    var world = World(rules)
    world.source = node
    world.accounts = users.map(\.account)
    world.notifications = NotificationSyntax.joined(users, &findings)
    world.devices = devices.map(\.device)
    world.latency = map["latency"]?.time("`latency`", &findings) ?? .zero
    return world
  }

  /// The entries below `users`, but for keys that stand beside the user to whom they belong.
  private mutating func users(_ map: YAMLMapping) -> [YAMLEntry] {
    guard let users = map["users"]?.mapping("`users`", &findings) else { return [] }
    guard let (owner, lost) = users.hollow(of: UserSyntax.keys) else { return users.entries }
    findings.append(.asDeepAsItsKeys(owner, lost[0].key))
    return users.entries.filter { entry in !lost.contains { $0.key.range == entry.key.range } }
  }

  /// What is no user and bears the name of an outermost key was to stand in the first column.
  private mutating func misplaced(_ entry: YAMLEntry, in map: YAMLMapping, since before: Int) {
    guard findings.count > before, Self.keys.contains(entry.key.value), map.value(of: entry.key.value) == nil else {
      return
    }
    findings.removeSubrange(before...)
    findings.append(
      Diagnostic(
        YAMLRules.unknownKey, "`\(entry.key.value)` is indented below `users`", at: entry.key.range,
        help: "begin it in the first column, and move what stands below it as far to the left"))
  }
}
