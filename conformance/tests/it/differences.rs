//! Reports differences of many cases at once.

/// Asserts that there are no differences; each line is one, and the first few are printed.
#[track_caller]
pub(crate) fn assert_none(wrong: &[String], of: usize) {
    let first: Vec<&str> = wrong.iter().take(40).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {of} differ, such as\n{}", wrong.len(), first.join("\n"));
}
