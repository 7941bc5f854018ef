//! Status pages of the system.

use super::{peak_bytes, peak_of};

#[test]
fn the_peak_is_read_in_bytes() {
    assert_eq!(peak_of("Name:\thupo\nVmPeak:\t  9 kB\nVmHWM:\t  462668 kB\nVmRSS:\t 1 kB\n"), Some(473_772_032));
    for status in ["", "VmHWM:\n", "VmHWM: many kB\n", "VmHWM: 12 MB\n", "VmRSS: 12 kB\n"] {
        assert_eq!(peak_of(status), None, "{status:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn this_process_has_a_peak() {
    assert!(peak_bytes().is_some_and(|bytes| bytes > 1 << 20));
}
