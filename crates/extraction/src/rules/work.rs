//! What the user does: occupation, employer, school.

use super::place::place;
use super::value::{is_short, length};
use crate::draft::{Fact, Said, key};
use crate::pattern::{Pattern, pattern};
use hupo_types::Proposal;

/// How an occupation ends in Chinese.
static JOB_CHINESE: Pattern = pattern!(
    r"(?:老师|教师|工程师|设计师|律师|厨师|药师|会计师?|分析师|咨询师|摄影师|造型师|理发师|化妆师|护士长?|医生|大夫|牙医|兽医|程序员|码农|",
    r"司机|编辑|记者|警察|消防员|公务员|销售员?|产品经理|项目经理|客户经理|店长|翻译|导游|作家|画师|画家|插画师|演员|歌手|教练|保安|",
    r"保洁员?|快递员|外卖员|骑手|木匠|电工|焊工|水管工|工人|农民|军人|研究员|教授|讲师|客服|秘书|助理|出纳|文员|运营|策划|主播|空姐|飞行员|",
    r"收银员|服务员|营业员|保姆|月嫂|护工|自由职业者?|个体户|研究生|大学生|高中生|博士生|留学生|freelancer|designer|engineer|developer|manager|",
    r"swe|pm|hr|analyst|consultant|teacher|nurse|产品|前端|后端|测试)$"
);
static IS_CHINESE: Pattern = pattern!(
    r"^(?:我(?:现在|目前|就|也)*(?:是|做|当)|本人(?:是)?)(?:一?[名个位])?(?P<v>[\p{Han}a-z ]{1,14}?)(?:的)?$|^做(?P<w>[\p{Han}]{2,8})$"
);
static DOES_CHINESE: Pattern = pattern!(
    r"^我?(?:是|就是)(?:个|一个)?(?P<v>(?:做|搞|干|开|教|跑|卖|写|画|修)[\p{Han}a-z]{1,8})的$|^我(?P<w>(?:做|搞|教|跑|卖|修)[\p{Han}]{1,6})的$|",
    r"^我的(?:工作|职业)(?:就)?是(?P<x>[\p{Han}a-z ]{2,16})$"
);
static AT_CHINESE: Pattern = pattern!(
    r"^我?(?:现在|目前|就|也|还)*在(?P<v>[\p{Han}a-z0-9 ]{1,14}?)(?:(?:上班|工作|任职)(?:了)?(?:[\p{Han}\d]{1,4}年)?|(?P<does>当|做|跑|教|开)(?P<j>[^几一两些了 ][\p{Han}a-z ]{0,9}))(?:了|的)?$|",
    r"^我?(?:刚|刚刚|上周|这周|最近|今天)*入职(?:了)?(?P<w>[\p{Han}a-z0-9]{2,10}?)(?:了)?$"
);
static SCHOOL_CHINESE: Pattern = pattern!(
    r"^我?(?:现在|目前)*在(?P<v>[\p{Han}a-z]{1,12}?(?:大学?|学院|中学|高中|附中|一中|理工|师范))(?:读|上|念|学)|^我(?:现在|在)?(?:上|读|念)(?P<w>(?:初|高|大|研|博)[一二三四])$"
);
/// What one runs, drives or teaches for a living.
static TRADE: Pattern = pattern!(
    r"^(?:外卖|滴滴|车$|业务|销售|快递|货|运输|长途|出租|店|公司|网店|餐馆|书$|钢琴|舞蹈|画画|小学|初中|高中|\p{Han}{0,2}[数语文理化史地])"
);
/// Where people are, other than at work.
static NO_EMPLOYER: Pattern = pattern!(
    r"^(?:家|那|这|外面|哪|想|等|公司|单位|学校|医院|床|路上|里面|一起|你|他|她|北边|看|努力|认真|拼命|偷偷|忙|用|安全)|给|帮|替|我|[里上边前后中下]$|^(?:一家|一个|某家?|这家|那家|新|老)?(?:公司|单位|工厂|企业)$"
);

