//! Tests of the stamp.

use super::*;

#[test]
fn a_stamp_survives_its_payload_and_a_changed_one_is_refused() {
    let stamp = Stamp { identity: "a, 亚洲".into(), sequence: Sequence::new(123), documents: 45 };
    let payload = stamp.to_payload();
    assert_eq!(Stamp::from_payload(&payload), Some(stamp));
    for changed in
        [payload.replace("123", "223"), payload.replace("45", "46"), payload.replace("a,", "b,"), String::new()]
    {
        assert_eq!(Stamp::from_payload(&changed), None, "{changed}");
    }
}
