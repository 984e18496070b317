// SPDX-License-Identifier: Apache-2.0

/// What the registry of BCP 47 knows of short languages and of variants, so that a slip such as `at`, `german` or `de-Austria` is no tag.
///
/// Source: IANA, Language Subtag Registry; languages of two letters are those of ISO 639-1, and `iw`, `in`, `ji` and `sh`, which it keeps.
enum LanguageRegistry {
  /// Whether a first part is a language: one of three letters is not looked up, and no longer one is registered.
  static func isLanguage(_ part: String) -> Bool { part.utf8.count != 2 || twoLetters.contains(part.lowercased()) }

  /// Whether a variant is registered; of those with a digit in them, whichever.
  static func isVariant(_ part: String) -> Bool {
    part.utf8.contains { (48...57).contains($0) } || variants.contains(part.lowercased())
  }

  private static let twoLetters = words(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff
    fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr
    ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps
    pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve
    vi vo wa wo xh yi yo za zh zu
    """)

  private static let variants = words(
    """
    akuapem alalc aluku anpezo aranes arevela arevmda arkaika asante auvern balanka barla basiceng bauddha bciav bcizbl biscayan biske
    bohoric boont bornholm cisaup cornu creiss dajnko ekavsk emodeng fascia fodom fonipa fonkirsh fonnapa fonupa fonxsamp gallo gascon
    gherd grclass grital grmistr hepburn heploc hognorsk hsistemo ijekavsk itihasa ivanchov jauer jyutping kkcor kleinsch kociewie kscor
    laukika lemosin lengadoc lipaw mdcegyp mdctrans metelko monoton ndyuka nedis newfound nicard njiva nulik osojs oxendict pamaka peano
    pehoeji petr pinyin polyton provenc puter rigik rozaj rumgr scotland scouse simple solba sotav spanglis surmiran sursilv sutsilv
    synnejyl tailo tarask tongyong tunumiir uccor ucrcor ulster unifon vaidika valbadia valencia vallader vecdruka vivaraup wadegile
    xsistemo
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
