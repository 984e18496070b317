// SPDX-License-Identifier: Apache-2.0

/// What a contract gives a name to.
package enum ContractName: String, Sendable, Hashable {
  case phase, mode, type, authenticator, code, error, event, call, field, constant, population
}
