// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

extension SimulatedNetwork {
  /// A network in which everything was done that a journal tells of.
  ///
  /// - Parameter password: a password that was set and that the world does not have, by its number; nil for one that
  ///   nobody hands in: then no password is right for that user.
  init(
    _ world: World, replaying journal: RELIDJournal, password: (Int) -> Secret?
  ) throws(JournalMismatch) {
    self.init(world, keepsJournal: true)
    var replay = JournalReplay(world)
    for number in 1...max(1, journal.passwordsSet) {
      if let secret = password(number) { replay.passwords[number] = secret }
    }
    guard journal.devices.starts(with: world.devices.map(\.id)) else {
      throw JournalMismatch(entry: 0, description: "the world has other devices")
    }
    for device in journal.devices { _ = place(of: device) }
    guard devices == journal.devices else {
      throw JournalMismatch(entry: 0, description: "a device is there twice")
    }
    var last = Int64.zero
    for (index, entry) in journal.entries.enumerated() {
      guard entry.time >= last else { throw JournalMismatch(entry: index + 1, description: "time runs back") }
      guard journal.devices.indices.contains(entry.device) else {
        throw JournalMismatch(entry: index + 1, description: "there is no such device")
      }
      last = entry.time
      if let difference = play(entry, &replay) { throw JournalMismatch(entry: index + 1, description: difference) }
    }
    for standIn in replay.standIns.values { forget(standIn) }
  }

  /// What came out otherwise than the entry says; nil if nothing did.
  private mutating func play(_ entry: RELIDJournal.Entry, _ replay: inout JournalReplay) -> String? {
    let now = Duration.milliseconds(entry.time)
    switch entry.what {
    case .call(let name, var arguments, let secrets, let refusal):
      for brought in secrets {
        guard let secret = replay.secret(brought.secret) else { return "the world does not have one of its secrets" }
        arguments.fields.append(Record.Field(brought.name, .secret(secret)))
      }
      expect(replay.verdicts)
      let answer = perform(SDKCall(name: name, arguments: arguments), on: entry.device, at: now)
      expect([:])
      switch (answer, refusal) {
      case (.accepted, nil): return nil
      case (.rejected(let number, _), let refusal?) where number == refusal: return nil
      case (.accepted, _): return "`\(name)` was refused, and now is not"
      case (.rejected, _): return "`\(name)` was not refused so, and now is"
      }
    case .look(let wanted):
      let event = next(on: entry.device, at: now)
      if let event { replayed.append(event) }
      guard event?.name == wanted?.event else {
        return "\(wanted.map { "`\($0.event)`" } ?? "nothing") came, and now \(event?.name ?? "nothing")"
      }
      return wanted.map { $0.said == event?.said } ?? true ? nil : "`\(wanted?.event ?? "")` said something else then"
    case .send(let event, let delay): send(event, to: entry.device, at: now, after: .milliseconds(delay))
    case .refuseNext(let name, let number):
      guard let call = CallName.named(name) else { return "there is no such call" }
      refuseNext(call, on: entry.device, with: number, at: now)
    case .holdReplies: holdReplies(to: entry.device, at: now)
    case .releaseReplies: releaseReplies(to: entry.device, at: now)
    }
    return nil
  }
}

/// The secrets of a journal: those of the world, those that were handed in again, and stand-ins for the others, which are
/// no UTF-8.
private struct JournalReplay {
  var passwords: [Int: Secret] = [:]
  /// For passwords that nobody has handed in, while the journal is replayed.
  private(set) var standIns: [Int: Secret] = [:]
  private let other = Secret(bytes: [0xFF])
  private let accounts: [Account]
  /// Whether the server took it for a new password, for those that stand in for others.
  private(set) var verdicts: [Secret: Bool]

  init(_ world: World) {
    accounts = world.accounts
    verdicts = [other: false]
  }

  /// Nil if the world has no such secret.
  mutating func secret(_ known: RELIDJournal.KnownSecret) -> Secret? {
    func account(_ name: String) -> Account? { accounts.first { $0.name.isSpelled(like: name) } }
    switch known {
    case .password(let name): return account(name)?.password?.secret
    case .former(let name, let place):
      let former = account(name)?.formerPasswords ?? []
      return former.indices.contains(place) ? former[place].secret : nil
    case .code(let name, let place):
      let codes = account(name)?.codes ?? []
      return codes.indices.contains(place) ? codes[place].secret : nil
    case .set(let number):
      if let secret = passwords[number] ?? standIns[number] { return secret }
      let standIn = Secret(bytes: [0xFF] + Array(String(number).utf8))
      standIns[number] = standIn
      verdicts[standIn] = true
      return standIn
    case .blank: return Secret("")
    case .other: return other
    }
  }
}