static JOB_ENGLISH: Pattern = pattern!(
    r"^(?:[\w' -]{0,30} )?(?:nurse|doctor|teacher|engineer|developer|programmer|designer|illustrator|artist|writer|author|journalist|editor|",
    r"lawyer|paralegal|accountant|analyst|consultant|manager|director|chef|cook|baker|barista|waiter|waitress|bartender|driver|trucker|pilot|",
    r"welder|plumber|electrician|carpenter|mechanic|builder|farmer|gardener|librarian|paramedic|firefighter|cop|police officer|soldier|",
    r"student|professor|lecturer|researcher|scientist|therapist|psychologist|counsell?or|social worker|dentist|vet|pharmacist|photographer|",
    r"musician|singer|dancer|actor|actress|model|hairdresser|cashier|receptionist|secretary|assistant|salesperson|realtor|translator|",
    r"interpreter|architect|surveyor|tailor|cleaner|janitor|caretaker|nanny|freelancer|freelance \w+|coach|trainer|tutor|stay at home (?:dad|mom|mum)|",
    r"stay-at-home (?:dad|mom|mum)|homemaker|retiree|founder|entrepreneur|electrician|technician|operator|clerk|agent|broker|planner)$"
);
static IS_ENGLISH: Pattern = pattern!(
    r"^(?:i'm|i am|im|i've been)(?: currently| now)? an? (?P<v>[\w' -]{3,40})$|^i work as an? (?P<w>[\w' -]{3,40})$|",
    r"^my (?:job|occupation|profession) is (?P<x>[\w' -]{3,40})$|",
    r"^i (?P<y>(?:drive|fix|repair|sell|paint|build|clean|make|cut|write) [\w' -]{2,30}?) for a living$|",
    r"^i (?P<z>teach (?:\w+ ){0,3}\w+)$|^(?:i|we) (?P<u>(?:run|own) an? [\w' -]{2,30}?)(?: with .*)?$|",
    r"^i work in (?P<s>marketing|sales|finance|it|hr|tech|healthcare|construction|retail|education|advertising|hospitality|logistics|",
    r"shipping|publishing|banking|insurance|real estate|film|fashion)$|",
    r"^as an? (?P<t>[\w-]+(?: [\w-]+)?)$"
);
static AT_ENGLISH: Pattern = pattern!(
    r"^(?:i|i'm|im|i am) (?:currently |still |now )?work(?:ing)? (?:at|for) (?P<v>.+)$|",
    r"^(?:i )?(?:just |recently )?(?:started (?:working )?at|got hired (?:at|by)) (?P<w>[\w&]+(?: [\w&]+)?)(?: on \w+)?(?: last \w+)?(?: as an? (?P<j>[\w -]+))?$"
);
static SCHOOL_ENGLISH: Pattern = pattern!(
    r"^(?:i'm|i am|im) (?:studying|majoring in) .{2,30}? at (?P<v>.+)$|^(?:i'm|i am|im) an? (?:freshman|sophomore|junior|senior|student|phd student|grad student) at (?P<w>.+)$"
);
static NO_WORKPLACE: Pattern = pattern!(
    r"^(?:home|night|least|it|my|myself|the moment|me|him|her|them|us|a living|hours|free|this|that|you|someone|now|a (?:few|while)|all|once|the time)(?-u:\b)"
);

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    if !said.doubt.is_none() {
        return Vec::new();
    }
    let school = school(said);
    if let Some(school) = school {
        return vec![school];
    }
    let mut found: Vec<Proposal> = employer(said);
    if found.is_empty() {
        found.extend(occupation(said));
    }
    found
}

fn job(said: Said<'_>, what: &str) -> Option<Proposal> {
    let what = what.trim();
    let bare = said.say(format!("用户的职业：{what}"), format!("The user's occupation: {what}"));
    said.memory(Fact::new(key("user", "work", "occupation"), bare, 8))
}

fn works_at(said: Said<'_>, place: &str) -> Option<Proposal> {
    let text = said.say(format!("用户在{place}工作"), format!("The user works at {place}"));
    said.memory(Fact::new(key("user", "work", "employer"), text, 7))
}

