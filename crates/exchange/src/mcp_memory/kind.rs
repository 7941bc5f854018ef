//! What an entity is, guessed from the free words that the MCP memory server lets a model choose.

use hupo_text::fold_str;
use hupo_types::EntityKind;

const WORDS: [(EntityKind, &[&str]); 4] = [
    (
        EntityKind::Person,
        &[
            "person",
            "people",
            "human",
            "user",
            "friend",
            "family",
            "relative",
            "colleague",
            "contact",
            "character",
            "人",
            "人物",
            "用户",
            "朋友",
            "家人",
            "亲人",
            "同事",
            "联系人",
        ],
    ),
    (
        EntityKind::Place,
        &[
            "place",
            "location",
            "city",
            "country",
            "region",
            "address",
            "venue",
            "restaurant",
            "地点",
            "地方",
            "位置",
            "城市",
            "国家",
            "地区",
            "餐厅",
        ],
    ),
    (
        EntityKind::Event,
        &["event", "meeting", "trip", "appointment", "incident", "milestone", "事件", "活动", "会议", "旅行", "行程"],
    ),
    (
        EntityKind::Object,
        &[
            "object", "item", "thing", "product", "device", "tool", "book", "file", "document", "vehicle", "物品",
            "物体", "东西", "产品", "设备", "工具", "书", "文件",
        ],
    ),
];

/// The kind that an `entityType` means; a concept when it is none we know.
pub(super) fn guess(entity_type: &str) -> EntityKind {
    let folded = fold_str(entity_type);
    let word = folded.trim();
    let found = WORDS.iter().find(|(_, words)| words.contains(&word));
    found.map_or(EntityKind::Concept, |(kind, _)| *kind)
}

#[cfg(test)]
mod tests;
