"""Five minutes with gRPC in Python: say something, ask for it. Start `hupo serve` first.

    pip install grpcio grpcio-tools
    python grpc_client.py

The stubs are made from the .proto files of crates/server/proto on the way.
"""

import os
import sys
import tempfile
from pathlib import Path

import grpc
import grpc_tools
from grpc_tools import protoc

address = os.environ.get("HUPO_ADDRESS", "127.0.0.1:7413")
proto = Path(__file__).resolve().parent.parent.parent / "crates/server/proto"
stubs = tempfile.mkdtemp()
files = [str(path.relative_to(proto)) for path in proto.rglob("*.proto")]
google = Path(grpc_tools.__file__).parent / "_proto"
if protoc.main(["protoc", f"-I{proto}", f"-I{google}", f"--python_out={stubs}", f"--grpc_python_out={stubs}", *files]) != 0:
    sys.exit("the .proto files could not be compiled")
sys.path.insert(0, stubs)

from hupo.v1.hupo_pb2_grpc import HupoStub  # noqa: E402
from hupo.v1.message_pb2 import ROLE_USER, AppendRequest, NewMessage  # noqa: E402
from hupo.v1.recall_pb2 import SEARCH_SCOPE_TRANSCRIPT, Question, RecallRequest  # noqa: E402
from hupo.v1.space_pb2 import CreateSpaceRequest  # noqa: E402

key = os.environ.get("HUPO_KEY")
credential = [("authorization", f"Bearer {key}")] if key else []
space = "quick-grpc"

with grpc.insecure_channel(address) as channel:
    hupo = HupoStub(channel)
    hupo.CreateSpace(CreateSpaceRequest(space=space, zone="Asia/Shanghai", or_open=True), metadata=credential)

    # What was said, word for word. With the same idempotency key it happens once, whatever fails on the way.
    said = NewMessage(role=ROLE_USER, speaker="Mei", text="My sister 沈琳 is moving to Lisbon in March.")
    request = AppendRequest(space=space, idempotency_key="turn 1", messages=[said])
    written = hupo.Append(request, metadata=credential)
    assert hupo.Append(request, metadata=credential) == written

    # Ask; the answer takes in at least what was just written, and comes within the deadline.
    question = Question(text="沈琳要搬去哪里？", scope=SEARCH_SCOPE_TRANSCRIPT)
    request = RecallRequest(space=space, at_least=written.applied_seq, question=question)
    answer = hupo.Recall(request, timeout=5, metadata=credential)
    for hit in answer.hits:
        for quoted in hit.evidence:
            print(f"{hit.rank}. {quoted.speaker}: {quoted.quote}")
    assert any("Lisbon" in hit.text for hit in answer.hits)
