"""Asks the JSON door: one POST, the status and the answer."""

import json
import urllib.error
import urllib.request


def ask(url: str, verb: str, message: dict | bytes, headers: dict[str, str] | None = None) -> tuple[int, dict]:
    """POSTs a message to a verb; an error answers too."""
    body = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode()
    sent = {"content-type": "application/json", **(headers or {})}
    request = urllib.request.Request(f"{url}/v1/{verb}", data=body, headers=sent, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        body = error.read()
        try:
            return error.code, json.loads(body or b"{}")
        except ValueError:
            return error.code, {"not_json": body[:200].decode(errors="replace")}


def must(url: str, verb: str, message: dict, headers: dict[str, str] | None = None) -> dict:
    """As `ask`, for what has to work."""
    status, answer = ask(url, verb, message, headers)
    assert status == 200, (verb, status, answer)
    return answer


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}
