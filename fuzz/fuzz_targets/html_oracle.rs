//! Compares the HTML scanner with html5ever, token by token, and windows with a whole page.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin_conformance::html::{difference, excuse, oracle, ours, ours_in_windows};

fuzz_target!(|data: &[u8]| {
    // The first byte sets the size of windows.
    let Some((&choice, data)) = data.split_first() else { return };
    let Ok(page) = str::from_utf8(data) else { return };
    let found = ours(page.as_bytes());
    let mut size = usize::from(choice);
    let windows = ours_in_windows(page.as_bytes(), &mut || {
        size = size.wrapping_mul(5).wrapping_add(1);
        1 + size % 17
    });
    assert_eq!(windows, found, "{page:?}");
    if let Some(difference) = difference(page, &found, &oracle(page)) {
        assert!(excuse(page).is_some(), "{page:?}\n{difference}");
    }
});
