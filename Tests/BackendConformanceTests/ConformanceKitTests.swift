// SPDX-License-Identifier: Apache-2.0

import BackendConformance
import Testing
import Values

@Suite("A backend held against its contract")
struct ConformanceKitTests {
  @Test("the simulated SDK fails nothing, and is seen to hold all that it can be asked in this process")
  func simulator() async throws {
    let report = try await ConformanceBench().verify(.none)
    #expect(report.failed.isEmpty, "\(report.told)")
    let unseen = report.results.filter { $0.verdict == .inconclusive }.map(\.clause)
    #expect(unseen == [.greets, .survivesBadMessages, .isSilentAtItsEnd, .keepsItsWord])
    #expect(report.accepted.isSuperset(of: ["setPassword", "setDeviceName", "logOff", "takeActionOnThreats"]))
    #expect(report.stop == nil && report.startFailure == nil && report.places > 20)
  }

  @Test(
    "each flaw is found by the clause that it breaks, and by no other",
    arguments: [
      (FlawedSDK.Flaw.takesUnknownCalls, Clause.refusesUnknownCalls, "accepted `mfaflowNoSuchCall`"),
      (.takesCallsAtAnyTime, .refusesAtTheWrongMoment, "accepted `resendActivationCode`"),
      (.answersARefusal, .refusesAtTheWrongMoment, "rejected `logOff` and sent `onUserLoggedIn` all the same"),
      (.answersNotAtAll, .answersInTime, "accepted `setUser`, and no answer came within its patience"),
      (.sendsOtherEvents, .answersInTime, "answered `setUser` with `onGetNotifications`"),
      (.misspellsAField, .sendsWhatIsDeclared, "the field `userId`, which the contract does not know; did you mean"),
      (.inventsAnEvent, .sendsWhatIsDeclared, "sent the event `getActivationCodes`"),
      (.dropsTheMode, .sendsWhatIsDeclared, "without its mode, `challengeMode`"),
      (.misplacesAStatus, .placesStatuses, "sent `getActivationCode` with the status 164"),
      (.misplacesAnError, .placesErrors, "sent `onUserLoggedIn` with the error 7"),
      (.refusesWithZero, .placesErrors, "with the number 0"),
      (.sendsTwice, .keepsOrder, "sent `getActivationCode` by itself"),
      (.speaksByItself, .keepsOrder, "sent `getUser` by itself"),
      (.forgetsIDs, .echoes, "for `takeActionOnThreats` with another `threats.threatId`"),
      (.asksForNamesTooEarly, .placesInterrupts, "sent `getDeviceName`, which comes only after `setActivationCode`"),
      (.takesAnswersTwice, .refusesDuplicates, "accepted `setUser`, though it had taken that answer already"),
      (.takesAnswersWhileUnderWay, .refusesWhileUnderWay, "accepted `setUser` once more, before it had replied"),
      (.cannotBeClosed, .ends, "did not end within 2 s"),
      (.isNeverTheSame, .isDeterministic, "did not send the same events"),
      (.takesNothing, .refusesMissingArguments, "accepted `setUser`, without what it must take"),
      (.breaksDown, .staysUp, "is `gone`"),
      (.diesOfRefusing, .refusesAtTheWrongMoment, "is `gone`"),
      (.ignoresEchoes, .echoes, "accepted `setPassword` with another `challengeMode` than was sent"),
      (.namesAnotherUser, .echoes, "sent `getActivationCode` for `setUser` with another `userID`"),
      (.renamesTheUser, .echoes, "sent `getPassword` for `setUserConsentForLDA` with another `userID`"),
      (.neverCounts, .countsDown, "with the status 106 and 3 as `attemptsLeft`, which was 3 before"),
      (.beginsTwice, .keepsOrder, "sent `onInitialized` again, in the phase that it had begun with it"),
    ])
  func flaw(_ flaw: FlawedSDK.Flaw, clause: Clause, words: String) async throws {
    let report = try await ConformanceBench().verify(flaw)
    #expect(report.failed == [clause], "\(report.told)")
    #expect(report.told.contains(words), "\(report.told)")
    // What was seen of a backend that is gone at another clause is no proof that it stays.
    if flaw == .diesOfRefusing {
      #expect(report[.staysUp].verdict == .inconclusive && report[.staysUp].checks > 0)
      #expect(report[.staysUp].reason == "it answered nothing any more, which is told at C03")
    }
    #expect(!report.told.contains("493021") && !report.told.contains("horse-battery"))
  }

  @Test("a user whom the SDK knows by another name than the one that was typed is named in the probe")
  func otherName() async throws {
    var bench = try ConformanceBench()
    bench.limits.depth = 6
    bench.probe = ProbeValues([
      "userName": [.text("alice")], "activationCode": [.text("493021")], "userID": [.text("mallory")],
    ])
    let report = try await bench.verify(.namesAnotherUser)
    #expect(report[.echoes].verdict == .pass, "\(report.told)")
    #expect(bench.probe.strangers(to: bench.contract).isEmpty)
  }

  @Test("without right answers nobody is signed in, which is no pass")
  func noProbe() async throws {
    var bench = try ConformanceBench()
    bench.probe = ProbeValues()
    let report = try await bench.verify(.none)
    #expect(report.failed.isEmpty, "\(report.told)")
    #expect(report[.succeeds].verdict == .inconclusive)
    #expect(report[.succeeds].reason?.contains("probe") ?? false)
  }

  @Test("on a clock that passes by itself, it is the same")
  func live() async throws {
    var bench = try ConformanceBench()
    (bench.limits.liveSettle, bench.limits.depth) = (.milliseconds(1), 3)
    let report = try await bench.verify(.none, isLive: true)
    #expect(report.failed.isEmpty, "\(report.told)")
    #expect(report[.refusesDuplicates].verdict == .pass)
  }

  @Test("ends when the calls or the time are used up, and says so")
  func limits() async throws {
    var bench = try ConformanceBench()
    bench.limits.calls = 100
    let report = try await bench.verify(.none)
    #expect(report.stop == "100 calls were made")
    #expect(report.calls >= 100 && report.calls < 400)
    bench.limits.time = .zero
    #expect(try await bench.verify(.none).stop == "the time was up")
  }

  @Test("values are held against the contract by their names")
  func strangers() throws {
    let values = ProbeValues(["userName": [], "setUser.userName": [], "usrName": [], "setUser.password": []])
    #expect(values.strangers(to: try ConformanceBench().contract) == ["setUser.password", "usrName"])
  }
}
