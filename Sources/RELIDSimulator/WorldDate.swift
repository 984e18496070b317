// SPDX-License-Identifier: Apache-2.0

/// A moment by the calendar, in seconds since the beginning of 1970, in UTC.
///
/// Nothing here asks what time it is: a world says when its run begins.
struct WorldDate: Sendable, Hashable, Comparable {
  var seconds: Int

  /// When a run begins if its world does not say: the first of January 2026.
  static let defaultStart = WorldDate(seconds: 1_767_225_600)

  static func < (left: WorldDate, right: WorldDate) -> Bool { left.seconds < right.seconds }

  /// That long after a moment, in whole seconds.
  func moved(by time: Duration) -> WorldDate {
    let (whole, rest) = time.components
    return WorldDate(seconds: seconds + Int(whole) - (rest < 0 ? 1 : 0))
  }

  /// How long after another moment.
  func since(_ other: WorldDate) -> Duration { .seconds(seconds - other.seconds) }

  /// As events carry it, such as `2026-01-01T09:00:00Z`.
  var text: String {
    let day = (seconds - Self.modulo(seconds, Self.daySeconds)) / Self.daySeconds
    let time = Self.modulo(seconds, Self.daySeconds)
    let (year, month, dayOfMonth) = Self.calendar(day)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let years = String(repeating: "0", count: max(0, 4 - "\(year)".utf8.count)) + "\(year)"
    return "\(years)-\(two(month))-\(two(dayOfMonth))T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
  }

  private static let daySeconds = 86_400

  private static func modulo(_ number: Int, _ divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

extension WorldDate {
  /// How exactly a text tells a moment.
  enum Precision { case day, second }

  /// A day such as `2026-01-01`, which is its first second, or a second such as `2026-01-01T09:00:00Z`.
  ///
  /// - Returns: nil if the text is neither, or no day of the calendar.
  static func read(_ text: String) -> (date: WorldDate, precision: Precision)? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10 || bytes.count == 20, fits(bytes) else { return nil }
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 & 15) } }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard year > 0, (1...12).contains(month), (1...days(in: month, of: year)).contains(day) else { return nil }
    let midnight = dayNumber(year, month, day) * daySeconds
    guard bytes.count == 20 else { return (WorldDate(seconds: midnight), .day) }
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard hour < 24, minute < 60, second < 60 else { return nil }
    return (WorldDate(seconds: midnight + hour * 3600 + minute * 60 + second), .second)
  }

  /// The last second of the day that begins here.
  var endOfDay: WorldDate { WorldDate(seconds: seconds + Self.daySeconds - 1) }

  private static let form = Array("0000-00-00T00:00:00Z".utf8)

  /// Whether digits and signs stand where they must.
  private static func fits(_ bytes: [UInt8]) -> Bool {
    zip(bytes, form).allSatisfy { byte, sign in
      sign == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == sign
    }
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since the beginning of 1970.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    daysBefore(year) - daysBefore(1970) + (1..<month).reduce(0) { $0 + days(in: $1, of: year) } + day - 1
  }

  /// Days from the beginning of the year 1 to that of another one.
  private static func daysBefore(_ year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  private static func calendar(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let days = number + daysBefore(1970)
    var year = days / 366 + 1
    while daysBefore(year + 1) <= days { year += 1 }
    var rest = days - daysBefore(year)
    var month = 1
    while rest >= Self.days(in: month, of: year) {
      rest -= Self.days(in: month, of: year)
      month += 1
    }
    return (year, month, rest + 1)
  }
}
