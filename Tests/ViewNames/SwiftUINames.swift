// SPDX-License-Identifier: Apache-2.0
// The names of SwiftUI that the pages' listings use, and nothing behind them: so that the listings are type-checked
// where there is no SwiftUI.

import Foundation
import Observation

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

struct Drawn: PlainView {}

extension Never: View { typealias Body = Never }

/// A view that is made of no others.
protocol PlainView: View where Body == Never {}

@resultBuilder struct ViewBuilder {
  static func buildBlock<each Content: View>(_ content: repeat each Content) -> Drawn { Drawn() }
  static func buildOptional(_ content: Drawn?) -> Drawn { Drawn() }
  static func buildEither(first: Drawn) -> Drawn { Drawn() }
  static func buildEither(second: Drawn) -> Drawn { Drawn() }
}

@MainActor @propertyWrapper struct State<Value> {
  var wrappedValue: Value {
    get { fatalError("nothing is kept") }
    nonmutating set {}
  }
  var projectedValue: Binding<Value> { fatalError("nothing is kept") }
  init(wrappedValue: Value) {}
}

@MainActor @propertyWrapper struct Binding<Value> {
  var wrappedValue: Value {
    get { fatalError("nothing is bound") }
    nonmutating set {}
  }
  var projectedValue: Binding<Value> { self }
  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
  static func constant(_ value: Value) -> Binding<Value> { fatalError("nothing is bound") }
}

enum ScenePhase { case background, inactive, active }

struct EnvironmentValues { var scenePhase: ScenePhase }

@MainActor @propertyWrapper struct Environment<Value> {
  var wrappedValue: Value { fatalError("there is no environment") }
  init(_ path: KeyPath<EnvironmentValues, Value>) {}
}

enum Color { case red }
enum ButtonRole { case cancel }
enum KeyboardKind { case numberPad }

extension View {
  func id(_ id: some Hashable) -> Drawn { Drawn() }
  func task(_ action: @escaping @MainActor () async -> Void) -> Drawn { Drawn() }
  func onChange(of value: some Equatable, _ action: @escaping () -> Void) -> Drawn { Drawn() }
  func foregroundStyle(_ color: Color) -> Drawn { Drawn() }
  func disabled(_ isDisabled: Bool) -> Drawn { Drawn() }
  func tag(_ tag: some Hashable) -> Drawn { Drawn() }
  func keyboardType(_ kind: KeyboardKind) -> Drawn { Drawn() }
  func alert(_ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View) -> Drawn { Drawn() }
}

extension View where Body == Never {
  var body: Never { return fatalError("nothing is drawn") }
}

struct Group: PlainView { init(@ViewBuilder content: () -> some View) {} }
struct Form: PlainView { init(@ViewBuilder content: () -> some View) {} }
struct Section: PlainView { init(_ title: String, @ViewBuilder content: () -> some View) {} }
struct ProgressView: PlainView {}
struct Label: PlainView { init(_ title: String, systemImage: String) {} }

struct Text: PlainView {
  enum Style { case timer }
  init(_ text: String) {}
  init(_ date: Date, style: Style) {}
}

struct Button: PlainView {
  init(_ title: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {}
  init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> some View) {}
}

struct TextField: PlainView { init(_ title: String, text: Binding<String>) {} }
struct SecureField: PlainView { init(_ title: String, text: Binding<String>) {} }
struct Toggle: PlainView { init(_ title: String, isOn: Binding<Bool>) {} }

struct Picker: PlainView {
  init(_ title: String, selection: Binding<String>, @ViewBuilder content: () -> some View) {}
}

struct ForEach: PlainView {
  init<Element, ID: Hashable>(
    _ data: [Element], id: KeyPath<Element, ID>, @ViewBuilder content: (Element) -> some View
  ) {}
}
