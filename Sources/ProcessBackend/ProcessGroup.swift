// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Who runs in a process group.
enum ProcessGroup {
  /// Whether another process than this one runs in the group; one that has ended and is not collected yet does not run.
  static func hasMember(of group: pid_t, besides leader: pid_t) -> Bool {
    #if canImport(Darwin)
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PGRP, group]
      var size = 0
      guard sysctl(&name, UInt32(name.count), nil, &size, nil, 0) == 0 else { return false }
      let stride = MemoryLayout<kinfo_proc>.stride
      var entries = [kinfo_proc](repeating: kinfo_proc(), count: size / stride + 8)
      size = entries.count * stride
      guard sysctl(&name, UInt32(name.count), &entries, &size, nil, 0) == 0 else { return false }
      return entries.prefix(size / stride).contains { entry in
        entry.kp_proc.p_pid != leader && Int32(entry.kp_proc.p_stat) != SZOMB
      }
    #else
      guard let folder = opendir("/proc") else { return false }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
          field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
            String(cString: $0)
          }
        }
        guard let process = pid_t(name), process != leader, let found = status(of: process) else { continue }
        if found.group == group, found.state != "Z", found.state != "X" { return true }
      }
      return false
    #endif
  }

  #if !canImport(Darwin)
    /// Nil for one that is gone.
    private static func status(of process: pid_t) -> (state: Substring, group: pid_t)? {
      let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 512)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      // Its name stands in brackets and may have anything in it: state, parent and group stand behind the last one.
      guard count > 0, let end = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let words = String(decoding: buffer[(end + 1)..<count], as: UTF8.self).split(separator: " ")
      guard words.count > 2, let group = pid_t(words[2]) else { return nil }
      return (words[0], group)
    }
  #endif
}