fn school(said: Said<'_>) -> Option<Proposal> {
    let found = SCHOOL_CHINESE.captures(said.text).or_else(|| SCHOOL_ENGLISH.captures(said.text))?;
    let group = ["v", "w"].into_iter().find_map(|name| found.name(name))?;
    let place = said.words(group.start()..group.start() + length(group.as_str()));
    let text = said.say(format!("用户在读：{place}"), format!("The user studies at {place}"));
    is_short(place, 12, 5).then(|| said.memory(Fact::new(key("user", "study", "school"), text, 7)))?
}

fn employer(said: Said<'_>) -> Vec<Proposal> {
    let mut found = employer_chinese(said);
    if found.is_empty() {
        found = employer_english(said);
    }
    found
}

/// In a city people live; elsewhere they are employed.
fn employer_chinese(said: Said<'_>) -> Vec<Proposal> {
    let Some(found) = AT_CHINESE.captures(said.text) else { return Vec::new() };
    let Some(group) = found.name("v").or_else(|| found.name("w")) else { return Vec::new() };
    if NO_EMPLOYER.is_match(group.as_str()) {
        return Vec::new();
    }
    let words = said.words(group.range());
    let city = place(group.as_str()) == Some(group.len());
    let lives = || said.memory(Fact::new(key("user", "home", "place"), format!("用户住在{words}"), 8));
    let mut proposals: Vec<Proposal> = if city { lives() } else { works_at(said, words) }.into_iter().collect();
    if let Some(what) = found.name("j") {
        let does = found.name("does").filter(|does| matches!(does.as_str(), "跑" | "教" | "开"));
        let start = does.map_or(what.start(), |does| does.start());
        let known = JOB_CHINESE.is_match(what.as_str())
            || does.is_some() && TRADE.is_match(what.as_str())
            || found.name("does").is_some_and(|does| does.as_str() == "做") && (city || said.text.starts_with('我'));
        if !known {
            return Vec::new();
        }
        proposals.extend(job(said, said.words(start..what.end())));
    }
    proposals
}

fn employer_english(said: Said<'_>) -> Vec<Proposal> {
    let Some(found) = AT_ENGLISH.captures(said.text) else { return Vec::new() };
    let Some(group) = found.name("v").or_else(|| found.name("w")) else { return Vec::new() };
    let words = said.words(group.start()..group.start() + length(group.as_str()));
    let named = words.chars().any(|c| c.is_uppercase() || hupo_text::script::is_han(c))
        || words.starts_with("the ")
        || words.starts_with("a ");
    if NO_WORKPLACE.is_match(group.as_str()) || !named || !is_short(words, 12, 5) {
        return Vec::new();
    }
    let mut proposals: Vec<Proposal> = works_at(said, words).into_iter().collect();
    proposals.extend(said.group(&found, "j").and_then(|what| job(said, what)));
    proposals
}

fn occupation(said: Said<'_>) -> Option<Proposal> {
    if let Some(found) = DOES_CHINESE.captures(said.text) {
        let group = ["v", "w", "x"].into_iter().find_map(|name| found.name(name))?;
        let words = said.words(group.range());
        return job(said, words.strip_prefix('做').unwrap_or(words));
    }
    if let Some(found) = IS_CHINESE.captures(said.text) {
        let group = found.name("v").or_else(|| found.name("w"))?;
        return JOB_CHINESE.is_match(group.as_str().trim()).then(|| job(said, said.words(group.range())))?;
    }
    occupation_english(said)
}

fn occupation_english(said: Said<'_>) -> Option<Proposal> {
    let found = IS_ENGLISH.captures(said.text)?;
    let group = ["v", "w", "x", "y", "z", "u", "s"].into_iter().find_map(|name| found.name(name))?;
    let value = group.as_str();
    let value = if value.contains("stay at home") { value } else { value.split(" at ").next().unwrap_or(value) };
    let value = value.get(..length(value)).unwrap_or(value);
    let free = found.name("v").is_none();
    (free || JOB_ENGLISH.is_match(value)).then(|| job(said, said.words(group.start()..group.start() + value.len())))?
}
