// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SDKContract
import Testing

/// An SDK made up for these tests: a door with a name, a code, a PIN and an alarm.
///
/// It has every construct that a contract can state.
enum ToyContract {
  static let contract: Contract = {
    let read = ContractReader.read(SourceFile(path: "toy.yaml", text: text))
    guard let contract = read.value else { preconditionFailure(read.findings.map(\.message).joined(separator: "\n")) }
    return contract
  }()

  static let text = """
    contract: toy
    version: 1.0.0
    patience: 60s
    success: [0, 100]
    phases:
      off: {}
      pre: { abandon: reset }
      in: { abandon: logOff }
      dead: { closed: true }
    signedIn: in
    modes: { enter: 0, choose: 1, change: 2 }
    types:
      risk: [LOW, HIGH]
      alarm: { alarmID: int, risk: risk, ignore: flag }
    constants: { site: north, floors: 3, guarded: true, branch: '4711' }

    codes:
      5: { name: wrong-pin, in: askPIN(enter), boundedBy: attemptsLeft, attempts: unknown, source: chosen }
      6: { name: weak-pin, in: askPIN(choose), source: chosen }
      7: { name: blocked, in: askName, source: chosen }
      8: { name: old-pin, in: [askPIN(enter), entered], informational: true, source: chosen }
      15: { name: wrong-code, in: askCode, boundedBy: attemptsLeft, attempts: unknown, source: chosen }
      20: { name: not-done, in: report, source: chosen }
    errors:
      9: { name: no-power, events: [askName, askPIN, entered, report], source: chosen }
      10: { name: no-line, events: [askName, askPIN, report], source: chosen }
      70: { name: not-now, calls: [begin, sendName, sendCode, sendPIN, handleAlarms, extend, verify], source: chosen }
      71: { name: too-fast, calls: [begin, sendName, sendCode], source: chosen }

    events:
      ready: { kind: notice, source: chosen }
      unplugged: { kind: result, losesProofs: true, source: chosen }
      askName: { kind: challenge, enters: pre, losesProofs: true, fields: { last: text }, source: chosen }
      askCode:
        kind: challenge
        fields: { person: user text, attemptsLeft: attempts count }
        source: chosen
      askPIN:
        kind: challenge
        aliases: pinPlease
        modes: { pinMode: [enter, choose, change] }
        fields: { person: user text, attemptsLeft: attempts count, rules: text, token: secret }
        source: chosen
      askConsent: { kind: challenge, fields: { person: user text, ready: flag }, source: chosen }
      askDevice: { kind: challenge, fields: { person: user text, options: list text }, source: chosen }
      entered: { kind: result, enters: in, fields: { person: user text }, source: chosen }
      left: { kind: result, enters: pre, losesProofs: true, source: chosen }
      report: { kind: result, fields: { total: count, title: text }, source: chosen }
      extended: { kind: result, source: chosen }
      greeted: { kind: result, fields: { person: user text }, source: chosen }
      idle:
        kind: interrupt
        rank: 1
        again: replace
        fields: { left: seconds, canExtend: flag }
        source: chosen
      naming: { kind: interrupt, rank: 2, again: queue, fields: { label: text }, source: chosen }
      timedOut: { kind: interrupt, rank: 3, losesProofs: true, cancels: idle, source: chosen }
      alarmed:
        kind: interrupt
        status: false
        fields: { alarms: list alarm }
        rank: 4
        again: queue
        needsAnswer: true
        barsCalls: true
        source: chosen
      sealed:
        kind: interrupt
        status: false
        fields: { alarms: list alarm }
        rank: 6
        terminal: true
        enters: dead
        losesProofs: true
        source: chosen
      surprise: { kind: interrupt, rank: 5, source: chosen }

    authenticators:
      key: { channel: device, phishingResistant: true }
      pin: { channel: typed }
      code: { channel: sms }
      face: { channel: device }
      other-device: { channel: other-device }

    calls:
      begin: { phases: off, leadsTo: [askName, askName error], source: chosen }
      sendName:
        answers: askName
        takes: { name: trimmed text 2..8 }
        phases: pre
        leadsTo:
          askCode, askDevice, askConsent: chosen
          askPIN: chosen
          entered: { earns: { possession: key } }
          askName 7 error: chosen
        source: chosen
      sendCode:
        answers: askCode
        takes: { code: trimmed secret 1..12 }
        phases: pre
        leadsTo:
          askPIN(choose), askPIN(enter), askConsent: { earns: { possession: code } }
          askCode 15: chosen
          askName 7: chosen
          entered: { earns: { possession: code } }
          entered error 9: chosen
        source: chosen
      resendCode: { answers: askCode, phases: pre, leadsTo: askCode, source: chosen }
      sendPIN:
        answers: askPIN
        echo: pinMode
        takes: { pin: secret 4..8 }
        phases: pre
        byMode:
          enter:
            entered: { earns: { possession: key, knowledge: pin } }
            askPIN(enter) 5: chosen
            askPIN(choose): chosen
            askName 7: chosen
          choose:
            entered: { enrols: { knowledge: pin } }
            askPIN(choose) 6: chosen
          change:
            entered: chosen
        source: chosen
      consent:
        answers: askConsent
        takes: { grant: flag, count: optional int }
        phases: pre
        leadsTo:
          entered: { given: { grant: true }, enrols: { inherence: face }, earns: { inherence: face } }
          askPIN(choose): { given: { grant: false } }
          askName error: chosen
        source: chosen
      verify:
        answers: askDevice
        takes: { go: flag }
        phases: pre
        patience: 90s
        leadsTo:
          askPIN(enter), askPIN(choose): { earns: { possession: other-device } }
          entered: { earns: { possession: other-device } }
          askName error: chosen
        source: chosen
      fallback: { answers: askDevice, phases: pre, leadsTo: askCode, source: chosen }
      reset: { phases: pre, losesProofs: true, leadsTo: askName, source: chosen }
      logOff: { phases: in, takes: { whom: optional user text }, leadsTo: left, source: chosen }
      refresh: { phases: in, leadsTo: [report, report 20 error], source: chosen }
      handleAlarms:
        answers: alarmed
        each: alarms
        takes: { ignore: flag }
        leadsTo:
          sealed: { given: { ignore: false }, echo: alarms.alarmID }
        source: chosen
      extend: { answers: idle, requires: canExtend, leadsTo: extended, source: chosen }
      setLabel: { answers: naming, takes: { label: text 1.. }, leadsTo: {}, source: chosen }
      ping: { leadsTo: {}, source: chosen }
      unlock: { phases: pre, enters: in, losesProofs: true, leadsTo: {}, source: chosen }
    """
}
