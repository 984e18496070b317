# SPDX-License-Identifier: Apache-2.0
"""What check-pages does in the browser; the arguments are the browser, the program, a folder to work in, and `screenshots FOLDER`."""

import pathlib
import random
import re
import shutil
import subprocess
import sys

import terminal_picture
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

browser_path, program, work = sys.argv[1:4]
work = pathlib.Path(work).resolve()
problems = []
checks = 0

HOSTILE = """language: mfaflow/1
flow: hostile
version: 1.0.0
summary: "</title><script>window.pwned=1</script><img src=x onerror=window.pwned=1>"
sdk: relid
goal: aal1
start: initialize
steps:
  initialize: { call: initialize, then: { getUser: identify, else: failed } }
  identify:
    challenge: getUser
    ask: [userName]
    answer: setUser
    tries: 3
    say: ask
    then: { onUserLoggedIn: done, 101: { retry: wrong }, 138: { retry: wrong }, getUser 166: { retry: wrong }, exhausted: failed, else: failed }
ends:
  done: { outcome: success }
  failed: { outcome: failure, say: sorry }
messages:
  ask: "<script>window.pwned=1</script><img src=x onerror=window.pwned=1> %s"
  wrong: "\\" onmouseover=\\"window.pwned=1 &lt; `code` %s"
  sorry: "</script><svg onload=window.pwned=1>"
""" % ("long" * 400, "wide " * 300)


def check(is_so, words):
    global checks
    checks += 1
    if not is_so:
        problems.append(words)
        print(f"pages: {words}", file=sys.stderr)


