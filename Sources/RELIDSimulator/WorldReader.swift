// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import YAMLTree

/// Reads world files: strictly, so that a slip of the hand never makes a test pass for the wrong reason.
public struct WorldReader {
  var findings: [Diagnostic] = []

  private init() {}

  /// A world file as a world; no value if anything is wrong with it.
  public static func read(_ file: SourceFile, as id: FileID = .first) -> Outcome<World> {
    let tree = YAML.read(file, as: id)
    guard let node = tree.value else { return Outcome(nil, tree.findings) }
    let outcome = read(node)
    let findings = tree.findings + outcome.findings
    return Outcome(findings.hasErrors ? nil : outcome.value, findings)
  }

  /// A world that is part of another file, such as a scenario's; no value if anything is wrong with it.
  public static func read(_ node: YAMLNode) -> Outcome<World> {
    var reader = WorldReader()
    let world = reader.world(node)
    return Outcome(reader.findings.hasErrors ? nil : world, reader.findings)
  }

  /// The keys of a user below which passwords and codes stand: what must never be shown of a world file.
  public static let secretKeys = ["activationCode", "password", "passwordHistory"]

  /// The other keys of a world file whose values are no secret.
  public static var openKeys: [String] {
    let all = keys + DeviceSyntax.keys + UserSyntax.keys + PasswordPolicy.keys + Approval.keys + FaultSyntax.keys
    return all.filter { !secretKeys.contains($0) && $0 != "users" && $0 != "with" }
  }

  private static let keys = [
    "seed", "latency", "users", "device", "policy", "history", "rememberedUser", "forgotPassword", "newDeviceOptions",
    "approval", "faults",
  ]

  private mutating func world(_ node: YAMLNode) -> World? {
    guard let map = node.mapping("a world", keys: Self.keys, &findings) else { return nil }
    let deviceNode = map["device"].flatMap { $0.mapping("a device", keys: DeviceSyntax.keys, &findings) }
    var device = DeviceSyntax.device(deviceNode, &findings)
    let users = (map["users"]?.mapping("`users`", &findings)?.entries ?? []).compactMap { entry in
      UserSyntax(entry, on: device, &findings)
    }
    var accountIDs: [String: AccountID] = [:]
    for (index, user) in users.enumerated() { accountIDs[user.account.name] = AccountID(index: index) }
    let remembering = map["rememberedUser"]?.word("`rememberedUser`", of: Remembering.self, &findings) ?? .manual
    DeviceSyntax.fill(&device, deviceNode, users, remembering, &findings)
    let rules = ServerRules(
      accountIDs: accountIDs,
      seed: UInt64(map["seed"]?.amount("`seed`", &findings) ?? 1),
      policy: map["policy"].flatMap { PasswordPolicy(reading: $0, &findings) } ?? PasswordPolicy(),
      history: map["history"]?.amount("`history`", &findings) ?? 5,
      offersForgotPassword: map["forgotPassword"]?.flag("`forgotPassword`", &findings)?.value ?? false,
      newDeviceOptions: map["newDeviceOptions"]?.texts("`newDeviceOptions`", &findings)?.map(\.value)
        ?? NewDeviceOptions.documented,
      approval: map["approval"].flatMap { Approval(reading: $0, &findings) } ?? Approval(),
      remembering: remembering)
    return World(
      accounts: users.map(\.account), device: device,
      latency: map["latency"]?.time("`latency`", &findings) ?? .zero,
      faults: map["faults"].map { FaultSyntax.faults($0, &findings) } ?? [], rules: rules)
  }
}

extension Approval {
  fileprivate static let keys = ["answer", "after", "error"]

  /// A word, or a map with `answer`, `after` and `error`.
  fileprivate init?(reading node: YAMLNode, _ findings: inout [Diagnostic]) {
    guard node.kind == .mapping else {
      guard let answer = node.word("`approval`", of: Answer.self, &findings) else { return nil }
      self.init(answer: answer)
      return
    }
    guard let map = node.mapping("`approval`", keys: Self.keys, &findings) else { return nil }
    self.init()
    if let answer = map["answer"]?.word("`answer`", of: Answer.self, &findings) { self.answer = answer }
    if let delay = map["after"]?.time("`after`", &findings) { self.delay = delay }
    if let error = map["error"].flatMap({ FaultSyntax.errorNumber($0, "`error`", &findings) }) { rejectedError = error }
  }
}
