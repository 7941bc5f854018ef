//! Tasks for tests, without a space.

use hupo::{
    Due, DueWhy, Duty, Interval, Kind, MemoryId, Message, MessageId, MessageRange, Month, ObservationId, State, Task,
    Timestamp, TopicDue, TopicId, TopicMember,
};
use serde_json::json;

/// A line.
pub(crate) fn message(id: u64, role: &str, text: &str) -> Message {
    serde_json::from_value(json!({
        "id": id, "role": role, "text": text, "time": 1_714_568_400_000_i64 + (id as i64) * 60_000,
        "recorded_at": 1_714_568_400_000_i64, "speaker": "小雨"
    }))
    .unwrap()
}

/// A task of a duty about two lines, one Chinese and one English.
pub(crate) fn task(duty: Duty) -> Task {
    Task {
        due: due(duty),
        zone: "Asia/Shanghai".into(),
        now: Timestamp::from_ms(1_714_572_000_000),
        messages: vec![
            message(1, "user", "我叫小雨，我住在杭州。"),
            message(2, "companion", "Nice to meet you. 记住了。"),
        ],
        before: Vec::new(),
        people: Vec::new(),
        open_items: Vec::new(),
        memories: Vec::new(),
        slots: vec![serde_json::from_value(json!({ "name": "tea", "type": "text", "supported_by": ["preference"] })).unwrap()],
        observations: vec![
            serde_json::from_value(json!({
                "id": 1, "type": "preference", "about": "user", "subject": "tea", "value": "喜欢茉莉花茶", "source": "stated",
                "confidence": 1.0, "observed_at": 0, "recorded_at": 0,
                "evidence": [{ "message": 1, "role": "user", "quote": "我住在杭州", "start": 5, "end": 10, "purpose": "statement" }]
            }))
            .unwrap(),
        ],
        topic: Some(topic()),
    }
}

fn due(duty: Duty) -> Due {
    let ranges = vec![MessageRange { from: MessageId::new(1), to: MessageId::new(2) }];
    match duty {
        Duty::AfterReply => Due::AfterReply { ranges },
        Duty::Day => Due::Day { day: "2024-05-01".parse().unwrap(), reopened: false, ranges },
        Duty::Page => Due::Page { ranges },
        Duty::PageFacts => Due::PageFacts { ranges },
        Duty::Segment => Due::Segment { ranges },
        Duty::Beliefs => Due::Beliefs { made_from: ObservationId::new(1) },
        Duty::TopicSummary => Due::TopicSummary {
            topic: TopicId::new(1),
            period: Interval::default(),
            members: (1..=3).map(MemoryId::new).collect(),
        },
    }
}

fn topic() -> TopicDue {
    let member = |id| TopicMember {
        memory: MemoryId::new(id),
        kind: Kind::Event,
        text: format!("加班 {id}"),
        importance: 5,
        state: State::Active,
        superseded_by: None,
        time: Timestamp::from_ms(0),
        is_new: true,
        evidence: Vec::new(),
    };
    TopicDue {
        topic: TopicId::new(1),
        name: "工作".into(),
        month: Month::new(2024, 5).unwrap(),
        period: Interval::default(),
        why: DueWhy::New,
        replaces: None,
        waiting: None,
        members: (1..=3).map(member).collect(),
        n_left_out: 0,
    }
}