def run(*words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def is_too_wide(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1")


NARROW = """[...document.querySelectorAll('td, th, dd, dt, li, p, q')].filter(one => {
  if (!one.getClientRects().length) return false;
  const longest = Math.max(...one.textContent.trim().split(/\\s+/).map(word => word.length));
  return one.getBoundingClientRect().width < Math.min(longest, 4) * parseFloat(getComputedStyle(one).fontSize) / 2;
}).map(one => one.textContent.trim().slice(0, 40))"""


def check_width(page, words):
    """Nothing is wider than the window, and no words have less than the width of a few letters, where they lie over their neighbours."""
    check(not is_too_wide(page), f"{words}: too wide")
    narrow = page.evaluate(NARROW)
    check(narrow == [], f"{words}: too narrow for {narrow[:3]}")


def opened(browser, path, **context):
    page = browser.new_context(**context).new_page()
    # A busy machine takes its time.
    page.set_default_timeout(180_000)
    page.noise = []
    page.requests = []
    page.on("console", lambda message: page.noise.append(message.text))
    page.on("pageerror", lambda error: page.noise.append(str(error)))
    page.on("request", lambda request: page.requests.append(request.url))
    page.goto(path.as_uri())
    return page


def parts(page):
    return page.eval_on_selector_all("nav.parts a", "links => links.map(link => link.hash)")


def go(page, part):
    page.evaluate("part => { location.hash = part }", part)
    page.wait_for_timeout(30)


def check_page(browser, path):
    name = path.name
    page = opened(browser, path, viewport={"width": 1280, "height": 900})
    check(page.title(), f"{name} has no title")
    for part in parts(page):
        go(page, part)
        shown = page.eval_on_selector_all(".part", "parts => parts.filter(part => part.clientHeight).map(part => part.id)")
        check(shown == [part[1:]], f"{name}: {part} shows {shown}")
    if parts(page):
        check_picture(page, name)
        check_walk(page, name)
    check(page.noise == [], f"{name}: the console has {page.noise[:3]}")
    check(page.requests == [path.as_uri()], f"{name}: it asks for {page.requests[1:4]}")
    check(page.evaluate("window.pwned") is None, f"{name}: a message was run")
    page.context.close()


def check_picture(page, name):
    go(page, parts(page)[0])
    if page.locator(".canvas").count() == 0:
        return
    # Whoever opens the page sees all of the picture from side to side, unless its letters would be too small.
    first = page.evaluate("(canvas => [canvas.scrollWidth, canvas.clientWidth, canvas.querySelector('svg').viewBox.baseVal.width])"
                          "(document.querySelector('.canvas.overview'))")
    check(first[0] <= first[1] or first[1] < 0.7 * first[2] + 2, f"{name}: the first view is cut off: {first}")
    width = "document.querySelector('.canvas.overview svg').clientWidth"
    before = page.evaluate(width)
    page.click("button.larger")
    check(page.evaluate(width) > before, f"{name}: the picture does not grow")
    page.click("button.fit")
    check(page.evaluate(width) <= page.evaluate("document.querySelector('.canvas.overview').clientWidth"), f"{name}: it does not fit")
    page.fill(".search", page.locator(".canvas.overview .place:not(.start) text").first.text_content())
    check(page.locator(".canvas.overview .lit").count() > 0, f"{name}: the search finds nothing")
    page.press(".search", "Escape")
    check(page.locator(".lit").count() == 0, f"{name}: escape does not end the search")
    # A message is found by its key where it is shown, also if the overview does not draw that, and Enter says which hit it is.
    message = page.locator(".step q + small").first
    if message.count():
        page.fill(".search", message.text_content())
        page.press(".search", "Enter")
        found = page.locator(".found").first.text_content()
        check(re.match(r"1 of \d+: \S", found), f"{name}: the search for {message.text_content()} says {found}")
        page.press(".search", "Escape")
        page.uncheck("input.every")
    page.check("input.every")
    check(page.locator(".canvas.whole").is_visible() and not page.locator(".canvas.overview").is_visible(), f"{name}: not all transitions are shown")
    page.uncheck("input.every")
    # With the keyboard alone: to the first place, and into its step.
    page.focus(".search")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('place')"):
            break
    check(page.evaluate("document.activeElement.classList.contains('place')"), f"{name}: tab does not reach a place")
    check(page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", f"{name}: the focus is not seen")
    page.keyboard.press("Enter")
    page.wait_for_timeout(50)
    check("-s" in page.evaluate("location.hash"), f"{name}: return does not open a step")


def check_walk(page, name):
    go(page, [part for part in parts(page) if part.endswith("-walk")][0])
    if page.locator(".walker .moves").count() == 0:
        return
    dice = random.Random(name)
    for _ in range(60):
        moves = page.locator(".walker .moves button:not(:disabled)")
        count = moves.count()
        if count == 0:
            check(page.locator(".walker .moves .note").count() == 1, f"{name}: nothing says why nothing may happen")
            for _ in range(3):
                if page.locator(".walker .back:not(:disabled)").count():
                    page.locator(".walker .back").click()
            continue
        # By the keyboard: a button is pressed with return.
        moves.nth(dice.randrange(count)).focus()
        page.keyboard.press("Enter")
        check(page.locator(".walker .trace p").count() > 0, f"{name}: there is no trace")
    page.locator(".walker .anew").click()
    check(page.locator(".walker .trace p").count() == 0, f"{name}: it does not start again")


def check_looks(browser, path, axe):
    name = path.name
    for scheme in ["light", "dark"]:
        page = opened(browser, path, viewport={"width": 1280, "height": 900}, color_scheme=scheme)
        for part in parts(page) or [""]:
            go(page, part)
            if part.endswith("-walk") and page.locator(".walker .moves button").count():
                page.locator(".walker .moves button").first.click()
            result = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
            for violation in result.response["violations"]:
                where = violation["nodes"][0]["html"][:120]
                check(False, f"{name}{part} ({scheme}): {violation['id']}: {violation['help']}: {where}")
            check(True, "")
        page.context.close()
    for width in [320, 768, 1280, 2560]:
        page = opened(browser, path, viewport={"width": width, "height": 800})
        for part in parts(page) or [""]:
            go(page, part)
            check_width(page, f"{name}{part} at {width} pixels")
        # Text at 200 %.
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for part in parts(page) or [""]:
            go(page, part)
            check_width(page, f"{name}{part} at {width} pixels with text at 200 %")
        page.context.close()


def check_paper(browser, path):
    """A page is printed with dark letters, whatever the screen has, and nothing of it is folded up or beyond the edge of the paper."""
    # As wide as A4 within the margins of Chromium.
    page = opened(browser, path, viewport={"width": 718, "height": 1000}, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    ink = page.evaluate("getComputedStyle(document.body).color")
    check(max(int(number) for number in re.findall(r"\d+", ink)[:3]) < 128, f"{path.name}: it is printed in {ink}")
    hidden = page.evaluate("[...document.querySelectorAll('details')]"
                           ".filter(one => getComputedStyle(one, '::details-content').contentVisibility == 'hidden').length")
    check(hidden == 0, f"{path.name}: {hidden} parts stay folded up on paper")
    check_width(page, f"{path.name} on paper")
    cut = page.evaluate("[...document.querySelectorAll('.wide, table, th, td, pre')].filter(one => one.scrollWidth > one.clientWidth + 1"
                        " && one.getClientRects().length).map(one => one.textContent.trim().slice(0, 40))")
    check(cut == [], f"{path.name}: on paper the right of {cut[:3]} is cut off")
    pale = page.evaluate("[...document.querySelectorAll('.matrix td[class]')].filter(one => getComputedStyle(one).printColorAdjust != 'exact').length")
    check(pale == 0, f"{path.name}: {pale} cells have no colour on paper")
    page.context.close()


COVERED = """selector => {
  const isCovered = one => {
    const box = one.getBoundingClientRect();
    const inset = (from, to) => [from + 2, (from + to) / 2, to - 2];
    const points = inset(box.left, box.right).flatMap(x => inset(box.top, box.bottom).map(y => [x, y]))
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    const isOther = top => top && !one.contains(top) && !top.contains(one);
    return points.length > 0 && points.every(([x, y]) => isOther(document.elementFromPoint(x, y)));
  };
  const found = [...document.querySelectorAll(".part.shown > h2")].filter(isCovered);
  scrollTo(0, document.documentElement.scrollHeight);
  for (const one of [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length).reverse()) {
    one.focus();
    if (document.activeElement === one && isCovered(one)) found.push(one);
  }
  return found.map(one => one.textContent.trim().slice(0, 40));
}"""


def check_focus(browser, path):
    """Whoever goes up through a part with the keyboard sees what has the focus, and above it nothing hides the heading (WCAG 2.4.11)."""
    for width, height, size in [(768, 1000, "100%"), (1280, 800, "100%"), (1280, 800, "200%"), (768, 800, "200%")]:
        page = opened(browser, path, viewport={"width": width, "height": height})
        page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        for part in parts(page):
            go(page, part)
            covered = page.evaluate(COVERED, part + " :is(a, button, input, select, summary, [tabindex='0'])")
            check(covered == [], f"{path.name}{part}: {width} x {height} pixels, text at {size}: covered are {covered[:3]}")
        page.context.close()


SHOWN = """(() => {
  const canvas = document.querySelector(".canvas.whole"), frame = canvas.getBoundingClientRect();
  const isSeen = one => {
    const box = one.getBoundingClientRect();
    return box.left >= frame.left && box.right <= frame.right && box.top >= Math.max(0, frame.top) && box.bottom <= Math.min(innerHeight, frame.bottom);
  };
  return [...canvas.querySelectorAll(".place.lit")].some(isSeen);
})()"""


def check_marks(browser, path):
    """What a finding or a change is about is seen in the picture, at least the place where it begins."""
    page = opened(browser, path, viewport={"width": 1280, "height": 800})
    without = page.evaluate("[...document.querySelectorAll('ul.changes > li')].filter(one => one.querySelector(':scope > a') && "
                            "!one.querySelector('.mark')).map(one => one.textContent.slice(0, 60))")
    check(without == [], f"{path.name}: no button shows {without[:3]} in the picture")
    buttons = page.locator("button.mark")
    check(buttons.count() > 0, f"{path.name}: nothing is shown in the picture")
    for index in range(min(buttons.count(), 12)):
        go(page, "#" + buttons.nth(index).evaluate("button => button.closest('.part').id"))
        buttons.nth(index).click()
        page.wait_for_timeout(80)
        words = page.locator(".found").first.text_content()
        check(page.evaluate(SHOWN), f"{path.name}: no place is seen of what is set off: {words}")
    page.context.close()


def check_languages(browser, path):
    """The search finds a message in each language where it is shown."""
    page = opened(browser, path, viewport={"width": 1280, "height": 800})
    key = page.locator(".step q + small").first.text_content()
    cells = page.locator(".part.texts tbody tr", has=page.locator(f"th:text-is('{key}')")).locator("td")
    check(cells.count() > 1, f"{path.name}: {key} is in {cells.count()} languages")
    go(page, [part for part in parts(page) if part.endswith("-texts")][0])
    check(page.locator(".texts .note", has_text="No text is missing in de.").is_visible(), f"{path.name}: nothing says that all is translated")
    go(page, parts(page)[0])
    for text in cells.all_text_contents():
        page.fill(".search", text.upper())
        page.press(".search", "Enter")
        found = page.locator(".found").first.text_content()
        check(re.match(r"1 of \d+: \S", found), f"{path.name}: the search for `{text}` says {found}")
    page.context.close()


ASKEW = """[...document.querySelectorAll("table")].flatMap(table => [...table.querySelectorAll("td.number")].filter(cell => {
  const head = table.querySelector("thead tr").cells[cell.cellIndex];
  return getComputedStyle(head).textAlign !== getComputedStyle(cell).textAlign;
})).map(cell => cell.textContent)"""


def check_tables(browser, path):
    """A number stands below the heading of its column."""
    page = opened(browser, path)
    askew = page.evaluate(ASKEW)
    check(askew == [], f"{path.name}: no heading stands above {askew[:3]}")
    page.context.close()


def check_charts(browser):
    scripts = list(work.glob("mermaid/**/mermaid.min.js"))
    if not scripts:
        return print("pages: the charts are not read by Mermaid: it is not there")
    page = browser.new_page()
    page.add_script_tag(path=str(scripts[0]))
    hostile = work / "hostile.yaml"
    hostile.write_text(HOSTILE, encoding="utf-8")
    for flow in [*sorted(pathlib.Path("flows").glob("*.yaml")), hostile]:
        if any(word in flow.name for word in [".scenarios.", ".world.", ".answers."]):
            continue
        for level in ["overview", "normal", "all"]:
            made = run("graph", str(flow), "--format", "mermaid", "--level", level)
            check(made.returncode == 0, f"{flow} is not drawn: {made.stderr}")
            said = page.evaluate("text => mermaid.parse(text).then(() => '', error => String(error))", made.stdout)
            check(said == "", f"{flow}, {level}: Mermaid says {said[:200]}")
            # Of several arrows from a place to itself Mermaid shows one.
            loops = re.findall(r'^ +(\w+) [-.x>]+(?:\|".*"\|)? \1$', made.stdout, re.M)
            check(len(set(loops)) == len(loops), f"{flow}, {level}: several arrows of one place lead to itself")


def check_addresses(browser, path):
    """An address that names nothing in the page, be it cut off or of another page, shows the first part."""
    page = opened(browser, path)
    for fragment in ["#nonsense", "#%zz", "#f0-steps%", "#%E0%A4"]:
        page.goto("about:blank")
        page.goto(path.as_uri() + fragment)
        first = parts(page)[0]
        check(page.locator(first).is_visible(), f"{path.name}{fragment}: {first} is not shown")
    check(page.noise == [], f"{path.name}: with such an address the console has {page.noise[:1]}")
    page.context.close()


class Reviewer:
    """Somebody with a mouse, whose clicks are counted."""

    def __init__(self, browser, path):
        self.page = opened(browser, path, viewport={"width": 1280, "height": 900})
        self.clicks = 0

    def click(self, selector, words):
        self.page.locator(selector, has_text=words).locator("visible=true").first.click()
        self.page.wait_for_timeout(80)
        self.clicks += 1

    def sees(self, selector, words):
        """Whether it is in the window, without scrolling down."""
        return self.page.locator(selector, has_text=words).evaluate_all(
            "found => found.some(one => { const box = one.getBoundingClientRect(); "
            "return box.width > 0 && box.top < innerHeight && box.bottom > 0; })")


def check_questions(browser, site):
    """What a reviewer asks is answered by the page alone, in as many clicks as Page.md says."""
    counts = []

    def ask(question, path, *acts):
        reviewer = Reviewer(browser, path)
        for kind, selector, words in acts:
            if kind == "click":
                reviewer.click(selector, words)
            else:
                check(reviewer.sees(selector, words), f"{path.name}: {question} {words} is not in the window")
        counts.append((question, reviewer.clicks))
        reviewer.page.context.close()

    nav = "nav.parts a"
    ask("Can one get in without a password?", site / "login.html", ("click", nav, "Proofs"), ("see", ".proofs dt", "it takes"))
    ask("What does a blocked user see?", site / "login.html", ("click", nav, "Screens"), ("click", ".screens .index a", "end blocked"),
        ("see", ".story:target .screen", ""))
    ask("What has changed?", site / "changed.html", ("click", nav, "Changes"), ("see", ".verdict", "weaker"))
    ask("What if a threat comes here?", site / "login.html", ("click", nav, "Interrupts"), ("see", ".matrix td.fails", "end secured"))
    ask("Which texts are not translated?", site / "untranslated.html", ("click", nav, "Texts"), ("see", ".remarks li", "not translated into de: "))
    told = pathlib.Path("Documentation/Page.md").read_text(encoding="utf-8")
    for question, clicks in counts:
        check(re.search(rf"^\| {re.escape(question)} \|.*\| {clicks} \|$", told, re.M), f"Page.md does not say that `{question}` takes {clicks} clicks")
    return ", ".join(str(clicks) for _, clicks in counts)


def leave_untranslated(site):
    """A page of a flow of which one message has no text in German."""
    folder = work / "untranslated"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree("flows", folder)
    catalogue = folder / "variants" / "country.de.yaml"
    lines = catalogue.read_text(encoding="utf-8").splitlines(keepends=True)
    catalogue.write_text("".join(line for line in lines if not line.startswith("  who-are-you:")), encoding="utf-8")
    run("page", str(folder / "variants" / "country.yaml"), "-o", str(site / "untranslated.html"))


def shoot(browser, folder):
    """The screenshots of the documentation."""
    page_path = work / "login.html"
    run("page", "flows/login.yaml", "--scenarios", "flows/login.scenarios.yaml", "-o", str(page_path))
    page = opened(browser, page_path, viewport={"width": 1100, "height": 760})
    page.screenshot(path=folder / "page.png")
    go(page, "#f0-walk")
    for words in ["open the app", "take the call initialize", "send getUser", "answer userName", "allow it", "setUser", "getPassword(verify)"]:
        button = page.locator(".walker .moves button", has_text=words).first
        if button.count() == 0:
            break
        button.click()
    page.screenshot(path=folder / "walk.png")
    story = work / "country.html"
    run("story", "flows/variants/country.yaml", "--format", "html", "-o", str(story))
    page = opened(browser, story, viewport={"width": 1100, "height": 760})
    page.screenshot(path=folder / "story.png")
    shoot_play(browser, folder / "play.png")


def shoot_play(browser, path):
    """The whole screen of `mfaflow play`, where the user of a login is asked for the password."""
    screen = terminal_picture.drawn(
        [program, "play", "flows/login.yaml", "--color", "always"],
        [("accept initialize", "\r"), ("waits for the SDK", "\r"), ("hand in userName", "\r"), ("allow it", "\r"),
         ("accept setUser", "\r"), ("waits for the SDK", "j\r"), ("hand in password", "j"), (">  2", "")],
        columns=124, rows=32)
    page = browser.new_page(viewport={"width": 1200, "height": 700})
    page.set_content(terminal_picture.page(screen))
    page.locator("pre").screenshot(path=path)


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        if sys.argv[4:5] == ["screenshots"]:
            shoot(browser, pathlib.Path(sys.argv[5]))
            return
        site = work / "site"
        made = run("page", "flows", "--scenarios", "flows", "-o", str(site) + "/")
        check(made.returncode == 0, f"the pages are not made: {made.stderr}")
        hostile = work / "hostile.yaml"
        hostile.write_text(HOSTILE, encoding="utf-8")
        run("page", str(hostile), "-o", str(site / "hostile.html"))
        run("page", "flows/login.yaml", "--base", "flows/variants/country.yaml", "-o", str(site / "changed.html"))
        run("story", "flows/variants/country.yaml", "--format", "html", "-o", str(site / "story.html"))
        leave_untranslated(site)
        run("matrix", "flows/activation.yaml", "--format", "html", "-o", str(site / "matrix.html"))
        made = run("soak", "flows/activation.yaml", "--runs", "200", "--world", "flows/activation.world.yaml", "--answers",
                   "flows/activation.answers.yaml", "--format", "html")
        (site / "soak.html").write_text(made.stdout, encoding="utf-8")
        pages = sorted(site.glob("*.html"))
        for path in pages:
            check_page(browser, path)
        axe = Axe()
        looked = [site / name for name in ["login.html", "index.html", "hostile.html", "changed.html", "story.html", "passkey-login.html", "country.html", "matrix.html", "soak.html"]]
        for path in looked:
            check_looks(browser, path, axe)
            check_paper(browser, path)
        check_addresses(browser, site / "login.html")
        check_languages(browser, site / "country.html")
        for name in ["login.html", "soak.html"]:
            check_tables(browser, site / name)
        check_marks(browser, site / "changed.html")
        check_focus(browser, site / "country.html")
        clicks = check_questions(browser, site)
        check_charts(browser)
        browser.close()
    if problems:
        sys.exit(f"pages: {len(problems)} of {checks} checks failed")
    print(f"pages: {len(pages)} pages, {checks} checks, nothing found; five questions of a reviewer: {clicks} clicks")


main()
