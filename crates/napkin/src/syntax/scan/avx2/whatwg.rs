//! Ordinary `http` and `https` URLs under the URL Standard: those that the serializer would write as they stand, but
//! for letters of the host in upper case and for the slash of an empty path.

use super::{BLOCK, Block, Halves, Hints, MAX_LENGTH, Masks, WINDOW, Window, below, short};
use crate::HostKind;
use crate::percent::{EncodeSet, QUERY, Set};
use crate::syntax::parts::EMPTY;
use crate::syntax::scan::{PlainTail, Ready};

/// What stands as it is in path, query and fragment and, but for `: @ / ?`, in a domain. The few more that depend on
/// where they stand are in [`Tail::odd`].
static TAIL: Halves = Halves::of(QUERY.without(Set::of(b"'")));

/// What stands as it is in a path of any URL; `\` is a slash or an ordinary character.
static PATH: Halves = Halves::outside(EncodeSet::PATH, b'\\');

/// What is outside each percent-encode set, in the order of their bits.
static OUTSIDE: [Halves; 8] = {
    let mut sets = [const { Halves::outside(EncodeSet::C0_CONTROL, 0) }; 8];
    let mut at = 0;
    while at < 8 {
        sets[at] = Halves::outside(EncodeSet::ALL[at], 0);
        at += 1;
    }
    sets
};

#[target_feature(enable = "avx2")]
pub(super) fn ordinary(text: &[u8]) -> Option<Ready> {
    let masks = Masks::of(text, &TAIL);
    let Front { scheme_end, host_end, path_start } = front(text, &masks)?;
    let mut tail = Tail::new(text);
    tail.all(&masks, path_start)?;
    let parts = crate::Parts {
        scheme_end: scheme_end as u32,
        host_end: host_end as u32,
        path_start: path_start as u32,
        query_start: tail.query_start,
        fragment_start: tail.fragment_start,
        end: text.len() as u32,
        host: HostKind::Domain,
        hints: Hints::NONE.and_if(tail.escape, Hints::ESCAPE),
        ..EMPTY
    };
    let has_upper = masks.upper & below(host_end) & !below(scheme_end) != 0;
    Some(Ready { parts, has_upper, lacks_slash: text.get(path_start) != Some(&b'/') })
}

/// Whether the text makes a URL, for which nothing behind the authority matters; `false` for *look closer*.
#[target_feature(enable = "avx2")]
pub(super) fn has_ordinary_front(text: &[u8]) -> bool {
    front(text, &Masks::of(text, &TAIL)).is_some()
}

/// Path, query and fragment, from `start`, of a text whose front has been read closely.
#[target_feature(enable = "avx2")]
pub(super) fn plain_tail(text: &[u8], start: usize) -> Option<PlainTail> {
    // Before these there may be no byte to look back at.
    if matches!(text.get(start), Some(b'.' | b'%')) {
        return None;
    }
    let mut tail = Tail::new(text);
    tail.all(&Masks::of(text, &TAIL), start)?;
    Some(PlainTail { query_start: tail.query_start, fragment_start: tail.fragment_start })
}

/// Where things stand in an ordinary front.
struct Front {
    scheme_end: usize,
    host_end: usize,
    path_start: usize,
}

/// `http://` or `https://`, a domain that is no address, and a port perhaps, which is not the default.
#[inline]
fn front(text: &[u8], masks: &Masks) -> Option<Front> {
    let (scheme_end, default_port) = match text.first_chunk()? {
        b"https://" => (5, 443),
        [b'h', b't', b't', b'p', b':', b'/', b'/', _] => (4, 80),
        _ => return None,
    };
    if text.len() > MAX_LENGTH / 4 {
        return None;
    }
    let host = scheme_end + 3;
    let stops = masks.stops_from(host);
    if stops == 0 && text.len() > masks.seen {
        return None;
    }
    let host_end = text.len().min(stops.trailing_zeros() as usize);
    if host_end <= host || may_be_number(text, masks, host, host_end) {
        return None;
    }
    let path_start = match text.get(host_end) {
        None | Some(b'/' | b'?' | b'#') => host_end,
        Some(b':') => port(text, host_end, default_port)?,
        Some(_) => return None,
    };
    Some(Front { scheme_end, host_end, path_start })
}

/// How many bytes stand before the first that is in the set.
#[target_feature(enable = "avx2")]
pub(super) fn before(text: &[u8], set: EncodeSet) -> usize {
    let outside = &OUTSIDE[set.index()];
    first(text, |block, _| block.odd(outside))
}

/// How many bytes of a path stand as they are; the text before it ends in `/`, so that a dot may begin a segment.
#[target_feature(enable = "avx2")]
pub(super) fn plain_path(text: &[u8]) -> usize {
    first(text, |block, at| {
        // Whether the byte before the block is a slash.
        let across = at == 0 || text[at - 1] == b'/';
        let begins = block.places(b'/') << 1 | u32::from(across);
        block.odd(&PATH) | begins & (block.places(b'.') | block.places(b'%'))
    })
}

/// Whether there is a tab or a newline.
#[target_feature(enable = "avx2")]
pub(super) fn has_break(text: &[u8]) -> bool {
    first(text, |block, _| block.places(b'\t') | block.places(b'\n') | block.places(b'\r')) < text.len()
}

