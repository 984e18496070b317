// SPDX-License-Identifier: Apache-2.0

import CLibYAML
import Diagnostics

/// What makes something of events.
protocol YAMLEventTaker {
  /// Takes an event; false if no more are wanted.
  mutating func take(_ event: YAMLEvent) -> Bool
}

/// The only place that speaks with libyaml: bytes in, events or tokens out.
enum YAMLEventReader {
  /// Hands every event over, until the file ends, the taker has enough, or libyaml finds a problem.
  ///
  /// - Parameter bytes: UTF-8 without a byte order mark, since libyaml would count it as a column.
  /// - Returns: the problem; nil if there was none.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, into taker: inout some YAMLEventTaker
  ) -> YAMLProblem? {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return outOfMemory }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, start, bytes.count)
    var event = yaml_event_t()
    while true {
      guard yaml_parser_parse(&parser, &event) == 1 else { return problem(parser) }
      defer { yaml_event_delete(&event) }
      if event.type == YAML_STREAM_END_EVENT || !taker.take(YAMLEvent(event)) { return nil }
    }
  }

  /// Hands over where each token stands: whatever is between two tokens is white space or a comment.
  ///
  /// - Parameter visit: gets the places in characters, not in bytes, and whether it is a text behind `|` or `>`.
  /// - Returns: whether the tokens of the whole file could be told.
  static func tokens(
    of bytes: UnsafeBufferPointer<UInt8>, _ visit: (_ place: Range<Int>, _ isBlock: Bool) -> Void
  ) -> Bool {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return false }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, start, bytes.count)
    var token = yaml_token_t()
    while true {
      guard yaml_parser_scan(&parser, &token) == 1 else { return false }
      defer { yaml_token_delete(&token) }
      let isBlock = token.type == YAML_SCALAR_TOKEN && YAMLEvent.Style(token.data.scalar.style) == .block
      let first = Int(bitPattern: UInt(token.start_mark.index))
      visit(first..<max(first, Int(bitPattern: UInt(token.end_mark.index))), isBlock)
      if token.type == YAML_STREAM_END_TOKEN || token.type == YAML_NO_TOKEN { return true }
    }
  }

  /// Which libyaml it is.
  static var version: String { yaml_get_version_string().map { String(cString: $0) } ?? "" }

  private static var outOfMemory: YAMLProblem {
    YAMLProblem(problem: "out of memory", place: .start, context: "", contextPlace: nil)
  }

  private static func problem(_ parser: yaml_parser_t) -> YAMLProblem {
    let context = parser.context.map { String(cString: $0) } ?? ""
    return YAMLProblem(
      problem: parser.problem.map { String(cString: $0) } ?? "out of memory",
      place: SourcePosition(parser.problem_mark), context: context,
      contextPlace: context.isEmpty ? nil : SourcePosition(parser.context_mark))
  }
}

extension SourcePosition {
  /// libyaml counts lines and columns from zero, in code points; we count from one, as editors do.
  @inline(__always)
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: Int(bitPattern: UInt(mark.line)) &+ 1, column: Int(bitPattern: UInt(mark.column)) &+ 1)
  }
}

extension YAMLEvent {
  @inline(__always)
  fileprivate init(_ event: yaml_event_t) {
    self.init(
      kind: .other, start: SourcePosition(event.start_mark), end: SourcePosition(event.end_mark))
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      kind = .scalar
      text = UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
      anchor = Self.name(scalar.anchor)
      style = Style(scalar.style)
      hasTag = scalar.tag != nil || (style == .plain && scalar.plain_implicit == 0)
    case YAML_ALIAS_EVENT:
      kind = .alias
      anchor = Self.name(event.data.alias.anchor)
    case YAML_MAPPING_START_EVENT:
      let mapping = event.data.mapping_start
      kind = .mappingStart
      anchor = Self.name(mapping.anchor)
      style = mapping.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
      hasTag = mapping.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      let sequence = event.data.sequence_start
      kind = .sequenceStart
      anchor = Self.name(sequence.anchor)
      style = sequence.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
      hasTag = sequence.tag != nil
    case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
      kind = .containerEnd
    case YAML_DOCUMENT_START_EVENT:
      kind = .documentStart
    default:
      break
    }
  }

  @inline(__always)
  private static func name(_ text: UnsafeMutablePointer<UInt8>?) -> UnsafeBufferPointer<UInt8>? {
    guard let text else { return nil }
    var count = 0
    while text[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: text, count: count)
  }
}

extension YAMLEvent.Style {
  @inline(__always)
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .single
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .double
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .block
    default: self = .plain
    }
  }
}
