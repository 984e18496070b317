// SPDX-License-Identifier: Apache-2.0

import Redaction
import Testing

@Suite("A secret that an encoder has written")
struct EscapedSecretsTests {
  /// Passwords, each as encoders of Python, Java and JavaScript write it: `json.dumps`, `html.escape`, `quote_plus`, `repr`;
  /// `URLEncoder`, Gson, `escapeHtml4`; `encodeURIComponent`, `encodeURI`, `JSON.stringify`; and one behind another.
  static let encoded: [(password: String, spellings: [String])] = [
    (
      ##"Pass/word"##,
      [
        ##"Pass%2Fword"##, ##"Pass\/word"##, ##"Pass&#47;word"##, ##"Pass&#x2F;word"##,
      ]
    ),
    (
      ##"S&cr&t&99"##,
      [
        ##"S&amp;cr&amp;t&amp;99"##, ##"S%26cr%26t%2699"##, ##"S\u0026cr\u0026t\u002699"##,
        ##"S&#38;cr&#38;t&#38;99"##, ##"S&#x26;cr&#x26;t&#x26;99"##,
      ]
    ),
    (
      ##"Zürich/2024"##,
      [
        ##"Z\u00fcrich/2024"##, ##"Z%C3%BCrich%2F2024"##, ##"Z\xfcrich/2024"##, ##"Z\xc3\xbcrich/2024"##,
        ##"Z\\u00fcrich/2024"##, ##"Z&uuml;rich/2024"##, ##"Z%C3%BCrich/2024"##, ##"Zürich\/2024"##,
        ##"Z&#252;rich&#47;2024"##, ##"Z&#xFC;rich&#x2F;2024"##,
      ]
    ),
    (
      ##"Pass word 12"##,
      [
        ##"Pass+word+12"##, ##"Pass%20word%2012"##,
      ]
    ),
    (
      ##"a&b<c>d"e"##,
      [
        ##"a&b<c>d\"e"##, ##"a&amp;b&lt;c&gt;d&quot;e"##, ##"a%26b%3Cc%3Ed%22e"##, ##"a&b<c>d\\\"e"##,
        ##"a\u0026b\u003cc\u003ed\"e"##, ##"a&b%3Cc%3Ed%22e"##, ##"a&#38;b&#60;c&#62;d&#34;e"##,
        ##"a&#x26;b&#x3C;c&#x3E;d&#x22;e"##,
      ]
    ),
    (
      ##"Pass"word"##,
      [
        ##"Pass\"word"##, ##"Pass&quot;word"##, ##"Pass%22word"##, ##"Pass\\\"word"##, ##"Pass&#34;word"##,
        ##"Pass&#x22;word"##,
      ]
    ),
    (
      ##"emoji😀😀pass"##,
      [
        ##"emoji\ud83d\ude00\ud83d\ude00pass"##, ##"emoji%F0%9F%98%80%F0%9F%98%80pass"##,
        ##"emoji\U0001f600\U0001f600pass"##, ##"emoji\xf0\x9f\x98\x80\xf0\x9f\x98\x80pass"##,
        ##"emoji\\ud83d\\ude00\\ud83d\\ude00pass"##, ##"emoji&#128512;&#128512;pass"##,
        ##"emoji&#x1F600;&#x1F600;pass"##,
      ]
    ),
    (
      ##"Zq-Pässwörd"7\k/42"##,
      [
        ##"Zq-P\u00e4ssw\u00f6rd\"7\\k/42"##, ##"Zq-Pässwörd&quot;7\k/42"##,
        ##"Zq-P%C3%A4ssw%C3%B6rd%227%5Ck%2F42"##, ##"Zq-Pässwörd"7\\k/42"##, ##"Zq-P\xe4ssw\xf6rd"7\\k/42"##,
        ##"Zq-P\xc3\xa4ssw\xc3\xb6rd"7\\k/42"##, ##"Zq-P\\u00e4ssw\\u00f6rd\\\"7\\\\k/42"##,
        ##"Zq-P\u00e4ssw\u00f6rd&quot;7\\k/42"##, ##"Zq-Pässwörd\"7\\k/42"##,
        ##"Zq-P&auml;ssw&ouml;rd&quot;7\k/42"##, ##"Zq-P%C3%A4ssw%C3%B6rd%227%5Ck/42"##,
        ##"Zq-Pässwörd\"7\\k\/42"##, ##"Zq-P&#228;ssw&#246;rd&#34;7\k&#47;42"##,
        ##"Zq-P&#xE4;ssw&#xF6;rd&#x22;7\k&#x2F;42"##,
      ]
    ),
    (
      ##"Tr0ub4dor&3"##,
      [
        ##"Tr0ub4dor&amp;3"##, ##"Tr0ub4dor%263"##, ##"Tr0ub4dor\u00263"##,
        ##"Tr0ub4dor&#38;3"##, ##"Tr0ub4dor&#x26;3"##,
      ]
    ),
    (
      ##"correct horse battery"##,
      [
        ##"correct+horse+battery"##, ##"correct%20horse%20battery"##,
      ]
    ),
    (
      ##"geheim%7"##,
      [
        ##"geheim%257"##
      ]
    ),
    (
      ##"Horse"bat\tery-1"##,
      [
        ##"Horse\"bat\\tery-1"##, ##"Horse&quot;bat\tery-1"##, ##"Horse%22bat%5Ctery-1"##, ##"Horse"bat\\tery-1"##,
        ##"Horse\\\"bat\\\\tery-1"##, ##"Horse&quot;bat\\tery-1"##, ##"Horse&#34;bat\tery-1"##,
        ##"Horse&#x22;bat\tery-1"##,
      ]
    ),
    (
      ##"P@ss&word%2024"##,
      [
        ##"P@ss&amp;word%2024"##, ##"P%40ss%26word%252024"##, ##"P@ss\u0026word%2024"##,
        ##"P@ss&word%252024"##, ##"P@ss&#38;word%2024"##, ##"P@ss&#x26;word%2024"##,
      ]
    ),
    (
      ##"hör"se"##,
      [
        ##"h\u00f6r\"se"##, ##"hör&quot;se"##, ##"h%C3%B6r%22se"##, ##"h\xf6r"se"##, ##"h\xc3\xb6r"se"##,
        ##"h\\u00f6r\\\"se"##, ##"h\u00f6r&quot;se"##, ##"hör\"se"##, ##"h&ouml;r&quot;se"##,
        ##"h&#246;r&#34;se"##, ##"h&#xF6;r&#x22;se"##,
      ]
    ),
  ]

