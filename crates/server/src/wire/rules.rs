//! Rules and terms.

use super::checked::{Bad, each, place, small_or, told, wanted};
use super::v1;
use super::word::{Word, word_or};
use hupo::{ReviewPolicy, Rules, Schedule, Terms};

impl TryFrom<v1::Terms> for Terms {
    type Error = Bad;

    fn try_from(wire: v1::Terms) -> Result<Self, Bad> {
        let usual = Self::default();
        Ok(Self {
            hot_days: small_or(wire.hot_days, usual.hot_days, "hot_days")?,
            warm_days: small_or(wire.warm_days, usual.warm_days, "warm_days")?,
            rule_days: small_or(wire.rule_days, usual.rule_days, "rule_days")?,
            milestone_days: small_or(wire.milestone_days, usual.milestone_days, "milestone_days")?,
            high_emotion_days: small_or(wire.high_emotion_days, usual.high_emotion_days, "high_emotion_days")?,
            lasting_days: small_or(wire.lasting_days, usual.lasting_days, "lasting_days")?,
            daily_days: small_or(wire.daily_days, usual.daily_days, "daily_days")?,
        })
    }
}

impl From<Terms> for v1::Terms {
    fn from(terms: Terms) -> Self {
        Self {
            hot_days: Some(terms.hot_days.into()),
            warm_days: Some(terms.warm_days.into()),
            rule_days: Some(terms.rule_days.into()),
            milestone_days: Some(terms.milestone_days.into()),
            high_emotion_days: Some(terms.high_emotion_days.into()),
            lasting_days: Some(terms.lasting_days.into()),
            daily_days: Some(terms.daily_days.into()),
        }
    }
}

impl TryFrom<v1::Schedule> for Schedule {
    type Error = Bad;

    fn try_from(wire: v1::Schedule) -> Result<Self, Bad> {
        let usual = Self::default();
        Ok(Self {
            day_starts_hour: small_or(wire.day_starts_hour, usual.day_starts_hour, "day_starts_hour")?,
            after_reply: wire.after_reply,
            tail_messages: small_or(wire.tail_messages, usual.tail_messages, "tail_messages")?,
            page_messages: small_or(wire.page_messages, usual.page_messages, "page_messages")?,
            page_tokens: wire.page_tokens.unwrap_or(usual.page_tokens),
            segment_messages: small_or(wire.segment_messages, usual.segment_messages, "segment_messages")?,
            run_messages: small_or(wire.run_messages, usual.run_messages, "run_messages")?,
            run_tokens: wire.run_tokens.unwrap_or(usual.run_tokens),
        })
    }
}

impl From<Schedule> for v1::Schedule {
    fn from(schedule: Schedule) -> Self {
        Self {
            day_starts_hour: Some(schedule.day_starts_hour.into()),
            after_reply: schedule.after_reply,
            tail_messages: Some(schedule.tail_messages.into()),
            page_messages: Some(schedule.page_messages.into()),
            page_tokens: Some(schedule.page_tokens),
            segment_messages: Some(schedule.segment_messages.into()),
            run_messages: Some(schedule.run_messages.into()),
            run_tokens: Some(schedule.run_tokens),
        }
    }
}

impl TryFrom<v1::Rules> for Rules {
    type Error = Bad;

    fn try_from(wire: v1::Rules) -> Result<Self, Bad> {
        let usual = Self::default();
        Ok(Self {
            review: word_or(wire.review, ReviewPolicy::default(), "review")?,
            importance_floor: small_or(wire.importance_floor, usual.importance_floor, "importance_floor")?,
            emotion_floor: small_or(wire.emotion_floor, usual.emotion_floor, "emotion_floor")?,
            pattern_messages: small_or(wire.pattern_messages, usual.pattern_messages, "pattern_messages")?,
            pattern_days: small_or(wire.pattern_days, usual.pattern_days, "pattern_days")?,
            slots: each(wire.slots, "slots")?,
            terms: wanted(wire.terms, "terms")?.unwrap_or_default(),
            promotion: wanted(wire.promotion, "promotion")?.unwrap_or_default(),
        })
    }
}

impl From<Rules> for v1::Rules {
    fn from(rules: Rules) -> Self {
        Self {
            review: rules.review.number(),
            importance_floor: Some(rules.importance_floor.into()),
            emotion_floor: Some(rules.emotion_floor.into()),
            pattern_messages: Some(place(rules.pattern_messages)),
            pattern_days: Some(place(rules.pattern_days)),
            slots: told(rules.slots),
            terms: Some(rules.terms.into()),
            promotion: Some(rules.promotion.into()),
        }
    }
}
