//! Makes external text safe for a terminal, a log or a page.
//!
//! A file name, a URL or a header field may contain characters that act on a terminal or that hide: escape sequences,
//! characters that change the direction of text, characters that show nothing. [`shown`] replaces each by one visible
//! character, so that columns can still be counted.

use core::fmt::{self, Write};

/// Returns a text on one line: each character that [`is_hidden`] gets a visible stand-in.
///
/// ```
/// assert_eq!(napkin::shown("a\x1b[31m\u{202e}b\n").to_string(), "a␛[31m\u{fffd}b␊");
/// assert_eq!(napkin::shown("rosé 漢字").to_string(), "rosé 漢字");
/// ```
pub const fn shown(text: &str) -> Shown<'_> {
    Shown(text)
}

/// A text that displays with a stand-in for each hidden character. See [`shown`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown<'t>(&'t str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| f.write_char(shown_char(character)))
    }
}

/// Returns the visible form of a character: a control picture for C0 controls and DEL, U+FFFD for others that
/// [`is_hidden`], else the character itself.
///
/// ```
/// use napkin::shown_char;
/// assert_eq!((shown_char('\n'), shown_char('\u{200b}'), shown_char('n')), ('␊', '\u{fffd}', 'n'));
/// ```
pub fn shown_char(character: char) -> char {
    match character {
        '\0'..='\x1f' => char::from_u32(0x2400 + character as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        _ if is_hidden(character) => '\u{fffd}',
        _ => character,
    }
}

/// Returns whether a character acts on a terminal or shows nothing: the controls (C0, DEL, C1), the line and paragraph
/// separators, and all characters of the Unicode category Cf or with the property `Default_Ignorable_Code_Point`
/// (Unicode 17).
///
/// This includes joiners, also inside emoji: joiners are invisible, and a name with a joiner differs from the same name
/// without one.
///
/// ```
/// use napkin::is_hidden;
/// assert!(is_hidden('\u{202e}') && is_hidden('\u{ad}') && !is_hidden('é'));
/// ```
pub const fn is_hidden(character: char) -> bool {
    match character {
        ' '..='~' => false,
        '\0'..='\u{9f}' | '\u{ad}' => true,
        '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}' => {
            true
        }
        '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' => true,
        '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' => true,
        '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' => true,
        '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn hidden_characters_have_one_visible_stand_in_each() {
        for character in '\0'..=char::MAX {
            let shown = shown_char(character);
            assert!(!is_hidden(shown), "U+{:04X}", character as u32);
            assert_eq!(is_hidden(character), shown != character, "U+{:04X}", character as u32);
        }
    }

    /// The classes of characters that act on text in UnicodeData.txt and DerivedCoreProperties.txt (Unicode 17):
    /// samples from the edges of each range.
    #[test]
    fn characters_that_act_or_hide_are_hidden() {
        let hidden = "\0\x07\x08\t\n\r\x1b\x7f\u{80}\u{85}\u{90}\u{9b}\u{9c}\u{9d}\u{9f}\u{ad}\u{34f}\u{600}\u{605}\u{61c}\u{6dd}\u{70f}\
                      \u{890}\u{891}\u{8e2}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}\u{180e}\u{180f}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\
                      \u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2064}\u{2065}\u{2066}\u{2069}\u{206f}\u{3164}\u{fe00}\u{fe0f}\u{feff}\
                      \u{ffa0}\u{fff0}\u{fff9}\u{fffa}\u{fffb}\u{110bd}\u{110cd}\u{13430}\u{1343f}\u{1bca0}\u{1bca3}\u{1d173}\u{1d17a}\
                      \u{e0000}\u{e0001}\u{e0020}\u{e007f}\u{e0100}\u{e01ef}\u{e0fff}";
        assert!(hidden.chars().all(is_hidden), "{hidden:?}");
        assert_eq!(shown("\x1b]0;x\x07\u{202e}\r\n").to_string(), "␛]0;x␇\u{fffd}␍␊");
        let visible = " ~\u{a0}\u{e9}\u{301}\u{5d0}\u{627}\u{3000}\u{6f22}\u{fffc}\u{fffd}\u{e000}\u{1f600}\u{1d172}";
        assert_eq!(shown(visible).to_string(), visible);
    }
}
