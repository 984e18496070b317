// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

@testable import ProcessBackend

/// What a program does to its host in a siege, after some calls that it has answered well.
enum Attack: String, CaseIterable, Sendable {
  /// None: it is as it should be.
  case none
  case exits, dies, isKilled, hangs, stops
  case sendsGarbage, floods, neverEndsItsLine, dribbles
  case closesOutput, closesInput
  /// It ends, and what it has started keeps its output open.
  case leavesSomebody, leavesSomebodyStubborn
  case ignoresTerm, outstaysShutdown
  case answersTwice, asks
  /// The host lets go of it without closing it, or takes its call back.
  case isLetGo, isTakenBack
}

extension Attack {
  /// A line or two of shell.
  ///
  /// - Parameter token: a number that none but the programs of this siege have among their words.
  func script(_ token: Int, _ dice: inout Dice) -> String {
    let late = "0.0\(dice.roll(6))"
    return switch self {
    case .none, .isKilled: "answer_all"
    case .exits: "\(dice.roll(2) == 0 ? "read -r line; " : "")exit \(1 + dice.roll(9))"
    case .dies: "(sleep \(late); kill -9 $$) & answer_all"
    case .hangs, .isLetGo, .isTakenBack: "read -r line; sleep \(token)"
    case .stops: "kill -STOP $$; answer_all"
    case .sendsGarbage: "printf '\(Self.garbage(&dice))'; \(dice.roll(2) == 0 ? "echo" : "exit 1"); sleep \(token)"
    case .floods: #"yes '{"jsonrpc":"2.0","method":"event","params":{"event":"getUser"}}'"#
    case .neverEndsItsLine: "yes \(token) | tr -d '\\n'"
    case .dribbles: "while :; do printf '{'; sleep \(late)1; done"
    case .closesOutput: "exec >&-; sleep \(token)"
    case .closesInput: "exec <&-; sleep \(token)"
    case .leavesSomebody: "sleep \(token) & exit 6"
    case .leavesSomebodyStubborn: "(trap '' TERM; sleep \(token); sleep \(token)) & exit 6"
    case .ignoresTerm: "trap '' TERM; while :; do sleep \(late)1; done"
    case .outstaysShutdown: "trap '' TERM; answer_all; while :; do sleep \(late)1; done"
    case .answersTwice: "answer; last; answer_all"
    case .asks: #"echo '{"jsonrpc":"2.0","id":1,"method":"dance","params":{}}'; answer_all"#
    }
  }

  /// How the one error begins that this must come to; none for a program that nothing is wrong with.
  var words: [String] {
    switch self {
    case .none, .isLetGo: []
    case .exits: ["ended with the exit code "]
    case .dies, .isKilled: ["was ended by the signal 9"]
    case .hangs, .stops, .closesInput, .ignoresTerm, .isTakenBack: ["did not answer `"]
    case .sendsGarbage:
      ["sent what is no message ", "ended with the exit code 1", "did not answer `", "began a line and did not end it"]
    case .floods: ["sends more events than anybody can read"]
    case .neverEndsItsLine: ["sent a line of more than 1048576 bytes; the line of "]
    case .dribbles: ["began a line and did not end it", "did not answer `"]
    case .closesOutput: ["closed its output"]
    case .leavesSomebody, .leavesSomebodyStubborn: ["ended with the exit code 6"]
    case .outstaysShutdown: ["did not end within"]
    case .answersTwice: ["answered the request ", "said something after its answer to `shutdown`"]
    case .asks: ["asked for `dance`: it may answer and tell, not ask"]
    }
  }

  /// Whether the run may be over before anything is wrong.
  var mayEndWell: Bool {
    switch self {
    case .none, .isLetGo, .isKilled, .dies: true
    default: false
    }
  }

  /// Whether the host waits for something that does not come: then it is told to be impatient.
  var isWaitedFor: Bool {
    switch self {
    case .hangs, .stops, .dribbles, .sendsGarbage, .closesInput, .ignoresTerm, .isTakenBack, .isLetGo,
      .outstaysShutdown:
      true
    default: false
    }
  }

  /// Bytes in the words of `printf`, none of which ends a line.
  private static func garbage(_ dice: inout Dice) -> String {
    (0...dice.roll(200)).map { _ in
      let byte = dice.roll(256)
      let octal = String(byte == 10 ? 0 : byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
    }.joined()
  }
}

/// Random numbers that can be had again: SplitMix64.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
