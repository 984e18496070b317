// SPDX-License-Identifier: Apache-2.0

import Guide

/// A language that a program which is the SDK may be begun in.
enum BackendLanguage: String, CaseIterable {
  case python, swift

  var file: String {
    switch self {
    case .python: "sdk.py"
    case .swift: "sdk.swift"
    }
  }

  var text: String {
    switch self {
    case .python: Handout.pythonBackend.text
    case .swift: Handout.swiftBackend.text
    }
  }

  /// The command by which it is started, for its page.
  var command: String {
    switch self {
    case .python: "python3 sdk.py"
    case .swift: "./sdk"
    }
  }
}
