// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// The process that we are.
package enum ThisProcess {
  /// Ends it.
  package static func exit(_ code: Int32) -> Never { system_exit(code) }

  /// Ends it without a look at what others have asked to be done at the end.
  package static func exitAtOnce(_ code: Int32) -> Never { system_exit_at_once(code) }

  /// Another thread is ending it.
  package static func waitForEnd() { system_wait_for_end() }

  /// A program that is started without standard streams must not take its first file for one.
  ///
  /// What stands in for a closed standard output cannot be written, so that what is lost there is told.
  package static func openMissingStreams() { system_open_missing_streams() }

  /// The file of the program; nil if the system does not tell.
  package static var program: String? {
    guard let path = system_program_path() else { return nil }
    defer { system_free(path) }
    return String(cString: path)
  }

  /// Nanoseconds of a clock that is never set back.
  package static var nanoseconds: Int64 { system_time() }
}

/// A file that is read in place.
package enum MappedFile {
  /// Nil for a file that is empty or cannot be read.
  package static func read<Result>(_ path: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    var size = 0
    guard let bytes = system_map(path, &size) else { return nil }
    defer { system_unmap(bytes, size) }
    return body(UnsafeRawBufferPointer(start: bytes, count: size))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where a byte stands first, as fast as the processor can look.
  package func firstPlace(of byte: UInt8) -> Int? {
    guard let baseAddress, let place = system_find(baseAddress, byte, count) else { return nil }
    return place - baseAddress
  }
}
