//! Which characters are invisible, and which are variants of one quote mark or dash.

/// Zero-width and bidirectional controls, soft hyphens, fillers, tags and variation selectors: what a reader cannot
/// see and a matcher must not either (Unicode `Default_Ignorable_Code_Point`, assigned part).
pub(crate) fn is_invisible(c: char) -> bool {
    c >= '\u{AD}'
        && matches!(c,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// One straight quote mark or hyphen for every typographic variant; other characters stay.
pub(crate) fn unify_mark(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    match c {
        '‘' | '’' | '‚' | '‛' | '′' | '´' | '‹' | '›' | '『' | '』' | '﹃' | '﹄' | 'ʼ' | '＇' => {
            '\''
        }
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' | '「' | '」' | '﹁' | '﹂' | '｢' | '｣' | '〝' | '〞' | '〟' | '＂' => {
            '"'
        }
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '⸺' | '⸻' | '﹘' | '﹣' | '－' | '︱' | '︲' => {
            '-'
        }
        _ => c,
    }
}

/// Whether the character belongs to the Han script, as block ranges (Unicode 16 `Script=Han`, reserved points included).
pub fn is_han(c: char) -> bool {
    if ('\u{4E00}'..='\u{9FFF}').contains(&c) {
        return true;
    }
    c >= '\u{2E80}'
        && matches!(c,
            '\u{2E80}'..='\u{2FD5}' | '々' | '〇' | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303B}'
            | '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Kana and Hangul: scripts whose words touch their neighbours, so that a name needs no word boundary.
pub(crate) fn is_kana_or_hangul(c: char) -> bool {
    c >= '\u{1100}'
        && matches!(c,
            '\u{1100}'..='\u{11FF}' | '\u{3041}'..='\u{30FF}' | '\u{3131}'..='\u{318E}' | '\u{31F0}'..='\u{31FF}'
            | '\u{AC00}'..='\u{D7A3}' | '\u{FF66}'..='\u{FFDC}' | '\u{1B000}'..='\u{1B16F}')
}
