//! Decides which internationalised labels look like other names, by UTS 39 and by the published policy of Chromium ("Internationalized
//! Domain Names in Google Chrome").
//!
//! Letters that the language of the top-level domain needs are never suspicious. Start with [`looks_like_another`].

use alloc::string::String;

use unicode_script::{Script, UnicodeScript};
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{GeneralSecurityProfile, skeleton};

use super::words;

/// Returns whether a label mixes scripts beyond the level *highly restrictive* of UTS 39 section 5.2: one script, or Latin with the
/// scripts of Chinese, Japanese or Korean. Latin letters beyond ASCII do not occur beside these.
pub(super) fn is_mixed(label: &str) -> bool {
    let (mut all, mut others) = (AugmentedScriptSet::default(), AugmentedScriptSet::default());
    let mut has_other_latin = false;
    for c in label.chars() {
        all.intersect_with(c.into());
        if c.script() == Script::Latin {
            has_other_latin |= !c.is_ascii();
        } else {
            others.intersect_with(c.into());
        }
    }
    let is_cjk = others.hanb || others.jpan || others.kore;
    all.is_empty() && (!is_cjk || has_other_latin)
}

/// Returns whether a label of a host below the top-level domain `top`, both in Unicode and lower case, looks like another name.
pub(super) fn looks_like_another(label: &str, top: &str) -> bool {
    imitates_script(label, top)
        || is_like_digits(label)
        || label.chars().any(|c| is_foreign(c, top))
        || has_misplaced_dot(label)
        || has_misplaced_mark(label, top)
        || pairs(label).any(|(before, c, behind)| is_stroke_beside_others(before, c, behind))
}

/// Returns whether all letters of a label beyond ASCII are of one script and look like Latin letters. In domains of a language
/// with that script, such words are ordinary.
fn imitates_script(label: &str, top: &str) -> bool {
    let Some(script) = label.chars().map(|c| c.script()).find(|script| is_of_letters(*script)) else {
        // Signs and numbers of no script, such as mathematical letters.
        return !is_native(&skeleton_of(label)) && skeleton_of(label).is_ascii();
    };
    if matches!(script, Script::Latin | Script::Han | Script::Hangul | Script::Hiragana | Script::Katakana) {
        return false;
    }
    let known = words::IMITATING_SCRIPTS.iter().find(|(code, ..)| *code == script.short_name());
    let (tops, letters) = known.map_or(("", ""), |(_, tops, letters)| (*tops, *letters));
    let is_at_home = tops.split(',').any(|of| of == top) || top.chars().any(|c| c.script() == script);
    // UTS 39 has more letters for these scripts than those that people confuse: `6` for `б`, so that words would be reported.
    let is_like_latin = |c: char| match letters {
        "" => skeleton_of(c.encode_utf8(&mut [0; 4])).is_ascii(),
        _ => letters.contains(c),
    };
    !is_at_home && label.chars().filter(|c| c.script() == script).all(is_like_latin)
}

/// Returns whether a text has ASCII alone but no letter or digit.
fn is_native(text: &str) -> bool {
    !text.contains(|c: char| c.is_ascii_alphanumeric())
}

const fn is_of_letters(script: Script) -> bool {
    !matches!(script, Script::Common | Script::Inherited | Script::Unknown)
}

/// Returns whether a label has only digits and characters that look like digits.
fn is_like_digits(label: &str) -> bool {
    !label.is_ascii() && label.chars().all(|c| c.is_ascii_digit() || words::DIGIT_LIKES[0].contains(c))
}

/// Returns whether a character looks like another one and is in no alphabet of the top-level domain; or is a letter of Latin, Greek
/// or Cyrillic that no modern language uses (UTS 39, `Identifier_Status`).
fn is_foreign(c: char, top: &str) -> bool {
    if let Some((_, tops)) = words::LETTERS_OF_TOPS.iter().find(|(letter, _)| *letter == c) {
        return !tops.split(',').any(|of| of == top);
    }
    let is_of_alphabet = matches!(c.script(), Script::Latin | Script::Greek | Script::Cyrillic | Script::Common);
    // Pinyin, Latin Extended Additional without Vietnamese and Welsh, Greek Extended.
    let is_rare = matches!(c, '\u{1cd}'..='\u{1dc}' | '\u{1e00}'..='\u{1e7f}' | '\u{1e86}'..='\u{1e9d}' | '\u{1f00}'..='\u{1fff}');
    c.is_alphabetic() && is_of_alphabet && (is_rare || !c.identifier_allowed())
}

/// Returns whether a middle dot has no `l` on each side (RFC 5892 appendix A.3).
fn has_misplaced_dot(label: &str) -> bool {
    pairs(label).any(|(before, c, behind)| c == '\u{b7}' && !(before == Some('l') && behind == Some('l')))
}

/// Top-level domains whose languages write tones over letters that have no composed form.
const WITH_MARKS: [&str; 16] =
    ["ng", "gh", "bj", "tg", "cm", "ml", "bf", "ci", "ne", "sn", "cd", "cg", "lt", "vn", "et", "gn"];

