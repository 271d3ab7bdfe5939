//! No bytes of a head, of a file of the cache or of a note beside a part make anything panic that reads them, whatever the time is; and
//! what is written of a head is read as it was written. The first byte says which of the three the rest is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin_retrieve::probe;

fuzz_target!(|input: &[u8]| {
    // Three times, in seconds since 1970, then the bytes.
    let Some((choice, rest)) = input.split_first() else { return };
    let Some((times, bytes)) = rest.split_at_checked(24) else { return };
    let time = |at: usize| times[at..at + 8].iter().fold(0, |time, &byte| time << 8 | u64::from(byte));
    match choice % 3 {
        0 => probe::answer(bytes, [time(0), time(8), time(16)]),
        1 => probe::entry(bytes, time(16)),
        _ => probe::note(bytes),
    }
});
