//! Words so common that sharing one shows nothing. Longer than a search engine's stop words: what any kind reply says.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Whether the stem of a word is a common one's.
pub(super) fn is_common_stem(stem: &str) -> bool {
    static STEMS: LazyLock<HashSet<String>> =
        LazyLock::new(|| ENGLISH.split_ascii_whitespace().map(super::tokens::stem).collect());
    STEMS.contains(stem)
}

/// Whether a pair of Han characters is a common word, or holds a character that only joins others.
pub(super) fn is_common_pair(pair: &str) -> bool {
    pair.chars().any(|c| JOINING.contains(c)) || is_common_word(pair)
}

/// Whether two Han characters are a common word.
pub(super) fn is_common_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| CHINESE.split_ascii_whitespace().collect());
    WORDS.contains(word)
}

/// Particles, pronouns, auxiliaries, measure words and the like: a pair with one of them is no word of its own.
const JOINING: &str = "的了是在我你他她它们这那就都也还很太吗呢吧啊呀嘛哦嗯哈哇唉咦不没有和与跟把被给要会能可以到着得个只些么什\
    怎谁哪为因所但而且或如果从向对让使又再才更最刚已曾将应该真好多少大小上下里中前后来去说想看做用起出先别请您咱俩每各\
    一二三四五六七八九十百千万两几次点天年月日号时候完到部种件位份类非常";

/// Common words of two characters, none of them with a joining one.
const CHINESE: &str = "今天 明天 昨天 现在 觉得 知道 喜欢 希望 感觉 开心 高兴 难过 晚上 早上 中午 下午 周末 工作 朋友 事情 问题 \
    东西 地方 孩子 生活 时间 辛苦 休息 睡觉 吃饭 回家 回来 记得 忘记 告诉 准备 开始 结束 继续 需要 帮忙 加油 注意 放心 担心 \
    害怕 心情 安静 舒服 身体 学习 学校 公司 办公 同事 老师 家里 家人 妈妈 爸爸 父母 电话 手机 消息 照片 电影 音乐 歌曲 故事 \
    慢慢 聊聊 陪陪 抱抱 谢谢 对方 其实 当然 可能 或者 虽然 然后 比较 非常 特别 直接 简单 容易 重要 普通 正常 主要 终于 突然 \
    似乎 好像 肯定 必须 另外 关系 办法 机会 选择 决定 计划 安排 参加 认识 发现 发生 出门 外面 旁边 附近 身边 城市 天气 暖和 \
    早点 晚点 周一 周二 周三 周四 周五 周六 周日 星期 礼拜 分钟 小时 春天 夏天 秋天 冬天 用户 伙伴 约好 尤其 住在 \
    喝水 吃药 走路 散步 出去 离开 找到 拿到 见面 聊天 说话 写字 读书 结果 衣服 房间 桌子 早安 晚安 \
    安全 健康 努力 厉害 漂亮 可爱 温柔 幸福 快乐 生气 紧张 压力 疲惫 轻松 自由 自己 别人 大家 咖啡 早饭 午饭 晚饭 饭店 超市 建议 推荐 \
    方法 技巧 尝试 练习 基础 能力 经验 知识 提高 改善 目标 梦想 挑战 情绪 焦虑 放松 自信 活动 运动 书籍 旅行 旅游 当地 住宿 交通 \
    文化 社会 社区 课程 行业 职业 效果 效率 过程 灵感 兴趣 爱好 交流 沟通 支持 鼓励 成功 失败 困难 未来 人生 生命 意义 世界 风格 \
    形象 自然 作品 内容 信息 网上 平台 视频 分享 感谢 庆祝 礼物 生日 表现 机器 智能 虚拟 聪明 优秀 尊重 理解 相信 坚持 保持 影响 \
    美好 美丽 充满 享受 体验 欣赏 适合 合适 具体 方面 情况 原因 结果 想法 看法 角度 程度 水平 质量 环境 条件 资源 时代 历史";

