// SPDX-License-Identifier: Apache-2.0
// All that an app needs to check flows and to run them, by one import.

@_exported public import Diagnostics
@_exported public import FlowChecks
@_exported public import FlowCompiler
@_exported public import FlowGraph
@_exported public import FlowRuntime
@_exported public import Guards
@_exported public import SDKContract
@_exported public import Values
