//! Parses any bytes as a response header, as a cache file or as a note beside a part, at any time: no bytes cause a
//! panic, and an entry or a note that was made from a header reads back as written. The first byte selects one of the
//! three.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin_retrieve::fuzzing;

fuzz_target!(|input: &[u8]| {
    // Three times, in seconds since 1970, then the bytes.
    let Some((choice, rest)) = input.split_first() else { return };
    let Some((times, bytes)) = rest.split_at_checked(24) else { return };
    let time = |at: usize| times[at..at + 8].iter().fold(0, |time, &byte| time << 8 | u64::from(byte));
    match choice % 3 {
        0 => fuzzing::answer(bytes, [time(0), time(8), time(16)]),
        1 => fuzzing::entry(bytes, time(16)),
        _ => fuzzing::note(bytes),
    }
});
