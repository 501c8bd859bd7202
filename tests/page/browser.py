"""A headless Chromium, driven by the DevTools protocol: pages are opened, looked at and clicked, and everything that
the browser complains about is kept. Needs Debian's chromium and python3-websocket."""
import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import websocket

complaints = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening")


class Browser:
    def __init__(self):
        self.folder = tempfile.mkdtemp()
        # no sandbox: as root there is none, and what is opened is ours
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={self.folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = websocket.create_connection(self.page_address(), timeout=120)
        self.numbers = itertools.count(1)
        self.events = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.downloads = os.path.join(self.folder, "downloads")
        os.mkdir(self.downloads)
        self.call("Page.setDownloadBehavior", behavior="allow", downloadPath=self.downloads)

    def page_address(self):
        ports = Path(self.folder) / "DevToolsActivePort"
        for _ in range(600):
            if ports.exists() and "\n" in ports.read_text():
                port = ports.read_text().split()[0]
                targets = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
                return next(one["webSocketDebuggerUrl"] for one in targets if one["type"] == "page")
            time.sleep(0.05)
        raise RuntimeError("chromium did not start")

    def call(self, method, **parameters):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            if "method" not in message:  # the answer to what accepted a dialog
                continue
            self.events.append(message)
            if message["method"] == "Page.javascriptDialogOpening":  # which would wait for us
                self.socket.send(json.dumps({"id": 0, "method": "Page.handleJavaScriptDialog", "params": {"accept": True}}))

    def js(self, text):
        answer = self.call("Runtime.evaluate", expression=text, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{text}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def until(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.js(f"!!({condition})"):
                    return
            except RuntimeError as error:
                if "navigated or closed" not in str(error):  # a page that is left while it is asked answers nothing
                    raise
            time.sleep(0.03)
        raise RuntimeError(f"never came true: {condition}")

    def open(self, path, width=1280, height=900, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[theme])
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=f"file://{path}")
        self.until(f"document.readyState === 'complete' && location.pathname === {json.dumps(str(path))}")
        self.settle()

    def settle(self):
        """Until what comes into view has been drawn."""
        self.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 120))))")

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def printed(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"]))

    def press(self, key, code=None, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                      windowsVirtualKeyCode={"Tab": 9, "Enter": 13, "ArrowRight": 39}.get(key, 0), **more)

    def said(self):
        """What the browser complained about since the last time, as text."""
        self.js("0")
        found = [json.dumps(one["params"]) for one in self.events if one["method"] in complaints]
        self.events = [one for one in self.events if one["method"] not in complaints]
        return found

    def loaded(self):
        """Addresses that pages asked for."""
        return {one["params"]["request"]["url"] for one in self.events if one["method"] == "Network.requestWillBeSent"}

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
