# SPDX-License-Identifier: Apache-2.0
"""What check-pages does in the browser; the arguments are the browser, the program, a folder to work in, and `screenshots FOLDER`."""

import pathlib
import random
import subprocess
import sys

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


def opened(browser, path, **context):
    page = browser.new_context(**context).new_page()
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
    page.check("input.every")
    check(page.locator(".canvas.whole").is_visible() and not page.locator(".canvas.overview").is_visible(), f"{name}: every way is not shown")
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
            check(not is_too_wide(page), f"{name}{part}: too wide at {width} pixels")
        if width == 1280:
            # Text at 200 %.
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            for part in parts(page) or [""]:
                go(page, part)
                check(not is_too_wide(page), f"{name}{part}: too wide with text at 200 %")
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


def shoot(browser, folder):
    """The screenshots of the documentation."""
    page_path = work / "login.html"
    run("page", "flows/login.yaml", "--scenarios", "flows/login.scenarios.yaml", "-o", str(page_path))
    page = opened(browser, page_path, viewport={"width": 1100, "height": 760})
    page.screenshot(path=folder / "page.png")
    go(page, "#f0-walk")
    for words in ["open the app", "take the call initialize", "send getUser", "answer userName"]:
        button = page.locator(".walker .moves button", has_text=words).first
        if button.count() == 0:
            break
        button.click()
    page.screenshot(path=folder / "walk.png")
    story = work / "country.html"
    run("story", "flows/variants/country.yaml", "--format", "html", "-o", str(story))
    page = opened(browser, story, viewport={"width": 1100, "height": 760})
    page.screenshot(path=folder / "story.png")


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
        pages = sorted(site.glob("*.html"))
        for path in pages:
            check_page(browser, path)
        axe = Axe()
        looked = [site / name for name in ["login.html", "index.html", "hostile.html", "changed.html", "story.html", "passkey-login.html"]]
        for path in looked:
            check_looks(browser, path, axe)
        check_charts(browser)
        browser.close()
    if problems:
        sys.exit(f"pages: {len(problems)} of {checks} checks failed")
    print(f"pages: {len(pages)} pages, {checks} checks, nothing found")


main()
