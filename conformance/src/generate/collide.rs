//! Names of elements and attributes that collide under keys of 64 bits.
//!
//! A reader of HTML that compares names by such a key takes one name for the other, and the author of a page can choose
//! names that collide. The algorithm below forges names for one key: the first eight bytes of a name as a number,
//! rotated, combined with the FNV-1a hash of the remaining bytes. [`sibling`] makes names that agree in their length
//! and their first eight bytes.

use super::Random;

/// Returns the first eight bytes of a name as a number.
fn packed(name: &[u8]) -> u64 {
    name.iter().take(8).rev().fold(0, |packed, &byte| packed << 8 | u64::from(byte))
}

/// Returns the 64-bit FNV-1a hash of the bytes after the first eight.
fn rest(name: &[u8]) -> u64 {
    let fold = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    name.iter().skip(8).fold(0xcbf2_9ce4_8422_2325, fold)
}

/// Returns the key of a lower-case name: the bytes of a short name; the first eight bytes and a hash of the rest of a
/// longer one.
#[must_use]
pub fn key(name: &str) -> u64 {
    let name = name.as_bytes();
    if name.len() <= 8 { packed(name) } else { packed(name).rotate_left(29) ^ rest(name) }
}

/// Returns whether a byte can be part of both an element name and an attribute name without being changed.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_graphic() && !byte.is_ascii_uppercase() && !b"/>=\"'<&\\".contains(&byte)
}

/// Returns a name with the same key as another name; `number` selects one of several.
#[must_use]
pub fn forged(name: &str, number: u64) -> String {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let (wanted, mut random) = (key(name), Random::new(number));
    loop {
        let mut text = [0; 16];
        text[8..].fill_with(|| LETTERS[random.below(LETTERS.len())]);
        let first = (wanted ^ rest(&text)).rotate_right(29);
        text[..8].copy_from_slice(&first.to_le_bytes());
        // About one candidate in a hundred thousand is a valid name.
        if text[0].is_ascii_lowercase() && text.iter().all(|&byte| is_plain(byte)) {
            return text.map(char::from).iter().collect();
        }
    }
}

/// Returns a name that differs from a name of more than eight bytes only after the eighth byte.
#[must_use]
pub fn sibling(name: &str) -> Option<String> {
    let last = *name.as_bytes().last().filter(|_| name.len() > 8)?;
    let other = if last == b'z' { 'y' } else { 'z' };
    Some(format!("{}{other}", &name[..name.len() - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two pairs were used to attack such a reader.
    #[test]
    fn forged_names_have_the_key_of_another() {
        assert_eq!(key("w(,!:[67hb24"), key("plaintext"));
        assert_eq!(key("a^(*5;^4hqik"), key("xmp"));
        for name in ["plaintext", "xmp", "x-element-of-mine", "annotation-xml"] {
            for number in 0..2 {
                let forged = forged(name, number);
                assert_ne!(forged, name);
                assert_eq!(key(&forged), key(name), "{forged}");
            }
        }
    }
}
