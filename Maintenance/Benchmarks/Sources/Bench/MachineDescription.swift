// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the figures were taken on.
///
/// Figures of different machines are not compared; ratios may be.
enum MachineDescription {
  static var text: String {
    var system = utsname()
    uname(&system)
    let name = withUnsafeBytes(of: &system.sysname) { text(of: $0) }
    let release = withUnsafeBytes(of: &system.release) { text(of: $0) }
    let architecture = withUnsafeBytes(of: &system.machine) { text(of: $0) }
    return "\(processor ?? architecture), \(cores) cores, \(name) \(release)"
  }

  /// How many programs wanted a processor during the last minute; nil where the system does not tell.
  static var load: Double? {
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? load : nil
  }

  static var cores: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static var processor: String? {
    guard let bytes = Files.read("/proc/cpuinfo") else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
  }

  private static func text(of bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
