"""What a rider does on the site, in a browser: each function is one story, and fails with an AssertionError.

`odd` and `large` are the addresses of two sites: one of stops with every odd name, one of many pages.
"""

import json

TEXT = "document.querySelector({}).textContent"


def text(browser, selector):
    return browser.evaluate(TEXT.format(json.dumps(selector)))


def names(browser, within="#results"):
    return browser.evaluate(f"[...document.querySelectorAll('{within} .name')].map((e) => e.textContent)")


def search(browser, words, status):
    """Types into the search box and waits for what it says."""
    browser.evaluate("query.focus(); query.select()")
    browser.type(words) if words else browser.press("Backspace")
    browser.wait_for_text("#status", status)
    return names(browser)


def finds_by_name_and_number(browser, odd, large):
    browser.open(odd + "index.html")
    cases = {
        "stev": ["Stevens Way & Benton Ln"],
        "WAY  stevens": ["Stevens Way & Benton Ln"],
        "zazolc gesla": ["Zażółć gęślą jaźń"],
        "strasse": ["Éire / Ériu Straße"],
        "75403": ["Stevens Way & Benton Ln"],
        "12a": ["Éire / Ériu Straße"],
        "המלך": ["רחוב יפו / המלך ג׳ורג׳"],
        "八重洲": ["東京駅八重洲口"],
        "</script": ["</script><img src=x onerror=alert(1)>"],
    }
    for words, found in cases.items():
        got = search(browser, words, "1 stop")
        assert got == found, f"'{words}' finds {got}"
    # The whole number stands first, before the names that hold it.
    assert search(browser, "2", "1 stop") == ["2nd Ave & Pike St"]
    assert search(browser, "12", "2 stops")[0] == "محطة الحجاز 12"
    assert search(browser, "ave pike", "2 stops") == ["2nd Ave & Pike St", "10th Ave & Pike St"]
    for words in ["tevens", "qqqq", "&&&"]:
        assert search(browser, words, "No stop found") == []
    search(browser, "", "")
    assert browser.evaluate("results.hidden && !list.hidden"), "an empty search shows the list again"
    browser.open(large + "index.html")
    found = search(browser, "street", "700 stops")
    assert len(found) == 100, len(found)
    browser.click("#more")
    assert len(names(browser)) == 200 and browser.evaluate("document.activeElement.closest('li') === "
        "document.querySelectorAll('#results li')[100]"), "focus goes to the first of what is new"


def orders_by_number_and_distance(browser, odd, large):
    here = {"geolocation": {"latitude": 47.6543, "longitude": -122.31, "accuracy": 5}, "permissions": ["geolocation"]}
    browser.start(locale="en-US", **here)
    browser.open(odd + "index.html")
    browser.click("[data-order=code]")
    browser.wait_for_text("#status", "13 stops")
    numbers = browser.evaluate("[...document.querySelectorAll('#results .number b')].map((e) => e.textContent)")
    assert numbers[1:7] == ["2", "007", "9 9", "10", "12", "12A"] and len(numbers) == 12, numbers
    browser.click("[data-order=distance]")
    browser.wait_for("#results .distance >> nth=0")
    first = "document.querySelector('#results li').textContent"
    assert browser.evaluate(first) == "Stevens Way & Benton LnStop 754030.2 mi", browser.evaluate(first)
    assert names(browser)[-1] in ("10th Ave & Pike St", "محطة الحجاز 12"), "stops without a place come last"
    browser.start(locale="de-DE", **here)
    browser.open(odd + "index.html")
    browser.click("[data-order=distance]")
    browser.wait_for("#results .distance >> nth=0")
    assert browser.evaluate(first) == "Stevens Way & Benton LnStop 75403340 m", browser.evaluate(first)
    browser.start()
    browser.open(odd + "index.html")
    browser.click("[data-order=distance]")
    browser.wait_for_text("#status", browser.evaluate("form.dataset.notLocated"))
    assert browser.evaluate("!list.hidden"), "without a place the list stays"


def needs_no_mouse(browser, odd, large):
    browser.open(odd + "index.html")
    browser.press("Tab")
    assert browser.evaluate("document.activeElement.className") == "skip"
    assert browser.evaluate("document.activeElement.getBoundingClientRect().top >= 0"), "the skip link shows with focus"
    browser.press("Tab")
    assert browser.evaluate("document.activeElement.id") == "query"
    browser.type("stev")
    browser.wait_for_text("#status", "1 stop")
    for _ in range(4):
        browser.press("Tab")
    assert browser.evaluate("document.activeElement.href").endswith("stop/1_75403.html")
    outline = browser.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", f"focus shows: {outline}"
    browser.follow(lambda: browser.press("Enter"))
    assert text(browser, "h1") == "Stevens Way & Benton Ln"
    browser.follow(lambda: browser.evaluate("history.back()"))
    browser.wait_for_text("#status", "1 stop")
    assert browser.evaluate("query.value") == "stev", "going back finds the search again"
    # Enter in the box opens the stop of that number.
    search(browser, "12", "2 stops")
    browser.follow(lambda: browser.press("Enter"))
    assert text(browser, ".number b") == "12"


def needs_no_script(browser, odd, large):
    browser.start(java_script_enabled=False)
    browser.open(large + "index.html")
    assert browser.page.locator("#search[hidden]").count() == 1, "the search hides where nothing could do it"
    seen = names(browser, "#list")
    while browser.evaluate("!!document.querySelector('[rel=next]')"):
        browser.follow(lambda: browser.click("[rel=next]"))
        seen += names(browser, "#list")
    assert len(seen) == 700 and seen == sorted(seen, key=lambda name: int(name.split()[0])), len(seen)
    browser.follow(lambda: browser.click(".pager li:nth-child(2) a"))
    assert browser.evaluate("document.querySelector('[aria-current]').textContent") == "251", "the page says which it is"


def shows_names_as_they_are(browser, odd, large):
    browser.open(odd + "stop/1_a.html")
    assert text(browser, "h1") == "</script><img src=x onerror=alert(1)>"
    assert text(browser, ".number b") == "<b>&\"'"
    assert browser.evaluate("document.title").startswith("</script><img src=x onerror=alert(1)> · Stop <b>&\"'")
    browser.open(odd + "stop/1_b.html")
    assert text(browser, "h1") == "\"'&<> x yevil\ufffd\ufffd\ufffd z\ufffd\ufffd", repr(text(browser, "h1"))
    for stop, direction in {"1_c": "rtl", "1_d": "rtl", "1_75403": "ltr"}.items():
        browser.open(odd + f"stop/{stop}.html")
        got = browser.evaluate("getComputedStyle(document.querySelector('h1')).direction")
        assert got == direction, f"{stop} is read {got}"
    browser.open(odd + "index.html")
    search(browser, "</script", "1 stop")
    assert browser.evaluate("document.images.length === 0 && document.scripts.length === 2"), "a name is no markup"


STORIES = [
    finds_by_name_and_number, orders_by_number_and_distance, needs_no_mouse, needs_no_script, shows_names_as_they_are]
