// SPDX-License-Identifier: Apache-2.0

import FlowTrials

extension ExitCode {
  /// What the shell is told of a trial.
  init(_ verdict: TrialVerdict) {
    self =
      switch verdict {
      case .passed: .success
      case .failed: .failure
      case .broken: .broken
      case .stopped: .interrupted
      }
  }
}

extension RunReport {
  var exitCode: ExitCode { ExitCode(verdict) }

  /// The last object of the trace.
  var json: String { json(exit: exitCode.rawValue) }
}

extension SoakReport {
  var exitCode: ExitCode { ExitCode(verdict) }

  /// One object with everything.
  var json: String { json(exit: exitCode.rawValue) }
}

extension CassetteFile.Obstacle {
  var code: ExitCode { isUnreadable ? .broken : .wrongInput }
}