/// Returns whether a combining mark has no composed form with its letter, which only few languages need; or changes a letter of
/// another script than Latin, Greek or Cyrillic.
fn has_misplaced_mark(label: &str, top: &str) -> bool {
    let is_mark = |c: char| matches!(c, '\u{300}'..='\u{36f}');
    let is_voiced = |c: char| matches!(c, '\u{3099}' | '\u{309a}');
    pairs(label).any(|(before, c, _)| {
        let is_of_alphabet = before.is_some_and(|before| {
            is_mark(before) || matches!(before.script(), Script::Latin | Script::Greek | Script::Cyrillic)
        });
        let is_hidden = c == '\u{307}' && before.is_some_and(|before| matches!(before, 'i' | 'j' | 'l' | '\u{131}'));
        is_voiced(c)
            || (is_mark(c) && (!is_of_alphabet || is_hidden || before == Some(c) || !WITH_MARKS.contains(&top)))
    })
}

/// Returns whether a stroke that looks like a slash, a hyphen or a letter is between characters that are not of Chinese or
/// Japanese, or a sign of Katakana without Katakana before it.
fn is_stroke_beside_others(before: Option<char>, c: char, behind: Option<char>) -> bool {
    let is_kana = |c: char| matches!(c, '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}');
    let is_east_asian = |c: char| is_kana(c) || matches!(c.script(), Script::Han | Script::Bopomofo);
    let is_other = |c: Option<char>| c.is_some_and(|c| !is_east_asian(c) && c != '-');
    match c {
        'ノ' | 'ン' | 'ソ' | 'ゾ' | '丶' | '乀' | '乁' | '丿' => is_other(before) && is_other(behind),
        'ー' | 'ヽ' | 'ヾ' => !before.is_some_and(is_kana) && !before.is_some_and(|c| c.script() == Script::Han),
        '・' => is_other(before) || is_other(behind),
        '一' | '丨' | '乛' | '七' | '丅' | '十' | '〇' | '工' | '讠' | '丁' | 'ㄧ' | 'ㄒ' | 'ㄚ' | 'ㄟ' | 'ㄨ'
        | 'ㄩ' | 'ㄈ' => {
            let is_letter = |c: Option<char>| is_other(c) && c.is_some_and(|c| !c.is_ascii_digit());
            is_letter(before) || is_letter(behind)
        }
        _ => false,
    }
}

/// Returns each character of a label between its neighbours.
fn pairs(label: &str) -> impl Iterator<Item = (Option<char>, char, Option<char>)> {
    let before = core::iter::once(None).chain(label.chars().map(Some));
    let behind = label.chars().skip(1).map(Some).chain(core::iter::once(None));
    before.zip(label.chars()).zip(behind).map(|((before, c), behind)| (before, c, behind))
}

/// Returns whether a registered name beyond ASCII looks like a widely known one: without diacritics, and by its skeleton.
pub(super) fn imitates_known_name(registered: &str) -> bool {
    !registered.is_ascii() && {
        let skeleton = folded(registered);
        words::KNOWN_NAMES.iter().any(|known| folded(known) == skeleton)
    }
}

/// Returns the letters that a reader sees: the skeleton of UTS 39 section 4, in lower case, without diacritics, and with the
/// look-alikes that UTS 39 leaves out.
pub(super) fn folded(text: &str) -> String {
    let lower = text.to_lowercase();
    let mapped: String = lower.chars().map(seen).collect();
    skeleton(&mapped).filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).flat_map(char::to_lowercase).map(digit).collect()
}

/// Returns the Latin letter that some fonts show for a letter, where UTS 39 keeps them apart.
const fn seen(c: char) -> char {
    match c {
        'ł' => 'l',
        'ø' => 'o',
        'đ' | 'ð' => 'd',
        'ħ' | 'н' | 'ћ' | 'һ' => 'h',
        'ĸ' | 'κ' | 'к' | 'қ' => 'k',
        'ŋ' | 'п' | 'ո' => 'n',
        'ŧ' | 'т' | 'τ' => 't',
        'ь' | 'в' | 'þ' => 'b',
        'ω' | 'ш' | 'щ' | 'ѡ' | 'ԝ' => 'w',
        'м' => 'm',
        'є' | 'ҽ' | 'ə' | 'ε' => 'e',
        'г' | 'ґ' => 'r',
        'ғ' => 'f',
        'ҫ' => 'c',
        'ұ' => 'y',
        'χ' | 'ҳ' => 'x',
        'η' => 'n',
        'ı' | 'ι' | 'ӏ' | 'і' => 'i',
        _ => c,
    }
}

/// Returns the letter that looks like a digit, or like another letter.
const fn digit(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | 'i' | '|' => 'l',
        _ => c,
    }
}

fn skeleton_of(text: &str) -> String {
    skeleton(text).collect()
}
