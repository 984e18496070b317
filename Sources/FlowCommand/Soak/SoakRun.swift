// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowTrials
import LocalFiles
import ProcessBackend
import Synchronization
import SystemCalls

/// One run of `mfaflow soak`, once everything is read.
struct SoakRun {
  private let stage: SoakStage
  private let settings: SoakSettings
  private let output: SoakOutput
  private let backend: BackendChoice
  private let limits: ProcessLimits
  private let streams: Streams

  init(
    _ stage: SoakStage, _ settings: SoakSettings, _ output: SoakOutput, _ backend: BackendChoice,
    _ limits: ProcessLimits,
    _ streams: Streams
  ) {
    self.stage = stage
    self.settings = settings
    self.output = output
    self.backend = backend
    self.limits = limits
    self.streams = streams
  }

  func perform() async -> ExitCode {
    let start = StepStopwatch.now
    let line = SoakLine(runs: settings.runs)
    let children = ChildProcesses(in: streams)
    let tally = await ProgressLine.during("ran", of: settings.runs, in: streams) { count in
      await untilInterrupted(line, children) { [settings, stage, limits, backend] in
        guard case .process(let command) = backend else {
          return await SimulatedCrowd(stage, atOnce: settings.concurrency).play(line, count)
        }
        let crowd = ProgramCrowd(stage, command, limits, children, settings)
        return await crowd.play(line, count)
      }
    }
    let isCut = streams.stop.heeded != nil
    return finish(
      SoakReport(tally, of: stage.inputs.flow.flow, settings, isCut: isCut, nanoseconds: StepStopwatch.now - start))
  }

  /// How long the programs have to end by themselves, once the soak is stopped, and to heed that they are ended.
  private static let (courtesy, grace) = (Duration.milliseconds(400), Duration.milliseconds(200))

  /// From the first signal on no run begins, and those that wait are stopped.
  ///
  /// Why programs are ended then: a run waits for the answer of its program, which may hang, as long as its patience is.
  private func untilInterrupted(
    _ line: SoakLine, _ children: ChildProcesses, _ work: @escaping @Sendable () async -> SoakTally
  ) async -> SoakTally {
    let slot = Mutex<Task<SoakTally, Never>?>(nil)
    streams.stop.onRing {
      line.close()
      slot.withLock { $0 }?.cancel()
      Task {
        try? await Task.sleep(for: Self.courtesy)
        await OwnThread.run { children.endAll(grace: Self.grace) }
      }
    }
    let task = Task { await work() }
    slot.withLock { $0 = task }
    if streams.stop.heeded != nil { task.cancel() }
    let tally = await task.value
    streams.stop.onRing(nil)
    return tally
  }

  private func finish(_ report: SoakReport) -> ExitCode {
    switch output.format {
    case "json": streams.output.write(report.json + "\n")
    case "html": streams.output.write(report.page)
    default: streams.output.write(report.text)
    }
    for line in report.remarks { streams.errors.write("mfaflow: \(line)\n") }
    let text = output.isPage ? report.page : report.json + "\n"
    let isWritten = output.path.map { ReportFile.write(text, to: $0, telling: streams) } ?? true
    return isWritten ? report.exitCode : .broken
  }
}
