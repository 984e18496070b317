// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Values

/// Writes a journal while things are done.
struct JournalWriter: Sendable {
  private(set) var journal: RELIDJournal
  /// The users of the world as they were at the beginning.
  private let accounts: [Account]
  /// Passwords that were set and that the world does not have, in order.
  private var learned: [Credential] = []

  init(_ world: World) {
    accounts = world.accounts
    journal = RELIDJournal(devices: world.devices.map(\.id))
  }

  mutating func note(_ what: RELIDJournal.Entry.What, on device: Int, at time: Duration) {
    journal.entries.append(RELIDJournal.Entry(device: device, time: time.milliseconds, what: what))
  }

  /// Puts a credential that no secret is in the place of a password that only stood in for another.
  mutating func forget(_ standIn: Secret) { learned = learned.map { $0.matches(standIn) ? .unknown : $0 } }

  mutating func add(device: String) { journal.devices.append(device) }

  /// - Parameters:
  ///   - user: who is at the device.
  ///   - server: as the call has left it.
  mutating func note(
    _ call: SDKCall, _ answer: SDKAnswer, on device: Int, of user: AccountID?, at time: Duration,
    _ server: SimulatedServer
  ) {
    var brought: [RELIDJournal.Brought] = []
    var plain = call.arguments.withoutSecrets
    for field in call.arguments.fields {
      guard let secret = Self.secret(field) else { continue }
      plain[field.name] = nil
      let known = known(secret, isCode: field.name == "activationCode", user, server)
      brought.append(RELIDJournal.Brought(name: field.name, secret: known))
    }
    var refusal: Int?
    if case .rejected(let code, _) = answer { refusal = code }
    note(.call(call.name, arguments: plain, secrets: brought, refusal: refusal), on: device, at: time)
  }

  private static func secret(_ field: Record.Field) -> Secret? {
    switch field.value {
    case .secret(let secret): secret
    case .text(let text) where RELIDJournal.secretNames.contains(field.name): Secret(text)
    default: nil
    }
  }

  private mutating func known(
    _ secret: Secret, isCode: Bool, _ user: AccountID?, _ server: SimulatedServer
  ) -> RELIDJournal.KnownSecret {
    if secret.withBytes({ isCode ? $0.allSatisfy(Trimming.isSpace) : $0.isEmpty }) { return .blank }
    let first = user.flatMap { accounts.indices.contains($0.index) ? [accounts[$0.index]] : nil } ?? []
    for account in first + accounts {
      if isCode {
        if let place = account.codes.firstIndex(where: { $0.matchesTrimmed(secret) }) {
          return .code(of: account.name, place)
        }
        continue
      }
      if account.password?.matches(secret) ?? false { return .password(of: account.name) }
      if let place = account.formerPasswords.firstIndex(where: { $0.matches(secret) }) {
        return .former(of: account.name, place)
      }
    }
    guard !isCode else { return .other }
    if let place = learned.firstIndex(where: { $0.matches(secret) }) { return .set(place + 1) }
    guard server.accounts.contains(where: { $0.password?.matches(secret) ?? false }) else { return .other }
    learned.append(Credential(secret))
    return .set(learned.count)
  }
}
