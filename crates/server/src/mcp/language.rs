//! In which language a tool answers: that of what it was asked.

/// Chinese or English.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Chinese,
    English,
}

impl Language {
    /// Chinese where there is one Han character, as people who write Chinese mix English in, and hardly the other way.
    pub(super) fn of(text: &str) -> Self {
        if text.chars().any(is_han) { Self::Chinese } else { Self::English }
    }

    /// The one of two texts that is in it.
    pub(super) fn pick<T>(self, chinese: T, english: T) -> T {
        match self {
            Self::Chinese => chinese,
            Self::English => english,
        }
    }
}

const fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_answer_is_in_the_language_of_the_question() {
        assert_eq!(Language::of("我妹妹叫什么"), Language::Chinese);
        assert_eq!(Language::of("Where does my sister live?"), Language::English);
        assert_eq!(Language::of("明天的ERP meeting"), Language::Chinese);
        assert_eq!(Language::of(""), Language::English);
    }
}
