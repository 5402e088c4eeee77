"""A real HTTP server on this machine that answers chat requests by a script."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """One HTTP reply; a body of bytes is sent as it is, any other as JSON."""

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay_seconds: float = 0.0


@dataclass
class ChatServer:
    """What the server was asked, and where it is."""

    base_url: str
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    most_at_once: int = 0


def completion(text: str | None = "hello", **changes: Any) -> dict[str, Any]:
    """A plain chat completion, with `changes` to its top level."""
    return {
        "id": "chatcmpl-1",
        "model": "served-model-2026",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text},
            }
        ],
        "usage": {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16},
        **changes,
    }


@contextmanager
def chat_server(
    script: Callable[[int, dict[str, Any]], Answer],
) -> Iterator[ChatServer]:
    """Serves `script(number of the request from 0, its body)` until the block ends."""
    lock = threading.Lock()
    running = [0]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = json.loads(self.rfile.read(length))
            with lock:
                number = len(record.bodies)
                record.bodies.append(body)
                record.headers.append({k.lower(): v for k, v in self.headers.items()})
                running[0] += 1
                record.most_at_once = max(record.most_at_once, running[0])
            answer = script(number, body)
            time.sleep(answer.delay_seconds)
            with lock:
                running[0] -= 1
            self._write(answer)

        def _write(self, answer: Answer) -> None:
            content = answer.body
            if not isinstance(content, bytes):
                content = json.dumps(content).encode()
            self.send_response(answer.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            return

        def handle_one_request(self) -> None:
            try:
                super().handle_one_request()
            except (ConnectionError, BrokenPipeError):
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    record = ChatServer(f"http://127.0.0.1:{server.server_address[1]}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield record
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
