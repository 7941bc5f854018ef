//! What texts are estimated to cost.

use super::estimate_tokens;

#[test]
fn each_script_has_its_own_price() {
    assert_eq!(estimate_tokens("糯米团子是猫"), 4, "six Han characters");
    assert_eq!(estimate_tokens("a cat named Momo"), 4, "sixteen Latin characters");
    assert_eq!(estimate_tokens("ERP审批"), 3, "2.08 rounded up");
    assert_eq!(estimate_tokens(""), 0);
    assert_eq!(estimate_tokens("a"), 1);
}
