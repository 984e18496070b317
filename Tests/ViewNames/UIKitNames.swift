// SPDX-License-Identifier: Apache-2.0
// The names of UIKit that the pages' listings use, and nothing behind them: so that the listings are type-checked
// where there is no UIKit.

import Foundation

@MainActor class UIResponder { init() {} }

@MainActor class UIView: UIResponder {
  struct AutoresizingMask: OptionSet {
    let rawValue: Int
    static let flexibleWidth = AutoresizingMask(rawValue: 1)
    static let flexibleHeight = AutoresizingMask(rawValue: 2)
  }

  var frame = CGRect.zero
  var bounds = CGRect.zero
  var autoresizingMask: AutoresizingMask = []
  var isHidden = false
  var accessibilityViewIsModal = false
  var backgroundColor: UIColor?
  var translatesAutoresizingMaskIntoConstraints = true
  let safeAreaLayoutGuide = UILayoutGuide()
  let topAnchor = NSLayoutAnchor()
  let leadingAnchor = NSLayoutAnchor()
  let trailingAnchor = NSLayoutAnchor()
  func addSubview(_ view: UIView) {}
  func removeFromSuperview() {}
}

enum UIColor { case systemBackground }

@MainActor class UILayoutGuide {
  let topAnchor = NSLayoutAnchor()
  let leadingAnchor = NSLayoutAnchor()
  let trailingAnchor = NSLayoutAnchor()
}

@MainActor class NSLayoutAnchor {
  func constraint(equalTo anchor: NSLayoutAnchor, constant: CGFloat = 0) -> NSLayoutConstraint { NSLayoutConstraint() }
}

@MainActor class NSLayoutConstraint {
  static func activate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor class UIStackView: UIView {
  enum Axis { case vertical }
  var axis = Axis.vertical
  var spacing: CGFloat = 0
  var arrangedSubviews: [UIView] { [] }
  func addArrangedSubview(_ view: UIView) {}
}

@MainActor class UILabel: UIView {
  var text: String?
  var numberOfLines = 1
}

@MainActor class UIControl: UIView { var isEnabled = true }

@MainActor class UITextField: UIControl {
  var text: String?
  var placeholder: String?
  var isSecureTextEntry = false
}

@MainActor class UIAction {
  init(title: String = "", handler: @escaping (UIAction) -> Void) {}
}

@MainActor class UIButton: UIControl {
  enum Kind { case system }
  init(type: Kind, primaryAction: UIAction?) {}
}

@MainActor class UIViewController: UIResponder {
  let view = UIView()
  init(nibName: String?, bundle: Bundle?) {}
  override convenience init() { self.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) {}
  func viewDidLoad() {}
  func addChild(_ child: UIViewController) {}
  func didMove(toParent parent: UIViewController?) {}
}

@MainActor class UIWindow: UIView {
  var rootViewController: UIViewController?
  init(windowScene: UIWindowScene) {}
  func makeKeyAndVisible() {}
}

@MainActor class UIScene: UIResponder { class ConnectionOptions {} }
@MainActor class UIWindowScene: UIScene {}
@MainActor class UISceneSession {}

@MainActor protocol UIWindowSceneDelegate {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneDidEnterBackground(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
}
