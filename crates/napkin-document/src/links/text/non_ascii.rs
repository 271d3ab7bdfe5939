//! Classifies non-ASCII characters in a URL without delimiters.
//!
//! Determines by Unicode block which of them can belong to an IRI (RFC 3987 `ucschar`) and are not punctuation; a
//! dependency with complete tables would be too much for a guess. In a text without blanks, whether the URL or the text
//! continues remains open, and both readings are offered.

/// Returns the length of the character at the start if it can belong to an IRI and is not punctuation, otherwise 0.
pub(super) fn international(text: &[u8]) -> usize {
    first(text).filter(|&character| is_international(character)).map_or(0, char::len_utf8)
}

fn first(text: &[u8]) -> Option<char> {
    let head = &text[..text.len().min(4)];
    head.utf8_chunks().next().map_or("", |chunk| chunk.valid()).chars().next()
}

fn last(text: &[u8]) -> Option<char> {
    let begin = text.iter().rev().take(4).position(|byte| !(0x80..0xc0).contains(byte))? + 1;
    std::str::from_utf8(&text[text.len() - begin..]).ok()?.chars().next()
}

/// Returns whether a character is a letter or symbol of any script. Excludes the blocks of punctuation, spaces, arrows,
/// frames and shapes, and the sentence-ending marks in other blocks.
fn is_international(character: char) -> bool {
    let is_mark = matches!(character,
        '\u{37e}' | '\u{387}' | '\u{55a}'..='\u{55f}' | '\u{589}' | '\u{5c0}' | '\u{5c3}' | '\u{60c}' | '\u{61b}'
        | '\u{61f}' | '\u{6d4}' | '\u{700}'..='\u{70d}' | '\u{964}' | '\u{965}' | '\u{104a}'..='\u{104f}'
        | '\u{1361}'..='\u{1368}' | '\u{166e}' | '\u{17d4}'..='\u{17d6}' | '\u{1802}' | '\u{1803}');
    let is_block = matches!(character,
        '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{2190}'..='\u{25ff}' | '\u{2e00}'..='\u{2e7f}'
        | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3030}' | '\u{fe10}'..='\u{fe6f}' | '\u{feff}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}' | '\u{e000}'..='\u{f8ff}'
        | '\u{fff0}'..='\u{ffff}' | '\u{f0000}'..);
    !is_mark && (!is_block || character.is_alphanumeric())
}

/// Returns whether a character is a picture. Pictures occur after a URL as often as inside it.
fn is_picture(character: char) -> bool {
    matches!(character, '\u{2600}'..='\u{27bf}' | '\u{fe0e}' | '\u{fe0f}' | '\u{200d}' | '\u{1f000}'..='\u{1faff}')
}

/// Returns the end without pictures after a letter or a digit. A picture between delimiters, as in `/🍺/`, is kept.
pub(super) fn without_pictures(bytes: &[u8], from: usize, end: usize) -> usize {
    let mut kept = end;
    while let Some(picture) = last(&bytes[from..kept]).filter(|&character| is_picture(character)) {
        kept -= picture.len_utf8();
    }
    let is_behind_word = last(&bytes[from..kept]).is_some_and(char::is_alphanumeric);
    if is_behind_word { kept } else { end }
}

/// Returns whether the text, rather than the URL, continues at the non-ASCII character at `at` after letters or digits.
/// It does if text also precedes the URL without a blank, or if the last label of the host would be partly ASCII.
/// `/wiki/C言語` after a blank is a name.
pub(super) fn text_goes_on(bytes: &[u8], start: usize, body: usize, at: usize) -> bool {
    if at <= body || !bytes[at - 1].is_ascii_alphanumeric() {
        return false;
    }
    let is_in_text = last(&bytes[start.saturating_sub(4)..start])
        .is_some_and(|character| !character.is_ascii() && character.is_alphanumeric());
    let is_host = !bytes[body..at].iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'));
    let rest = &bytes[at..];
    let label = rest.iter().take_while(|&&byte| byte >= 0x80 || byte.is_ascii_alphanumeric() || byte == b'-').count();
    is_in_text || (is_host && bytes[body..at].contains(&b'.') && rest.get(label) != Some(&b'.'))
}
