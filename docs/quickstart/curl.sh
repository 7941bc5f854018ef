#!/usr/bin/env bash
# Five minutes with curl: say something, ask for it, remember it, decide, ask again. Start `hupo serve` first.
set -euo pipefail
url=${HUPO_URL:-http://127.0.0.1:7413}
key=${HUPO_KEY:+"Bearer $HUPO_KEY"}

# hupo VERB JSON: asks for one verb. Without keys the header says nothing.
hupo() {
  curl --fail-with-body --silent --show-error "$url/v1/$1" --json "$2" ${key:+--header "authorization: $key"}
  echo
}

hupo create_space '{"space": "quick-curl", "zone": "Asia/Shanghai", "or_open": true}'

# What was said, word for word. The same external id again changes nothing.
hupo append '{"space": "quick-curl", "messages": [
  {"role": "ROLE_USER", "speaker": "Mei", "text": "我妹妹沈琳三月要搬去里斯本，我有点舍不得。", "external_id": "m1"}]}'

# The transcript answers with the exact words, who said them, and when.
hupo recall '{"space": "quick-curl", "question": {"text": "沈琳要搬去哪里？", "scope": "SEARCH_SCOPE_TRANSCRIPT"}}' |
  grep --fixed-strings "里斯本"

# A memory is proposed with the words it rests on. Rules judge it; by default a person decides.
hupo propose '{"space": "quick-curl", "proposals": [{"memory": {
  "kind": "KIND_EVENT", "scope": "SCOPE_USER", "importance": 7, "text": "沈琳三月搬去里斯本。",
  "key": {"subject": "沈琳", "attribute": "move"},
  "evidence": [{"message": "m1", "role": "ROLE_USER", "quote": "沈琳三月要搬去里斯本"}]}}]}'
hupo review_list '{"space": "quick-curl"}'
hupo review_decide '{"space": "quick-curl", "proposal": "prop-1", "by": "Mei", "approve": {}}'

hupo recall '{"space": "quick-curl", "question": {"text": "Where does 沈琳 move?"}}' | grep --fixed-strings "沈琳三月搬去里斯本。"
