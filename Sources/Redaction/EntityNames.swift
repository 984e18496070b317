// SPDX-License-Identifier: Apache-2.0

/// The names that HTML has for characters, as encoders of servers write them.
enum EntityNames {
  /// In UTF-8, what each name stands for.
  static let bytes: [String: [UInt8]] = {
    var bytes = signs
    for (index, name) in latin.split(whereSeparator: \.isWhitespace).enumerated() {
      bytes[String(name)] = Array(String(Unicode.Scalar(UInt8(0xA0 + index))).utf8)
    }
    return bytes
  }()

  private static let signs: [String: [UInt8]] = [
    "quot": "\"", "amp": "&", "apos": "'", "lt": "<", "gt": ">", "Tab": "\t", "NewLine": "\n", "excl": "!", "num": "#",
    "dollar": "$", "percnt": "%", "lpar": "(", "rpar": ")", "ast": "*", "plus": "+", "comma": ",", "period": ".",
    "sol": "/", "colon": ":", "semi": ";", "equals": "=", "quest": "?", "commat": "@", "lsqb": "[", "lbrack": "[",
    "bsol": "\\", "rsqb": "]", "rbrack": "]", "Hat": "^", "lowbar": "_", "grave": "`", "lcub": "{", "lbrace": "{",
    "verbar": "|", "vert": "|", "rcub": "}", "rbrace": "}", "euro": "€", "ndash": "–", "mdash": "—", "hellip": "…",
  ].mapValues { Array($0.utf8) }

  /// The characters from U+00A0 to U+00FF, in their order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
    para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil
    Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
    Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute
    thorn yuml
    """
}
