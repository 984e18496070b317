// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import FlowExploration
import FlowGraph
import FlowPages
import FlowPictures
import FlowRuntime
import Testing

@testable import FlowStories

/// Texts from right to left beside others, in storyboards and pages.
@Suite("Directions of writing, side by side")
struct DirectionTests {
  private static let arabic = """
    catalogue: ar
    messages:
      wrong: "{recentlyLoggedInUser} مرحبا، 3!"
      welcome: "REL-ID: مرحبا!"

    """

  /// In English and Arabic; one text is not translated.
  private static func flow() throws -> ValidFlow {
    let text = Samples.small.replacing("sdk: relid\n", with: "sdk: relid\nmessages-in: en\ncatalogues: [a.ar]\n")
      .replacing("That name is not right.", with: "\"{recentlyLoggedInUser} is not right.\"")
    let loader = FileLoader { path in
      path == "a.ar.yaml"
        ? .success(SourceFile(path: path, text: arabic)) : .failure(FileLoader.Problem("there is none"))
    }
    let compilation = Compiler(loader: loader).compile(SourceFile(path: "test.yaml", text: text))
    return try #require(compilation.flow, "\(compilation.findings.map(\.message))")
  }

  private static func spoken(_ languages: [String] = []) throws -> SpokenFlow {
    let flow = try flow()
    return SpokenFlow(flow, WalkGraph(Program(flow)), in: languages)
  }

  @Test(
    "what keeps a value apart is an element of HTML, and what keeps nothing apart is left out",
    arguments: [
      ("Hello \u{2068}مرحبا\u{2069} 123!", "Hello <bdi>مرحبا</bdi> 123!"),
      ("\u{2068}a < b\u{2069}\nשלום", "<bdi>a &lt; b</bdi>\nשלום"),
      ("\u{2068}a \u{2068}ב\u{2069}\u{2069}", "<bdi>a <bdi>ב</bdi></bdi>"),
      ("plain", "plain"), ("מרחב", "מרחב"), ("\u{2069}a\u{2068} é", "a é"), ("\u{2068}open é", "open é"),
      ("\u{2067}ab\u{2069} é", "ab é"), ("\u{2068}a\nb\u{2069}", "a\nb"),
    ])
  func isolatesInHTML(text: String, html: String) { #expect(HTMLText.message(text) == html) }

  @Test(
    "in Markdown a line with letters from right to left turns nothing around it",
    arguments: [
      ("Hello \u{2068}مرحبا\u{2069} 1", nil, "\u{2068}Hello \u{2068}مرحبا\u{2069} 1\u{2069}"),
      ("REL-ID: مرحبا", true, "\u{2067}REL-ID: مرحبا\u{2069}"),
      ("مرحبا is a name", false, "\u{2066}مرحبا is a name\u{2069}"),
      ("- plain", true, "\\- plain"), ("a*b", nil, "a\\*b"), ("", true, ""),
      ("\u{2069}a\u{2068}b", nil, "ab"), ("\u{2069}א\u{2068}b", nil, "\u{2068}אb\u{2069}"),
    ] as [(String, Bool?, String)])
  func isolatesInMarkdown(text: String, isRightToLeft: Bool?, markdown: String) {
    #expect(MarkdownText.said(text, isRightToLeft: isRightToLeft) == markdown)
  }

  @Test("a storyboard of several languages shows each text from the side from which it is read")
  func directsBoards() throws {
    let spoken = try Self.spoken()
    #expect(spoken.languages == ["en", "ar"])
    let page = StorySections(spoken.stories, spoken.wording).page(title: "small")
    #expect(page.contains("<small>ar</small> <span lang=\"ar\" dir=\"rtl\">REL-ID: مرحبا!</span></p>"))
    #expect(page.contains("<small>en</small> <span lang=\"en\" dir=\"ltr\">You are signed in.</span></p>"))
    // What is not translated is in the language of the flow.
    #expect(page.contains("<small>ar</small> <span dir=\"ltr\">Try again later.</span> <strong"))
    #expect(page.contains("<td lang=\"ar\" dir=\"rtl\">{recentlyLoggedInUser} مرحبا، 3!"))
    #expect(!page.contains("dir=\"auto\""))
    let markdown = StoryMarkdown("small", spoken.stories, spoken.wording).text
    #expect(markdown.contains("> ar: \u{2067}REL-ID: مرحبا\\!\u{2069}\n"))
    #expect(markdown.contains("> en: You are signed in.\n") && markdown.contains("> ar: Try again later. — **"))
  }

  @Test("a storyboard of one language is read from its side as a whole, but for what the page says itself")
  func directsOneLanguage() throws {
    let spoken = try Self.spoken(["ar"])
    let page = StorySections(spoken.stories, spoken.wording).page(title: "small")
    #expect(page.contains("<p class=\"say\" lang=\"ar\" dir=\"rtl\">REL-ID: مرحبا!</p>"))
    #expect(page.contains("<p class=\"say\" dir=\"ltr\">Try again later.<span lang=\"en\" dir=\"ltr\"> <strong"))
  }

  @Test("where nobody says in which language a text is, its letters tell from which side it is read")
  func goesByLetters() throws {
    let flow = try ShippedFlows.read(Samples.small.replacing("You are signed in.", with: "שלום!"))
    let spoken = SpokenFlow(flow, WalkGraph(Program(flow)))
    let page = StorySections(spoken.stories, spoken.wording).page(title: "small")
    #expect(page.contains("<p class=\"say\" dir=\"auto\">שלום!</p>"))
    #expect(StoryMarkdown("small", spoken.stories, spoken.wording).text.contains("> \u{2068}שלום\\!\u{2069}\n"))
  }

  @Test("in the walk a text that begins with a Latin word begins with the mark of its language")
  func directsWalk() throws {
    let flow = try Self.flow()
    let graph = WalkGraph(Program(flow))
    let spoken = SpokenFlow(flow, graph)
    var paged = PagedFlow(path: "test.yaml", flow: flow.flow, picture: try picture(of: flow.flow))
    paged.walk = graph
    paged.spoken = Array(zip(spoken.languages, spoken.programs))
    paged.wording = spoken.wording
    let page = FlowPage([paged]).text
    #expect(page.contains("\"say\":\"\\u200fREL-ID: مرحبا!\""))
    #expect(page.contains("\"say\":\"You are signed in.\""))
    #expect(page.contains("<q lang=\"en\" dir=\"ltr\">You are signed in.</q>"))
  }
}
