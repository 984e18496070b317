// SPDX-License-Identifier: Apache-2.0

extension Profile {
  /// Every profile, in the order of the help.
  ///
  /// Documentation/Profiles.md tells of each.
  public static let all: [Profile] = [
    Profile(
      name: "nist-63b-3", title: "NIST SP 800-63B, revision 3 (2017)",
      guesses: Limit(most: 100, isDemanded: true, clause: "§5.2.2"),
      guessesOverAccounts: nil,
      idle: [
        "aal2": Limit(most: 30 * minute, isDemanded: true, clause: "§4.2.3"),
        "aal3": Limit(most: 15 * minute, isDemanded: true, clause: "§4.3.3"),
      ]),
    Profile(
      name: "nist-63b-4", title: "NIST SP 800-63B, revision 4 (2025)",
      guesses: Limit(most: 100, isDemanded: true, clause: "§3.2.2"),
      guessesOverAccounts: nil,
      idle: [
        "aal2": Limit(most: 60 * minute, isDemanded: false, clause: "§2.2.3"),
        "aal3": Limit(most: 15 * minute, isDemanded: false, clause: "§2.3.3"),
      ]),
    Profile(
      name: "psd2-rts", title: "Delegated Regulation (EU) 2018/389 on strong customer authentication",
      guesses: Limit(most: 5, isDemanded: true, clause: "Art. 4(3)(b)"),
      guessesOverAccounts: nil,
      idle: ["": Limit(most: 5 * minute, isDemanded: true, clause: "Art. 4(3)(d)")]),
    Profile(
      name: "asvs-5", title: "OWASP ASVS 5.0",
      guesses: Limit(most: nil, isDemanded: true, clause: "6.1.1, 6.3.1"),
      guessesOverAccounts: Limit(most: nil, isDemanded: true, clause: "6.1.1, 6.3.1"),
      idle: [:]),
  ]

  private static let minute = 60_000
}