  @Test("is covered as a whole, and nothing beside it", arguments: encoded)
  func covered(password: String, spellings: [String]) {
    var mask = SecretMask.ofMessages
    mask.note(Array(password.utf8))
    for spelling in spellings {
      #expect(mask.line(Array("got <\(spelling)> at 12".utf8)[...]) == "got <•••> at 12", "\(spelling)")
      #expect(mask.quote(Array("got <\(spelling)> at 12".utf8)[...]) == "`got <•••> at 12`", "\(spelling)")
    }
  }

  @Test("leaves what stands around it as it was written, backslashes too")
  func around() {
    var mask = SecretMask.ofMessages
    mask.note(Array("Horse-battery-1".utf8))
    let text = ##"C:\new\table \110\157 &amp; %41 Horse-battery-1"##
    #expect(mask.quote(Array(text.utf8)[...]) == ##"`C:\new\table \110\157 &amp; %41 •••`"##)
    #expect(mask.line(Array(text.utf8)[...]) == ##"C:\new\table \110\157 &amp; %41 •••"##)
  }

  @Test(
    "is told from text that only has the signs of escapes",
    arguments: [
      "50 % of a+b", "a && b &unknown; &#x;", ##"\u12 \ud800 \x \"##, "%zz %4", "&amp", "&", "%", "+", ##"\"##,
    ])
  func signs(text: String) {
    var mask = SecretMask.ofMessages
    mask.note(Array("Horse-battery-1".utf8))
    #expect(mask.line(Array(text.utf8)[...]) == text)
  }
}
