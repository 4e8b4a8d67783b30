"""What can be measured of a page's looks: nothing wider than the screen, targets for a thumb, contrast, names for those who
listen, one sheet of paper a stop. What can't be is looked at by a person: `run --shots DIR`."""

import re

WIDTHS = [320, 375, 768, 1280]

# Every text against the nearest painted ground, by WCAG 2.2, 1.4.3.
CONTRAST = """(() => {
  const channel = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    let ground = element, colour;
    while (ground && ((colour = parts(getComputedStyle(ground).backgroundColor))[3] ?? 1) === 0) ground = ground.parentElement;
    const [a, b] = [light(parts(getComputedStyle(element).color)), light(ground ? colour : [255, 255, 255])];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`${element.tagName}.${element.className}: ${ratio.toFixed(2)}`);
  }
  return found;
})()"""

# 44 CSS pixels each way; a link inside a sentence may be as small as its text.
TARGETS = """[...document.querySelectorAll('a, button, input')].filter((e) => e.checkVisibility({contentVisibilityAuto: true}) && e.className !== 'skip')
  .map((e) => [e, e.getBoundingClientRect()]).filter(([, b]) => b.width < 43.9 || b.height < 43.9)
  .map(([e, b]) => `${e.tagName} '${e.textContent}' is ${b.width}x${b.height}`)"""

WIDTH = "[document.scrollingElement.scrollWidth, innerWidth]"
# Landmarks that there is one of on a page go without a name.
SPOKEN = {"link", "button", "searchbox", "textbox", "image", "img", "heading", "form", "region"}


def problems(browser, url, shot=None):
    browser.open(url)
    for scheme in ["light", "dark"]:
        browser.prefer(scheme)
        for width in WIDTHS:
            browser.resize(width)
            content, screen = browser.evaluate(WIDTH)
            if content > screen:
                yield f"{content} wide on a screen of {screen}"
            if shot:
                browser.screenshot(f"{shot}-{scheme}-{width}.png")
        yield from (f"{scheme} contrast of {found}" for found in browser.evaluate(CONTRAST))
    browser.prefer("light")
    browser.resize(375)
    yield from browser.evaluate(TARGETS)
    yield from unnamed(browser)


def violations(browser, url):
    """What axe-core, which many sites are held to, finds in a page in light and in dark."""
    browser.open(url)
    for scheme in ["light", "dark"]:
        browser.prefer(scheme)
        yield from (f"{scheme}: {found}" for found in browser.violations())
    browser.prefer("light")


def unnamed(browser):
    """What a screen reader would announce without a name."""
    for node in browser.speech():
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in SPOKEN:
            continue
        if not node.get("name", {}).get("value", "").strip():
            yield f"a {role} without a name"


def sheets(browser, url):
    """How many sheets of paper a page takes."""
    browser.open(url)
    return len(re.findall(rb"/Type\s*/Page\b", browser.pdf()))
