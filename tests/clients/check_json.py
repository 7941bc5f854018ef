"""JSON over HTTP: what is written is found, retries change nothing, and what is wrong is answered with what to do."""

import http.client
import json
import uuid

from asking import ask, bearer, must
from served import environment

URL = environment("HUPO_URL")
KEYED = environment("HUPO_KEYED_URL")


def write_and_find(space: str, said: str, question: str) -> None:
    must(URL, "create_space", {"space": space, "zone": "Asia/Shanghai"})
    line = {"role": "ROLE_USER", "text": said, "external_id": "m1", "speaker": "Mei"}
    written = must(URL, "append", {"space": space, "messages": [line]})
    found = must(URL, "recall", {
        "space": space, "at_least": written["applied_seq"],
        "question": {"text": question, "scope": "SEARCH_SCOPE_TRANSCRIPT"},
    })
    quotes = [quoted["quote"] for hit in found["hits"] for quoted in hit["evidence"]]
    assert quotes == [said], quotes


def retries_change_nothing() -> None:
    space, key = "json-once", str(uuid.uuid4())
    must(URL, "create_space", {"space": space, "zone": "UTC"})
    message = {"space": space, "messages": [{"role": "ROLE_USER", "text": "记住：我对腰果过敏"}]}
    first = must(URL, "append", message, {"idempotency-key": key})
    again = must(URL, "append", message, {"idempotency-key": key})
    assert first == again, (first, again)
    other = {"space": space, "messages": [{"role": "ROLE_USER", "text": "something else"}]}
    status, problem = ask(URL, "append", other, {"idempotency-key": key})
    assert status == 409, (status, problem)
    assert must(URL, "stats", {"space": space})["counts"]["messages"] in ("1", 1)


def junk_is_refused() -> None:
    cases = [
        ("recall", b"{", 400),
        ("recall", b'{"space": 1}', 400),
        ("recall", b'{"space": "json-zh", "no_such_field": 1}', 400),
        ("recall", {"space": "json-zh", "question": {"text": ""}}, 400),
        ("recall", {"space": "json-nowhere", "question": {"text": "a"}}, 404),
        ("recall", b'{"space": "json-zh", "question": {"text": "\\ud83d"}}', 400),
        ("no_such_verb", {}, 404),
    ]
    for verb, message, expected in cases:
        status, problem = ask(URL, verb, message)
        assert status == expected, (verb, str(message)[:60], status, problem)


def too_much_is_refused_before_it_is_sent() -> None:
    connection = http.client.HTTPConnection(URL.removeprefix("http://"), timeout=10)
    connection.putrequest("POST", "/v1/append")
    connection.putheader("content-type", "application/json")
    connection.putheader("content-length", str(9 << 20))
    connection.endheaders(b'{"space": "json-zh"')
    answer = connection.getresponse()
    assert answer.status == 413, answer.status
    assert json.loads(answer.read())["error"]["code"] == "too_large"


def nobody_comes_in_without_a_key() -> None:
    message = {"space": "mei", "question": {"text": "secret"}}
    mei = bearer(environment("HUPO_KEY_MEI"))
    must(KEYED, "create_space", {"space": "mei", "zone": "UTC", "or_open": True}, mei)
    must(KEYED, "append", {"messages": [{"role": "ROLE_USER", "text": "mei's secret is 42", "external_id": "secret"}]}, mei)
    for headers, expected in [({}, 401), (bearer("hupo_wrong"), 401), (bearer(environment("HUPO_KEY_LIN")), 403)]:
        status, problem = ask(KEYED, "recall", message, headers)
        assert status == expected and "42" not in str(problem), (status, problem)
    status, absent = ask(KEYED, "recall", {**message, "space": "nowhere"}, bearer(environment("HUPO_KEY_LIN")))
    there = ask(KEYED, "recall", message, bearer(environment("HUPO_KEY_LIN")))[1]
    assert status == 403 and absent == there, "a foreign space answers as one that is not there"


write_and_find("json-zh", "我妹妹沈琳三月要搬去里斯本", "沈琳要搬去哪里")
write_and_find("json-en", "My sister Lin is moving to Lisbon in March.", "Where is Lin moving?")
write_and_find("json-mixed", "明天要跟老板过ERP审批", "ERP审批是什么时候")
retries_change_nothing()
junk_is_refused()
too_much_is_refused_before_it_is_sent()
nobody_comes_in_without_a_key()
print("written, found with the words, retried, refused where wrong, closed without a key")
