//! Signs in Chinese: a verb, what it is done to, and who is told to do it.

use super::Sign;

/// A verb and its object, with at most so many characters between.
struct Command {
    verbs: &'static [&'static str],
    /// What qualifies the object, somewhere between verb and object, or as a part of it; none is needed if empty.
    which: &'static [&'static str],
    objects: &'static [&'static str],
    gap: usize,
}

const DROP: Command = Command {
    verbs: &[
        "忽略",
        "无视",
        "忘记",
        "忘掉",
        "不要理会",
        "不要遵守",
        "不再遵守",
        "跳过",
        "绕过",
        "覆盖",
        "抛弃",
        "清除",
    ],
    which: &[
        "之前", "以前", "上面", "上述", "以上", "前面", "先前", "此前", "所有", "一切", "全部", "任何", "系统", "你的",
    ],
    objects: &["指令", "指示", "提示词", "提示", "设定", "规则", "命令", "规定", "限制"],
    gap: 8,
};

const SHOW: Command = Command {
    verbs: &["输出", "显示", "打印", "泄露", "重复", "复述", "公开", "说出", "告诉我", "给我看", "发给我", "展示"],
    which: &[],
    objects: &["系统提示", "系统指令", "系统消息", "隐藏指令", "隐藏的指令", "初始指令", "提示词", "systemprompt"],
    gap: 6,
};

const OBEY: Command = Command {
    verbs: &["从现在开始", "从现在起", "从此刻起", "你现在", "你必须", "你只能", "接下来你", "今后你"],
    which: &[],
    objects: &[
        "无条件",
        "服从",
        "听从指令",
        "不受限制",
        "不受任何限制",
        "没有限制",
        "没有任何限制",
        "越狱",
        "开发者模式",
        "管理员",
        "执行以下",
        "执行下面",
        "执行指令",
    ],
    gap: 10,
};

const SECRET: Command = Command {
    verbs: &["不要告诉", "别告诉", "不能告诉", "不要让", "别让", "不能让", "瞒着", "不要向", "不得向"],
    which: &[],
    objects: &["用户"],
    gap: 1,
};

/// Before a verb these say that it is told of somebody, or forbidden.
const TOLD_OF: [&str; 18] = [
    "我", "他", "她", "们", "谁", "不要", "别", "不能", "不该", "不会", "没有", "没", "不想", "老是", "总是", "经常",
    "从来", "会",
];

/// After a verb these say that it was done.
const DONE: [&str; 3] = ["了", "过", "掉了"];

/// Of each command its verbs or its objects, whichever people say less.
pub(super) fn hints() -> impl Iterator<Item = &'static str> {
    [DROP.verbs, SHOW.objects, OBEY.objects, SECRET.verbs].into_iter().flatten().copied()
}

pub(super) fn signs(folded: &str) -> Vec<Sign> {
    if folded.is_ascii() {
        return Vec::new();
    }
    let text: String = folded.chars().filter(|c| !c.is_whitespace()).collect();
    let found = [
        (DROP.is_in(&text, true), Sign::DropsInstructions),
        (SHOW.is_in(&text, true), Sign::AsksForHiddenText),
        (OBEY.is_in(&text, false), Sign::DemandsObedience),
        (SECRET.is_in(&text, false), Sign::HidesFromUser),
    ];
    found.into_iter().filter(|(holds, _)| *holds).map(|(_, sign)| sign).collect()
}

impl Command {
    /// Whether the text gives this command; if `told_of` matters, not where it only tells of somebody who did it.
    fn is_in(&self, text: &str, told_of: bool) -> bool {
        let begins = |c: char| self.verbs.iter().any(|verb| verb.starts_with(c));
        text.char_indices().filter(|(_, c)| begins(*c)).any(|(at, _)| {
            let (before, rest) = text.split_at(at);
            let mut afters = self.verbs.iter().filter_map(|verb| rest.strip_prefix(verb));
            afters.any(|after| !(told_of && is_told_of(before, after)) && self.has_object(after))
        })
    }

    /// Whether the object follows before the clause ends.
    fn has_object(&self, after: &str) -> bool {
        let clause: String = after.chars().take_while(|c| !"。!?;,\n".contains(*c)).take(self.gap + 6).collect();
        let objects = self.objects.iter().filter_map(|object| clause.find(object).map(|at| (at, object.len())));
        let mut near = objects.filter(|(at, _)| clause.get(..*at).is_some_and(|gap| gap.chars().count() <= self.gap));
        near.any(|(at, length)| {
            let through = clause.get(..at + length).unwrap_or_default();
            self.which.is_empty() || self.which.iter().any(|which| through.contains(which))
        })
    }
}

fn is_told_of(before: &str, after: &str) -> bool {
    TOLD_OF.iter().any(|word| before.ends_with(word)) || DONE.iter().any(|done| after.starts_with(done))
}
