"""A headless Chromium spoken to by its DevTools protocol over a pipe: no driver and no port in between.

What a page logs, asks of the network or opens as a dialog is kept, to be looked at after each step.
"""

import base64
import json
import os
import pathlib
import select
import subprocess
import time

PROGRAM = "chromium-headless-shell"
# Seconds for any one answer or event: far more than a page needs on a busy machine.
PATIENCE = 60


class Browser:
    def __init__(self, profile):
        to_browser, self.writing = os.pipe()
        self.reading, from_browser = os.pipe()
        # The protocol speaks on descriptors 3 and 4. No name resolves but this machine's: nothing could leave it.
        shell = f"exec {PROGRAM} \"$@\" 3<&{to_browser} 4>&{from_browser}"
        arguments = [
            "--remote-debugging-pipe", "--no-sandbox", "--hide-scrollbars", "--no-first-run",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(
            ["sh", "-c", shell, PROGRAM, *arguments], pass_fds=[to_browser, from_browser],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.events = b"", 0, []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility", "DOM"]:
            self.call(f"{domain}.enable")

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait(PATIENCE)

    # The protocol

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self):
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            if not select.select([self.reading], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"{PROGRAM} said nothing for {PATIENCE} s")
            piece = os.read(self.reading, 1 << 20)
            if not piece:
                raise RuntimeError(f"{PROGRAM} ended")
            self.buffer += piece
        line, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(line)

    def wait_for_event(self, method):
        for at, event in enumerate(self.events):
            if event.get("method") == method:
                return self.events.pop(at)
        while True:
            event = self.receive()
            if event.get("method") == method:
                return event
            self.events.append(event)

    # What a person does

    def open(self, url):
        self.forget("Page.loadEventFired")
        self.call("Page.navigate", url=url)
        self.wait_for_event("Page.loadEventFired")

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_until(self, condition):
        """Waits until an expression of the page is true, looked at once a frame."""
        looked = f"""new Promise((resolve, reject) => {{
            const end = performance.now() + {PATIENCE * 500};
            (function look() {{
                if ({condition}) resolve(true);
                else if (performance.now() > end) reject(new Error("never true"));
                else setTimeout(look, 15);
            }})();
        }})"""
        self.evaluate(looked)

    def follow(self, act):
        """Does what leads to another page and waits for that page."""
        self.forget("Page.loadEventFired")
        act()
        self.wait_for_event("Page.loadEventFired")

    def press(self, key, shift=False):
        codes = {"Tab": 9, "Enter": 13, "Space": 32, "Backspace": 8}
        text = {"Enter": "\r", "Space": " "}.get(key, "")
        parameters = {
            "key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": codes[key],
            "modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **parameters)
        self.call("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def click(self, selector):
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    # How it is looked at

    def speak(self, language):
        agent = self.evaluate("navigator.userAgent")
        self.call("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    def resize(self, width, height=900):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def prefer(self, scheme="light", media=""):
        self.call(
            "Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"])

    # What went on

    def forget(self, method=None):
        self.events = [event for event in self.events if method and event.get("method") != method]

    def complaints(self):
        """What the console, the pages' scripts and dialogs said since the last time."""
        self.call("Runtime.evaluate", expression="0")
        found = []
        for event in self.events:
            method, data = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(data["exceptionDetails"]["exception"].get("description", "exception"))
            elif method == "Runtime.consoleAPICalled":
                found.append(f"console.{data['type']}: {data['args']}")
            elif method == "Log.entryAdded":
                found.append(f"{data['entry']['source']}: {data['entry']['text']} {data['entry'].get('url', '')}")
            elif method == "Page.javascriptDialogOpening":
                found.append(f"dialog: {data['message']}")
        return found

    def requests(self):
        """The URLs that pages asked for since the last time."""
        return [
            event["params"]["request"]["url"] for event in self.events
            if event.get("method") == "Network.requestWillBeSent"]
