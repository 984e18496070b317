// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Scenarios of several devices: who runs which flow, what happens on which, and how each comes out.
extension ScenarioDecoder {
  /// The devices that a file names, or one without a name for its `flow`; nil if neither can be read.
  mutating func devices(_ map: YAMLMapping) -> [ScenarioDevice]? {
    guard let named = map.entry("devices") else {
      return map.require("flow", of: "the scenario file", &findings)?.text("`flow`", &findings)
        .map { [ScenarioDevice(name: nil, flow: $0)] }
    }
    if let flow = map.entry("flow") {
      report(
        "a file has either `flow` or `devices`", max(flow.key.range, named.key.range),
        "keep `devices`, and name the flow of each")
    }
    guard let entries = named.value.mapping("`devices`", &findings)?.entries else { return nil }
    let devices = entries.compactMap { device($0) }
    guard devices.count == entries.count else { return nil }
    guard devices.count > 1 else {
      report("`devices` is for several devices", named.key.range, "write `flow:` where there is one device only")
      return nil
    }
    return devices
  }

  private mutating func device(_ entry: YAMLEntry) -> ScenarioDevice? {
    guard let map = entry.value.mapping("a device", keys: Shape.scenarioDevice.names, &findings),
      let flow = map.require("flow", of: "the device", &findings)?.text("`flow`", &findings)
    else { return nil }
    guard !entry.key.value.isOne(of: ReservedWords.flags) else {
      report(
        "`\(entry.key.value)` is a word of the language and cannot name a device", entry.key.range,
        "choose another name, such as `\(entry.key.value)Device`")
      return nil
    }
    return ScenarioDevice(name: entry.key, flow: flow)
  }

  /// The items of a node of `do:`; where there are several devices, of a block that says on which.
  mutating func placedItems(_ node: YAMLNode) -> [Scenario.Item] {
    let names = names
    guard !names.isEmpty else {
      if let on = node.onKey {
        report("there is one device only", on.range, "take `on` out; `devices:` names several")
        return []
      }
      return items(node, on: 0)
    }
    guard let on = node["on"] else {
      let items = items(node, on: nil)
      guard !items.allSatisfy(\.what.mayBeOfAll) else { return items }
      report("this does not say on which device it happens", node.range, "write it below `on: \(names[0])` and `do:`")
      return []
    }
    guard let map = node.mapping("an item", keys: ["on", "do"], &findings),
      let name = on.name("`on`", &findings).flatMap({ word($0, "`on`", of: names) }),
      let device = names.firstIndex(of: name.value),
      let nodes = map.require("do", of: "the item", &findings)?.sequence("`do`", &findings)
    else { return [] }
    guard !nodes.isEmpty else {
      report("nothing happens on this device here", name.range, "write an item below `do`, or remove it")
      return []
    }
    return nodes.flatMap { inner -> [Scenario.Item] in
      guard let key = inner.onKey else { return items(inner, on: device) }
      report("a device has no device of its own", key.range, "end this block, and begin the next with `- on:`")
      return []
    }
  }

  /// How the run of each device must come out, in the order of the devices.
  mutating func ends(_ node: YAMLNode, _ what: String) -> [EndExpectation]? {
    let names = names
    guard !names.isEmpty else { return end(node, what).map { [$0] } }
    guard let map = node.mapping(what, keys: names, &findings) else { return nil }
    var ends: [EndExpectation] = []
    for name in names {
      guard let node = map.require(name, of: what, &findings), let end = end(node, what) else { return nil }
      ends.append(end)
    }
    return ends
  }

  /// A device of the world on which nothing is played, and which is no user's either, is a slip in one of the names.
  mutating func checkDevices(of world: YAMLNode) {
    let names = names
    guard !names.isEmpty else { return }
    let users = world["users"]?.entries.map(\.value) ?? []
    let known = Set(names + users.flatMap { $0["registeredDevices"]?.items.compactMap(\.text) ?? [] })
    let own = world["device"]?["id"].flatMap { node in node.text.map { Spanned($0, node.range) } }
    for device in [own].compactMap({ $0 }) + (world["devices"]?.entries.map(\.key) ?? [])
    where !known.contains(device.value) {
      report(
        "nothing is played on the device \(Diagnostic.quoting(device.value)) of this world", device.range,
        Suggestion.help(
          for: device.value, among: names, otherwise: "the devices of this file are \(names.inBackticks)"))
    }
  }

  /// The devices' names; empty where there is one without a name.
  private var names: [String] { devices.compactMap(\.name?.value) }

  private mutating func report(_ message: String, _ range: SourceRange, _ help: String) {
    findings.append(Diagnostic(ScenarioRules.misplacedDevice, message, at: range, help: help))
  }
}

extension YAMLNode {
  /// The key `on` of a block that belongs to a device; nil if it is something else.
  fileprivate var onKey: Spanned<String>? {
    guard self["do"] != nil else { return nil }
    return entries.first { $0.key.value == "on" }?.key
  }
}