/// Common words of English, folded.
const ENGLISH: &str = "a about above absolutely across actually after again against ago ahead all almost alone along already \
    alright also although always am amazing among an and another any anyone anything anyway are aren't around as ask at away \
    awful back bad be beautiful became because become been before begin behind being believe best better between big bit both \
    break bring busy but buy by call came can can't care careful carry catch celebrate chance change check clear close cold \
    come comfort company cool could couldn't couple course cup day days deal dear deep definitely deserve did didn't different \
    difficult do does doesn't doing don't done down during each early easy eat either else end enjoy enough especially even \
    evening ever every everyone everything exactly excited exhaust eye face fact fair fall family far fast feel feeling felt few \
    final finally find fine finish first fix follow food for forget form found free fresh friend from full fun funny further \
    gave gentle get getting gift give glad go goes going gone gonna good got gotta great greet guess had half hand happen happy \
    hard has hasn't have haven't having he head hear heart hello help her here hers hey hi him his hit hold home honest hope \
    hour house how however hug huge i i'd i'll i'm i've idea if imagine important in instead interest into is isn't it it's its \
    job just keep kind knew know known last late later laugh lead learn least leave left less let let's life light like little \
    live lol long look lose lot love lovely made make makes many matter may maybe me mean meet mention message might mind mine \
    minute moment money month more morning most mostly mother move much must my name near need never new next nice night no \
    nobody none nor not nothing now of off often oh ok okay old on once one only open or other our out outside over own part \
    past people perfect perhaps person phone pick place plan play please plenty point poor possible pretty prefer probably \
    promise put quick quiet quite rather read ready real really reason remember rest right rough run sad safe said same saw say \
    see seem self send sense set shall share she should show side simple since sit sleep slow small smile so some someone \
    something sometimes soon sorry sort sound space spend stand start stay step still stop story strong stuff such suppose sure \
    sweet take talk tell ten than thank thanks that that's the their them then there there's these they they're thing think this \
    those though thought three through time tired to today together told tomorrow tonight too took tough toward tried trip true \
    try turn two under until up upon us use used user user's usual very visit voice wait wake walk want warm was wasn't watch \
    water way we we'll we're we've week weekend well went were weren't what what's when where whether which while who whole \
    whom whose why will win wish with without won't wonder wonderful word work world worry worse worst worth would wouldn't \
    wow write wrong yeah year years yes yesterday yet you you'd you'll you're you've young your yours yourself \
    afternoon appreciate breakfast comfortable completely congratulations consider conversation eventually everybody \
    everywhere experience honestly immediately incredible incredibly interesting naturally otherwise ourselves particular \
    particularly personally recommend remembering restaurant situation somewhere surprising terrible themselves throughout \
    ability achieve activity adapt advice anxiety anxious attention attitude balance benefit birthday body book brain career \
    challenge character class communicate communication companion confidence confident cook create creative culture decide \
    decision delicious develop difficulty disappoint discover dish dream effort emotion emotional encourage energy environment \
    event example exercise experience explain explore express film flavor focus future game goal goodbye grow growth habit \
    health healthy history hobby human impression improve individual influence information inspiration inspire interview \
    knowledge language lesson level lifestyle listening maintain manage meaning meaningful meditate mental method mind mood \
    movie music nature negative offer opportunity option organize participate passion patience patient pay performance physical \
    picture popular positive practical practice prepare pressure private problem process progress project proud provide quality \
    question recommend recommendation relate relationship relax relaxing release require resource respect result schedule scene \
    school search separate share skill social society solution solve song specific sport stress student study style success \
    successful suggest suggestion support symptom task taste teach teacher technique test theme tip topic touch \
    travel type unique valuable value various video view virtual website worth writing \
    understand unfortunately whatever whenever wherever yourselves";

#[cfg(test)]
mod tests;
