// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// Whether a file can be read as a tree: for the benchmarks, which are a package of their own, and for nobody else.
@_spi(Benchmarks) public func isReadableTree(_ file: SourceFile) -> Bool { YAML.read(file).value != nil }
