//! Where it is worth to look for a link.
//!
//! Decides: which colons, and where hosts and addresses are guessed which dots and at signs, may belong to one, by the
//! bytes before and behind. Prose and source texts are full of colons; a look at each would take most of the time:
//! in Python's documentation there are 64 for every URL. It never leaves out one that `Finder` would make a link of.

/// Bytes that are looked at together, in a loop without a way out, of which the compiler makes vector instructions.
const BLOCK: usize = 64;
/// Of a block with a mark, the part in which it is looked for byte by byte.
const PART: usize = 16;

/// The first mark at or behind `at`.
pub(super) fn next(bytes: &[u8], at: usize, bare: bool) -> Option<usize> {
    if bare { first::<true>(bytes, at) } else { first::<false>(bytes, at) }
}

#[inline]
fn first<const BARE: bool>(bytes: &[u8], at: usize) -> Option<usize> {
    // The very first byte has nothing before it, and so is no mark.
    let mut at = at.max(1);
    while let Some(block) = bytes.get(at - 1..).and_then(|rest| rest.first_chunk::<{ BLOCK + 2 }>()) {
        if any::<BARE, { BLOCK + 2 }>(block)
            && let Some(found) = within::<BARE>(block)
        {
            return Some(at + found);
        }
        at += BLOCK;
    }
    (at..bytes.len()).find(|&at| is_mark::<BARE>(bytes[at - 1], bytes[at], bytes.get(at + 1).copied().unwrap_or(0)))
}

fn within<const BARE: bool>(block: &[u8; BLOCK + 2]) -> Option<usize> {
    let mut from = 0;
    while let Some(part) = block[from..].first_chunk::<{ PART + 2 }>() {
        if any::<BARE, { PART + 2 }>(part) {
            let found = part.windows(3).position(|three| is_mark::<BARE>(three[0], three[1], three[2]));
            return found.map(|found| from + found);
        }
        from += PART;
    }
    None
}

#[inline(always)]
fn any<const BARE: bool, const N: usize>(block: &[u8; N]) -> bool {
    let mut any = false;
    for at in 1..N - 1 {
        any |= is_mark::<BARE>(block[at - 1], block[at], block[at + 1]);
    }
    any
}

/// `scheme://`, `<URL:` with anything behind, a letter and a colon right before something else (`mailto:a`, but neither
/// `note: this` nor `std::string` nor `` :class:`x` ``); `www.`, `ftp.` and `@`.
#[inline(always)]
fn is_mark<const BARE: bool>(before: u8, byte: u8, behind: u8) -> bool {
    let is_tight = (before >= b'A') & (behind > b' ') & (behind != b':') & (behind != b'`');
    let is_colon = (byte == b':') & (is_tight | (behind == b'/') | (before | 0x20 == b'l'));
    let is_dot = (byte == b'.') & ((before | 0x20 == b'w') | (before | 0x20 == b'p'));
    is_colon | (BARE & (is_dot | (byte == b'@')))
}