/// The place of the first byte for which `marks`, given a block and its place, sets a bit; the end when there is none.
#[inline]
#[target_feature(enable = "avx2")]
fn first(text: &[u8], marks: impl Fn(Block, usize) -> u32) -> usize {
    if text.len() < BLOCK {
        return text.len().min(marks(short(text), 0).trailing_zeros() as usize);
    }
    let last = text.len() - BLOCK;
    let mut at = 0;
    loop {
        let found = marks(Block::load(text, at), at);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        if at == last {
            return text.len();
        }
        // The last block may reach back over the one before, in which nothing has been found.
        at = last.min(at + BLOCK);
    }
}

/// Whether the last label of a host begins with a digit, or is empty: then the host may be an IPv4 address.
#[inline]
fn may_be_number(text: &[u8], masks: &Masks, host: usize, end: usize) -> bool {
    let dots = masks.dot & below(end) & !below(host);
    let label = if dots == 0 { host } else { WINDOW - dots.leading_zeros() as usize };
    label == end || text[label].is_ascii_digit()
}

/// Behind a port whose colon stands at `colon`, if it is written as the serializer would and the authority ends there.
#[inline]
fn port(text: &[u8], colon: usize, default: u32) -> Option<usize> {
    let digits = text[colon + 1..].iter().take(6).take_while(|byte| byte.is_ascii_digit());
    let (count, value) = digits.fold((0, 0), |(count, value), digit| (count + 1, value * 10 + u32::from(digit - b'0')));
    let end = colon + 1 + count;
    let shortest = count > 0 && (text[colon + 1] != b'0' || count == 1);
    let ends = matches!(text.get(end), None | Some(b'/' | b'?' | b'#'));
    (shortest && ends && value <= 65535 && value != default).then_some(end)
}

/// What is known of path, query and fragment so far.
struct Tail<'a> {
    text: &'a [u8],
    query_start: u32,
    fragment_start: u32,
    escape: bool,
}

impl<'a> Tail<'a> {
    #[inline]
    const fn new(text: &'a [u8]) -> Self {
        Self { text, query_start: 0, fragment_start: 0, escape: false }
    }

    /// Reads everything from `start`, the path's.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn all(&mut self, masks: &Masks, start: usize) -> Option<()> {
        let text = self.text;
        if start < masks.seen {
            let from = u64::MAX << start;
            self.window(0, masks.odd & from, masks.question & from, masks.dot & masks.slash << 1 & from)?;
        }
        // Behind what has been seen: windows; the last may reach back over the one before.
        let mut at = start.max(masks.seen);
        while at < text.len() {
            let place = at.min(text.len() - WINDOW);
            let window = Window::load(text, place);
            let fresh = u64::MAX << (at - place);
            let (mut question, mut dots) = (0, 0);
            if self.is_path() {
                let across = text[place - 1] == b'/';
                dots = window.places(b'.') & (window.places(b'/') << 1 | u64::from(across)) & fresh;
                question = window.places(b'?') & fresh;
            }
            self.window(place, window.odd(&TAIL) & fresh, question, dots)?;
            at = place + WINDOW;
        }
        Some(())
    }

    /// Whether neither query nor fragment has begun.
    #[inline]
    fn is_path(&self) -> bool {
        self.query_start | self.fragment_start == 0
    }

    /// Takes up to 64 bytes of the text, from `base`, given the places of odd bytes, of `?`, and of `.` behind `/`.
    #[inline(always)]
    fn window(&mut self, base: usize, odd: u64, question: u64, dots: u64) -> Option<()> {
        let was_path = self.is_path();
        if odd != 0 {
            self.odd(base, odd, question)?;
        } else if was_path && question != 0 {
            self.query_start = (base + question.trailing_zeros() as usize) as u32 + 1;
        }
        // A segment that begins with a dot may be one of those that are folded.
        if was_path && dots != 0 {
            let place = base + dots.trailing_zeros() as usize;
            let behind = |start: u32| start != 0 && start as usize <= place;
            if !(behind(self.query_start) || behind(self.fragment_start)) {
                return None;
            }
        }
        Some(())
    }

    /// Takes the odd bytes of a window, and finds where query and fragment begin among them.
    #[inline(never)]
    fn odd(&mut self, base: usize, mut odd: u64, mut question: u64) -> Option<()> {
        if !self.is_path() {
            question = 0;
        }
        while odd != 0 {
            let bit = odd & odd.wrapping_neg();
            let at = base + odd.trailing_zeros() as usize;
            if self.is_path() && question & (bit - 1) != 0 {
                self.query_start = (base + question.trailing_zeros() as usize) as u32 + 1;
            }
            match (self.text[at], self.component()) {
                (b'#', Component::Path | Component::Query) => self.fragment_start = at as u32 + 1,
                // `%2e` is a dot where a segment begins with it.
                (b'%', Component::Path) if self.text[at - 1] == b'/' => return None,
                (b'%', _) => self.escape = true,
                (b'[' | b']' | b'|', _)
                | (b'\'', Component::Path | Component::Fragment)
                | (b'^' | b'{' | b'}' | b'\\', Component::Query | Component::Fragment)
                | (b'`', Component::Query)
                | (b'#', Component::Fragment) => {}
                _ => return None,
            }
            odd &= odd - 1;
        }
        if self.is_path() && question != 0 {
            self.query_start = (base + question.trailing_zeros() as usize) as u32 + 1;
        }
        Some(())
    }

    fn component(&self) -> Component {
        match (self.query_start, self.fragment_start) {
            (0, 0) => Component::Path,
            (_, 0) => Component::Query,
            _ => Component::Fragment,
        }
    }
}

#[derive(Clone, Copy)]
enum Component {
    Path,
    Query,
    Fragment,
}
