//! The form of a question, read off its text.

use super::*;

#[track_caller]
fn check(text: &str, form: Form) {
    assert_eq!(Form::of(text), form, "{text}");
}

#[test]
fn questions_statements_and_dialogues_are_told_apart() {
    check("When did Caroline go to the support group?", Form::Asking);
    check("where does my sister live", Form::Asking);
    check("妹妹住在哪", Form::Asking);
    check("上次说的ERP审批是谁负责的", Form::Asking);
    check("我喜欢茉莉花茶", Form::Stating);
    check("jasmine tea", Form::Stating);
    check("", Form::Stating);
    check("Bart: I'm going to perform!\nAssistant: Fantastic!", Form::Dialogue);
    check("小明：我要表演魔术\n助手：太棒了", Form::Dialogue);
    check("Remember: bring the keys", Form::Stating);
}
