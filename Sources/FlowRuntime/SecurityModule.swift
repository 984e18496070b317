// SPDX-License-Identifier: Apache-2.0

import FlowGraph

/// Somebody who is asked before a login is let begin, such as whether the device is secure.
///
/// A host registers any number of them; both questions are asked of every one. Without an implementation of its own a
/// module allows; one that throws, or that does not answer in time, denies.
public protocol SecurityModule: Sendable {
  /// What reasons and traces call it.
  var name: String { get }

  /// Whether the device meets the module's demands: not tampered with, not rooted.
  func isDeviceSecure() async throws -> SecurityVerdict

  /// Whether a login may begin now.
  func allowLogin() async throws -> SecurityVerdict
}

extension SecurityModule {
  /// It allows it.
  public func isDeviceSecure() async throws -> SecurityVerdict { .allow }
  /// It allows it.
  public func allowLogin() async throws -> SecurityVerdict { .allow }
}

/// What a security module says, or all of them together.
public enum SecurityVerdict: Sendable, Hashable {
  case allow
  /// With the reasons, for the user to read.
  case deny([String])

  /// A denial with one reason.
  public static func deny(_ reason: String) -> SecurityVerdict { .deny([reason]) }
}

/// What a flow's `gate:` asks.
public enum SecurityQuestion: String, Sendable, Hashable, CaseIterable {
  case isDeviceSecure
  case allowLogin
}

/// The security modules of a host.
public struct SecurityModules: Sendable {
  private let modules: [any SecurityModule]
  /// How long a module may take to answer; on a virtual clock nobody is hurried.
  private let patience: Duration

  /// - Parameter modules: in the order in which their reasons are shown; none means that everything is allowed.
  public init(_ modules: [any SecurityModule] = [], patience: Duration = .seconds(10)) {
    self.modules = modules
    self.patience = patience
  }

  /// Asks every module every question.
  ///
  /// One denial denies, and the reasons of all are collected.
  func verdict(on questions: [SecurityQuestion], _ clock: any RunClock) async -> SecurityVerdict {
    var reasons: [String] = []
    for module in modules {
      for question in questions {
        if case .deny(let why) = await answer(of: module, to: question, clock) { reasons += why }
      }
    }
    return reasons.isEmpty ? .allow : .deny(reasons.unique)
  }

  private func answer(
    of module: any SecurityModule, to question: SecurityQuestion, _ clock: any RunClock
  ) async -> SecurityVerdict {
    guard !clock.isVirtual else { return await module.answer(question) }
    let limit = clock.now + patience
    let (verdicts, slot) = AsyncStream.makeStream(of: SecurityVerdict.self)
    // Why: two tasks of their own, not a group, since a group would wait for a module that never returns.
    let asking = Task { slot.yield(await module.answer(question)) }
    let timing = Task {
      await clock.sleep(until: limit)
      slot.yield(.deny("\(module.name) did not answer"))
    }
    defer {
      asking.cancel()
      timing.cancel()
    }
    // Why a third: a run that is cancelled meanwhile still hears the verdict, instead of taking its own end for one.
    let first = Task { () -> SecurityVerdict? in
      for await verdict in verdicts { return verdict }
      return nil
    }
    return await first.value ?? .deny("\(module.name) was not asked")
  }
}

extension SecurityModule {
  /// The module's answer; an error is a denial.
  fileprivate func answer(_ question: SecurityQuestion) async -> SecurityVerdict {
    do {
      let verdict = question == .isDeviceSecure ? try await isDeviceSecure() : try await allowLogin()
      if case .deny(let reasons) = verdict, reasons.isEmpty { return .deny("\(name) denies it") }
      return verdict
    } catch {
      return .deny("\(name) failed")
    }
  }
}
