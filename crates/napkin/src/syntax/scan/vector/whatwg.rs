//! Fast parser for ordinary `http` and `https` URLs of the URL Standard: URLs already in serialised form, except for a
//! missing slash of an empty path.

use super::{Block, Fresh, WINDOW, Window, below, fresh, halves, outside, rare_end, short};
use crate::bytes::vector::{BLOCK, Halves, Machine};
use crate::host::ipv4;
use crate::percent::{EncodeSet, QUERY, SCHEME, Set};
use crate::syntax::parts::MAX_URL_LENGTH;
use crate::syntax::scan::tables::{self, Front, port, ready, refusal, written_host, written_port};
use crate::syntax::scan::{PlainTail, Ready, words};
use crate::{HostKind, Parts};

/// The characters that are never encoded in path, query and fragment. [`PlainTail::odd`] handles the few characters that
/// are encoded only in some of the three.
static TAIL: Halves = halves(QUERY.without(Set::of(b"'")));

/// The ASCII characters that are not delimiters in an authority.
static NO_DELIMITER: Halves = halves(QUERY.without(Set::of(b"/?@:")));

/// The characters that are not encoded in any path, except `\`, which is a slash in some URLs.
static PATH: Halves = outside(EncodeSet::PATH, b'\\');

/// The characters outside each percent-encode set, in the order of the sets' bits.
static OUTSIDE: [Halves; 8] = {
    let mut sets = [const { outside(EncodeSet::C0_CONTROL, 0) }; 8];
    let mut at = 0;
    while at < 8 {
        sets[at] = outside(EncodeSet::ALL[at], 0);
        at += 1;
    }
    sets
};

/// The characters that are unchanged in a domain: lower-case letters, digits, and punctuation that hosts allow.
static DOMAIN: Halves = halves(Set::of(b"abcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;="));

