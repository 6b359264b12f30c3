"""Firefox, driven by WebDriver BiDi, which it speaks itself: no other program stands between it and the tests."""

import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading

import websocket

NAMES = ("firefox-esr", "firefox")
TIMEOUT = 120  # seconds for one answer: what is asked may wait for Python to start


def find(environ=os.environ):
    """The path of a Firefox, or None; BORCH_FIREFOX names another one."""
    return environ.get("BORCH_FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """One window of a new reader."""

    def __init__(self, path):
        self.profile = tempfile.mkdtemp(prefix="borch-firefox-")
        command = [path, "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port", "0"]
        environ = {**os.environ, "HOME": self.profile}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environ)
        said = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
        address = next((found[1] for line in self.process.stderr if (found := said.search(line))), None)
        if address is None:
            raise RuntimeError(f"{path} ended before it could be spoken to")
        self.rest = threading.Thread(target=self.process.stderr.read)  # so that it never waits for a reader
        self.rest.start()
        self.socket = websocket.create_connection(address + "/session", timeout=TIMEOUT, suppress_origin=True)
        self.numbers = itertools.count(1)
        self.call("session.new", capabilities={})
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            pass  # an event
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def open(self, address):
        self.call("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, expression):
        """The value of an expression of JavaScript; of a promise, what it resolves to."""
        found = self.call("script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True)
        if found["type"] != "success":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return found["result"].get("value")

    def wait(self, condition):
        """Until an expression of JavaScript is true."""
        self.evaluate(
            f"new Promise((resolve) => {{ const look = () => ({condition}) ? resolve(true) : setTimeout(look, 20); look(); }})"
        )

    def click(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(30)
        self.rest.join()
        self.process.stderr.close()
        shutil.rmtree(self.profile, ignore_errors=True)
