"""gRPC through generated stubs: the .proto compiled by Google's own compiler, the verbs, deadlines, streams, reflection."""

import subprocess
import sys
from pathlib import Path

import grpc

from served import environment

HERE = Path(__file__).resolve().parent
PROTO = HERE.parent.parent / "crates/server/proto"
STUBS = Path(environment("HUPO_SCRATCH")) / "stubs"


def generate() -> None:
    STUBS.mkdir(exist_ok=True)
    files = sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))
    subprocess.run([
        sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", f"--python_out={STUBS}", f"--grpc_python_out={STUBS}",
        *files,
    ], check=True)
    sys.path.insert(0, str(STUBS))


generate()
from hupo.v1 import hupo_pb2_grpc, message_pb2, recall_pb2, space_pb2  # noqa: E402


def write_and_find(stub: "hupo_pb2_grpc.HupoStub", space: str, said: str, question: str) -> None:
    stub.CreateSpace(space_pb2.CreateSpaceRequest(space=space, zone="Asia/Shanghai"))
    line = message_pb2.NewMessage(role=message_pb2.ROLE_USER, text=said, speaker="Mei", external_id="m1")
    written = stub.Append(message_pb2.AppendRequest(space=space, messages=[line]))
    asked = recall_pb2.Question(text=question, scope=recall_pb2.SEARCH_SCOPE_TRANSCRIPT)
    found = stub.Recall(recall_pb2.RecallRequest(space=space, at_least=written.applied_seq, question=asked), timeout=10)
    assert [quoted.quote for hit in found.hits for quoted in hit.evidence] == [said], found


def fails(expected: grpc.StatusCode, call, *arguments, **options) -> None:
    try:
        call(*arguments, **options)
    except grpc.RpcError as error:
        assert error.code() == expected, (error.code(), error.details())
        return
    raise AssertionError(f"{expected} was expected")


def export_streams(stub: "hupo_pb2_grpc.HupoStub") -> None:
    request = space_pb2.ExportRequest(space="grpc-zh")
    parts = list(stub.Export(request, timeout=20))
    assert parts, "an export has lines"


with grpc.insecure_channel(environment("HUPO_ADDRESS")) as channel:
    stub = hupo_pb2_grpc.HupoStub(channel)
    write_and_find(stub, "grpc-zh", "我妹妹沈琳三月要搬去里斯本", "沈琳要搬去哪里")
    write_and_find(stub, "grpc-en", "My sister Lin is moving to Lisbon in March.", "Where is Lin moving?")
    write_and_find(stub, "grpc-mixed", "明天要跟老板过ERP审批", "ERP审批是什么时候")
    question = recall_pb2.Question(text="a")
    fails(grpc.StatusCode.NOT_FOUND, stub.Recall, recall_pb2.RecallRequest(space="grpc-nowhere", question=question))
    fails(grpc.StatusCode.INVALID_ARGUMENT, stub.Recall, recall_pb2.RecallRequest(space="grpc-zh"))
    for junk in (b"\x00", b"\xff" * 100, b"\x0a\xff"):
        fails(grpc.StatusCode.INVALID_ARGUMENT, channel.unary_unary("/hupo.v1.Hupo/Recall"), junk)
    export_streams(stub)
    health = channel.unary_unary("/grpc.health.v1.Health/Check")(b"")
    assert health == b"\x08\x01", health

with grpc.insecure_channel(environment("HUPO_KEYED_ADDRESS")) as channel:
    stub = hupo_pb2_grpc.HupoStub(channel)
    asked = recall_pb2.RecallRequest(space="mei", question=question)
    fails(grpc.StatusCode.UNAUTHENTICATED, stub.Recall, asked)
    wrong = [("authorization", "Bearer hupo_wrong")]
    fails(grpc.StatusCode.UNAUTHENTICATED, stub.Recall, asked, metadata=wrong)
    lin = [("authorization", f"Bearer {environment('HUPO_KEY_LIN')}")]
    fails(grpc.StatusCode.PERMISSION_DENIED, stub.Recall, asked, metadata=lin)

print("compiled by grpc_tools, written, found, refused, streamed, healthy, closed without a key")
