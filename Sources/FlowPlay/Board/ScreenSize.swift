// SPDX-License-Identifier: Apache-2.0

/// How many rows and columns a screen has.
package struct ScreenSize: Equatable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}
