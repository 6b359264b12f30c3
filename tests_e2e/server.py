"""A static server as plain as a host of pages: files below a sub-path, right types, nothing else.
A test may let files be missing (`deny`: names, or paths below the sub-path that begin with "/") and read what was asked
for (`requests`)."""

import http.server
import threading
from pathlib import Path
from urllib.parse import unquote, urlsplit

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".xml": "application/xml",
    ".py": "text/x-python; charset=utf-8",
}


class Server:
    """Serves the first of `folders` that has the file, below `prefix`; stop() ends it."""

    def __init__(self, folders, prefix="/"):
        self.folders, self.prefix = [Path(folder) for folder in folders], prefix
        self.requests, self.deny = [], set()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # else the body of a small file waits for the acknowledgement of its head

            def do_GET(self):
                server.answer(self)

            do_HEAD = do_GET

            def log_message(self, *arguments):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.http.server_port}{prefix}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def answer(self, handler):
        path = unquote(urlsplit(handler.path).path)
        self.requests.append(path)
        file = self.find(path)
        status = 200 if file else 404
        body = file.read_bytes() if file else b"not here"
        handler.send_response(status)
        kind = TYPES.get(file.suffix, "application/octet-stream") if file else "text/plain"
        handler.send_header("Content-Type", kind)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if handler.command == "GET":
            handler.wfile.write(body)

    def find(self, path):
        if not path.startswith(self.prefix):
            return None
        relative = path[len(self.prefix) :]
        if "/" + relative in self.deny or path.rsplit("/", 1)[-1] in self.deny:
            return None
        if relative.endswith("/") or not relative:
            relative += "index.html"
        for folder in self.folders:
            file = (folder / relative).resolve()
            if file.is_relative_to(folder.resolve()) and file.is_file():
                return file
        return None

    def stop(self):
        self.http.shutdown()
        self.http.server_close()
