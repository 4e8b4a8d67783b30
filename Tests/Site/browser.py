"""What the stories and checks of this folder ask of a browser, through Playwright, which drives Debian's Chromium.

What a page logs, asks of the network or opens as a dialog is kept, to be looked at after each step.
"""

import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Where Packaging/install-packages puts what Debian has not (Packaging/python-requirements).
sys.path.insert(0, str(ROOT / ".build/python"))
try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Error, expect, sync_playwright
except ImportError as error:
    sys.exit(f"site: {error}; Packaging/install-packages test installs it")

PROGRAM = shutil.which("chromium-headless-shell")
if not PROGRAM:
    sys.exit("site: chromium-headless-shell is missing; Packaging/install-packages test installs it")
# Milliseconds for any one step: far more than a page needs on a busy machine.
PATIENCE = 120_000


class Browser:
    def __init__(self):
        self.playwright = sync_playwright().start()
        # No name resolves but this machine's: nothing could leave it.
        self.browser = self.playwright.chromium.launch(
            executable_path=PROGRAM, timeout=PATIENCE,
            args=["--no-sandbox", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
        self.context, self.said, self.asked = None, [], []
        self.start()

    def start(self, **options):
        """A person who comes anew: `locale`, `java_script_enabled`, `geolocation`, `permissions` as Playwright has them."""
        if self.context:
            self.context.close()
        self.context = self.browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", self.dismiss)
        self.page.on("request", lambda request: self.asked.append(request.url))

    def dismiss(self, dialog):
        self.said.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def close(self):
        self.browser.close()
        self.playwright.stop()

    # What a person does

    def open(self, url):
        self.page.goto(url)

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    def wait_for(self, selector):
        """Waits until there is such an element and it shows."""
        self.page.wait_for_selector(selector)

    def wait_for_text(self, selector, text):
        """Waits until an element's whole text is `text`; an AssertionError says what it was in the end."""
        expect(self.page.locator(selector)).to_have_text(text, timeout=PATIENCE)

    def follow(self, act):
        """Does what leads to another page and waits for that page."""
        with self.page.expect_navigation():
            act()

    def press(self, key):
        self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.insert_text(text)

    def click(self, selector):
        self.page.click(selector)

    # How it is looked at

    def resize(self, width, height=900):
        self.page.set_viewport_size({"width": width, "height": height})

    def prefer(self, scheme):
        self.page.emulate_media(color_scheme=scheme)

    def screenshot(self, path):
        self.page.screenshot(path=path, full_page=True)

    def pdf(self):
        return self.page.pdf(prefer_css_page_size=True)

    def speech(self):
        """What a screen reader is told: the accessibility tree's nodes."""
        session = self.context.new_cdp_session(self.page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        return nodes

    def violations(self):
        """What axe-core finds, a line an element."""
        return [
            f"axe {rule['id']}: {node['html'][:120]}"
            for rule in Axe().run(self.page).response["violations"] for node in rule["nodes"]]

    # What went on

    def forget(self):
        self.said, self.asked = [], []

    def complaints(self):
        """What the console, the pages' scripts and dialogs said since the last time."""
        self.page.evaluate("0")
        return self.said

    def requests(self):
        """The URLs that pages asked for since the last time."""
        return self.asked