/// The characters of `DOMAIN` and upper-case letters.
static ANY_DOMAIN: Halves =
    halves(Set::of(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;="));

/// The characters of schemes.
static IN_SCHEME: Halves = halves(SCHEME);

#[inline(always)]
pub(in crate::syntax) fn ordinary<M: Machine>(machine: M, text: &[u8], parts: &mut Parts) -> Option<Ready> {
    let secure = is_secure(text)?;
    let window = Window::front(machine, text);
    let marks = Marks::of(&window, text.len());
    let front = front(text, secure, window.odd(&DOMAIN), marks.dot)?;
    let near = near_tail(text, marks, front.path_start)?;
    let tail = if text.len() > WINDOW { far_tail(machine, text, near, front.path_start)? } else { near };
    Some(ready(text, front, tail, parts))
}

/// Returns whether the parser accepts a text, if the front shows that; `None` means *unknown*.
#[inline(always)]
pub(in crate::syntax) fn front_verdict<M: Machine>(machine: M, text: &[u8]) -> Option<bool> {
    let host = words::http(text)?.0 + 3;
    if text.get(host) == Some(&b'[') {
        return tables::front_verdict(text);
    }
    let window = Window::front(machine, text);
    match verdict_behind(&window, text, host) {
        Err(host_end) => match user_end(&window, text, host) {
            Some(host) => verdict_behind(&window, text, host).ok().flatten(),
            None => refusal(text, host, host_end).map(|_| false),
        },
        Ok(verdict) => verdict,
    }
}

/// Returns the verdict about the host that begins at `host`, and the port. The error is the end of a host, behind which neither
/// the authority ends nor a port is.
#[inline(always)]
fn verdict_behind<M: Machine>(window: &Window<M>, text: &[u8], host: usize) -> Result<Option<bool>, usize> {
    let Some(host_end) = host_end(text, window.odd(&ANY_DOMAIN), host) else { return Ok(None) };
    if may_be_number(text, window.places(b'.') & (u64::MAX << host), host, host_end) {
        let domain = &text[host..host_end];
        let is_odd = ipv4::quad(domain, 0, domain.len()).is_none() && ipv4::ends_in_number(domain);
        if is_odd && ipv4::parse(domain).is_none() {
            return Ok(None);
        }
    }
    match text.get(host_end) {
        None | Some(b'/' | b'?' | b'#' | b'\\') => Ok(Some(true)),
        Some(b':') if port(text, host_end).is_some() => Ok(Some(true)),
        Some(_) => Err(host_end),
    }
}

/// Returns the offset after the last `@` of the authority that begins at `start`, if it is followed by a host that may end within the
/// window. Nothing before it can make the parser fail.
#[inline(always)]
fn user_end<M: Machine>(window: &Window<M>, text: &[u8], start: usize) -> Option<usize> {
    let from = u64::MAX << start;
    let ats = window.places(b'@') & from;
    if ats == 0 {
        return None;
    }
    let ends = window.places(b'/') | window.places(b'?') | window.places(b'#') | window.places(b'\\');
    let ats = ats & below((ends & from).trailing_zeros() as usize);
    let host = WINDOW - ats.leading_zeros() as usize;
    // An address in brackets is rare.
    (ats != 0 && host < WINDOW && text.get(host) != Some(&b'[')).then_some(host)
}

/// Parses path, query and fragment from `start` on, of a text whose front the full parser has parsed.
#[inline(always)]
pub(in crate::syntax) fn plain_tail<M: Machine>(machine: M, text: &[u8], start: usize) -> Option<PlainTail> {
    // `.` and `%` depend on the byte before them, which may not exist here.
    if matches!(text.get(start), Some(b'.' | b'%')) {
        return None;
    }
    let near = near_tail(text, Marks::of(&Window::front(machine, text), text.len()), start)?;
    far_tail(machine, text, near, start)
}

/// Returns whether a text begins with `https://`; `None` if it does not begin with `http://` either. The caller asks before
/// it classifies the text, because many texts of the full parser have another scheme or none.
#[inline(always)]
fn is_secure(text: &[u8]) -> Option<bool> {
    // The two schemes are distinguished without a branch, because a branch would be unpredictable.
    let word = u64::from_le_bytes(*text.first_chunk()?);
    let secure = word == u64::from_le_bytes(*b"https://");
    (secure | (word << 8 == u64::from_le_bytes(*b"\0http://"))).then_some(secure)
}

/// Parses a host in serialised form, and an optional port that is not the default. `stops` is a mask of the characters that
/// cannot be in a domain, `dots` a mask of the dots.
#[inline(always)]
fn front(text: &[u8], secure: bool, stops: u64, dots: u64) -> Option<Front> {
    let scheme_end = 4 + usize::from(secure);
    let start = scheme_end + 3;
    let (host_end, host) = match host_end(text, stops, start) {
        Some(end) if !may_be_number(text, dots & (u64::MAX << start), start, end) => (end, HostKind::Domain),
        Some(end) => written_host(text, start, end)?,
        None if text.get(start) == Some(&b'[') => written_host(text, start, start)?,
        None => return None,
    };
    let path_start = match text.get(host_end) {
        Some(b'/') | None => host_end,
        Some(_) => rare_end(text, host_end, |text, colon| written_port(text, colon, if secure { 443 } else { 80 }))?,
    };
    Some(Front { scheme_end, host_end, path_start, host })
}

/// Returns the offset of the first `:` if only characters of schemes are before it; otherwise 0.
#[inline(always)]
pub(in crate::syntax) fn scheme_end<M: Machine>(machine: M, text: &[u8]) -> usize {
    let end = first(
        machine,
        text,
        #[inline(always)]
        |block, _| block.odd(&IN_SCHEME),
    );
    if text.get(end) == Some(&b':') { end } else { 0 }
}

/// Returns the number of bytes before the first byte in the set.
#[inline(always)]
pub(in crate::syntax) fn before<M: Machine>(machine: M, text: &[u8], set: EncodeSet) -> usize {
    let outside = &OUTSIDE[set.index()];
    first(
        machine,
        text,
        #[inline(always)]
        |block, _| block.odd(outside),
    )
}

/// Returns the length of the prefix of a path that needs no change. The path must follow a `/`, so a dot may begin a segment.
#[inline(always)]
pub(in crate::syntax) fn plain_path<M: Machine>(machine: M, text: &[u8]) -> usize {
    first(
        machine,
        text,
        #[inline(always)]
        |block, at| {
            // Whether the byte before the block is a slash.
            let across = at == 0 || text[at - 1] == b'/';
            let begins = block.places(b'/') << 1 | u32::from(across);
            block.odd(&PATH) | begins & (block.places(b'.') | block.places(b'%'))
        },
    )
}

/// Returns the number of bytes before the first byte that may be a delimiter in an authority.
#[inline(always)]
pub(in crate::syntax) fn before_delimiter<M: Machine>(machine: M, text: &[u8]) -> usize {
    first(
        machine,
        text,
        #[inline(always)]
        |block, _| block.odd(&NO_DELIMITER),
    )
}

/// Returns whether the text contains a tab or a newline.
#[inline(always)]
pub(in crate::syntax) fn has_break<M: Machine>(machine: M, text: &[u8]) -> bool {
    first(
        machine,
        text,
        #[inline(always)]
        |block, _| block.places(b'\t') | block.places(b'\n') | block.places(b'\r'),
    ) < text.len()
}

/// Returns the offset of the first byte for which `marks`, given a block and its offset, sets a bit; the end if none.
#[inline(always)]
fn first<M: Machine>(machine: M, text: &[u8], marks: impl Fn(Block<M>, usize) -> u32) -> usize {
    if text.len() < BLOCK {
        return text.len().min(marks(short(machine, text), 0).trailing_zeros() as usize);
    }
    let last = text.len() - BLOCK;
    let mut at = 0;
    loop {
        let found = marks(Block::load(machine, text, at), at);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        if at == last {
            return text.len();
        }
        // The last block may overlap the one before, which has no match.
        at = last.min(at + BLOCK);
    }
}

/// Returns the end of a domain that begins at `host`. `stops` is a mask of the characters that cannot be in a domain.
/// Returns `None` if the domain is empty or may extend beyond the window.
#[inline(always)]
fn host_end(text: &[u8], stops: u64, host: usize) -> Option<usize> {
    let stops = stops & (u64::MAX << host);
    let end = text.len().min(stops.trailing_zeros() as usize);
    let too_long = text.len() > MAX_URL_LENGTH || (stops == 0 && text.len() > WINDOW);
    (end > host && !too_long).then_some(end)
}

/// Returns whether the last label of a host begins with a digit or is empty, so that the host may be an IPv4 address.
/// `dots` is a mask of the dots from the host on.
#[inline(always)]
fn may_be_number(text: &[u8], dots: u64, host: usize, end: usize) -> bool {
    let dots = dots & below(end);
    let label = if dots == 0 { host } else { WINDOW - dots.leading_zeros() as usize };
    label == end || text[label].is_ascii_digit()
}

/// Masks of up to 64 bytes for parsing a tail.
#[derive(Clone, Copy)]
struct Marks {
    odd: u64,
    question: u64,
    dot: u64,
    slash: u64,
}

impl Marks {
    /// Returns the masks of a window. No bit is set beyond the end of the text.
    #[inline(always)]
    fn of<M: Machine>(window: &Window<M>, length: usize) -> Self {
        Self {
            // Only this mask can match the NUL padding, so only this mask is cut at the end of the text.
            odd: window.odd(&TAIL) & below(length),
            question: window.places(b'?'),
            dot: window.places(b'.'),
            slash: window.places(b'/'),
        }
    }
}

/// Parses the part of path, query and fragment that is within the front of the text, given the masks of the front.
#[inline(always)]
fn near_tail(text: &[u8], marks: Marks, start: usize) -> Option<PlainTail> {
    let tail = PlainTail { query_start: 0, fragment_start: 0, escape: false };
    if start >= WINDOW {
        return Some(tail);
    }
    let from = u64::MAX << start;
    tail.take(text, 0, marks.odd & from, marks.question & from, marks.dot & marks.slash << 1 & from)
}

/// Parses the rest of the tail after the front, in windows. The last window may overlap the one before.
#[inline(always)]
fn far_tail<M: Machine>(machine: M, text: &[u8], mut tail: PlainTail, start: usize) -> Option<PlainTail> {
    let mut at = start.max(WINDOW);
    while at < text.len() {
        let Fresh { place, odd, question, dots } = fresh(machine, text, at, &TAIL, tail.is_path());
        tail = tail.take(text, place, odd, question, dots)?;
        at = place + WINDOW;
    }
    Some(tail)
}

impl PlainTail {
    /// Returns whether neither query nor fragment has begun.
    #[inline(always)]
    const fn is_path(self) -> bool {
        self.query_start | self.fragment_start == 0
    }

    /// Processes up to 64 bytes from `base` on, given masks of odd bytes, of `?`, and of `.` after `/`.
    #[inline(always)]
    fn take(mut self, text: &[u8], base: usize, odd: u64, question: u64, dots: u64) -> Option<Self> {
        let was_path = self.is_path();
        if odd != 0 {
            self = self.odd(text, base, odd, question)?;
        } else if was_path && question != 0 {
            self.query_start = (base + question.trailing_zeros() as usize) as u32 + 1;
        }
        // A segment that begins with a dot may be a dot segment, which the full parser removes.
        if was_path && dots != 0 {
            let place = base + dots.trailing_zeros() as usize;
            let behind = |start: u32| start != 0 && start as usize <= place;
            if !(behind(self.query_start) || behind(self.fragment_start)) {
                return None;
            }
        }
        Some(self)
    }

    /// Processes the odd bytes of a window, and finds the starts of query and fragment.
    #[inline(never)]
    fn odd(mut self, text: &[u8], base: usize, mut odd: u64, mut question: u64) -> Option<Self> {
        if !self.is_path() {
            question = 0;
        }
        while odd != 0 {
            let bit = odd & odd.wrapping_neg();
            let at = base + odd.trailing_zeros() as usize;
            if self.is_path() && question & (bit - 1) != 0 {
                self.query_start = (base + question.trailing_zeros() as usize) as u32 + 1;
            }
            match (text[at], self.component()) {
                (b'#', Component::Path | Component::Query) => self.fragment_start = at as u32 + 1,
                // `%2e` at the start of a segment may be part of a dot segment.
                (b'%', Component::Path) if text[at - 1] == b'/' => return None,
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
        Some(self)
    }

    const fn component(self) -> Component {
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
