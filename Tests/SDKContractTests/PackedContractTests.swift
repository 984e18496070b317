// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import SDKContract
import Testing

@Suite struct PackedContractTests {
  @Test("the packed form of an embedded contract is made of its text", arguments: EmbeddedContracts.names)
  func freshness(name: String) throws {
    let text = try #require(EmbeddedContracts.text(named: name))
    let contract = try #require(ContractReader.read(SourceFile(path: name, bytes: text)).value)
    let packed = PackedContract.pack(contract, of: text)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(packed).write(to: Self.folder.appending(path: name + ".packed"))
      Issue.record("\(name).packed was recorded; run again without RECORD")
    }
    #expect(EmbeddedContracts.packed(named: name) == packed, "\(name).yaml was changed: run `make record`")
  }

  @Test("what was packed and unpacked is the contract that was read", arguments: EmbeddedContracts.names)
  func roundTrip(name: String) throws {
    let text = try #require(EmbeddedContracts.text(named: name))
    let read = try #require(ContractReader.read(SourceFile(path: name, bytes: text)).value)
    let packed = PackedContract.pack(read, of: text)
    let unpacked = try #require(PackedContract.unpack(packed, of: text))
    #expect(PackedContract.pack(unpacked, of: text) == packed)
    #expect(unpacked.calls.map(\.name) == read.calls.map(\.name))
    #expect(unpacked.calls.map(\.replies) == read.calls.map(\.replies))
    #expect(unpacked.calls.map(\.parameters) == read.calls.map(\.parameters))
    #expect(unpacked.events.map(\.fields) == read.events.map(\.fields))
    #expect(unpacked.codes == read.codes)
    #expect(unpacked.errors == read.errors)
    #expect(unpacked.constants == read.constants)
    #expect(unpacked.origins == read.origins)
    for event in read.events { #expect(unpacked.event(named: event.name) == read.event(named: event.name)) }
  }

  @Test("bytes that were made of another text are of no use")
  func anotherText() throws {
    var text = try #require(EmbeddedContracts.text(named: "relid"))
    let packed = try #require(EmbeddedContracts.packed(named: "relid"))
    #expect(PackedContract.unpack(packed, of: text) != nil)
    text[text.count / 2] ^= 1
    #expect(PackedContract.unpack(packed, of: text) == nil)
    #expect(PackedContract.unpack(packed, of: text + [10]) == nil)
  }

  @Test("bytes that are cut off anywhere are of no use")
  func cutOff() throws {
    let text = try #require(EmbeddedContracts.text(named: "relid"))
    let packed = try #require(EmbeddedContracts.packed(named: "relid"))
    for count in stride(from: 0, to: packed.count, by: 97) {
      #expect(PackedContract.unpack(Array(packed[..<count]), of: text) == nil, "\(count) bytes")
    }
    #expect(PackedContract.unpack(packed + [0], of: text) == nil)
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/SDKContract/Contracts")
}
