//! Searches byte strings many bytes at a time.
//!
//! [`portable`] has the searches in safe Rust on `core` alone. `vector` has the operations of AVX2, SSSE3 and NEON for the
//! kernels in [`crate::syntax`], [`crate::base64`] and [`crate::percent`], and `avx512` those of AVX-512 for the kernels of
//! long texts. They prove that the CPU has the instructions, and load and store whole blocks.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod avx2;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
pub(crate) mod neon;
mod output;
pub(crate) mod portable;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod presence;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) mod ssse3;
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
pub(crate) mod vector;

#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
pub(crate) use self::output::Room;
pub(crate) use self::output::append;
pub(crate) use self::portable::{find, find_any, find_escape_or_dot, rfind, rfind_nth};

/// Calls the widest version of a function that the CPU can run: the one in `avx512`, `vector` or `scalar`.
macro_rules! widest {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        if let Some(machine) = crate::bytes::avx512::Avx512::detect() {
            return avx512::$name(machine, $($argument),*);
        }
        crate::bytes::with_vector!($name($($argument),*), scalar::$name($($argument),*))
    }};
}
pub(crate) use widest;

/// Runs a kernel of the module `vector` in scope with the best instructions of the CPU and returns its result from the
/// calling function, or evaluates the other expression if the CPU has none of them.
macro_rules! with_vector {
    ($name:ident($($argument:expr),*), $slow:expr) => {{
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            use crate::bytes::{avx2::Avx2, ssse3::Ssse3, vector::Machine};
            if let Some(machine) = Avx2::detect() {
                return crate::bytes::run!(machine, $name($($argument),*));
            }
            if let Some(machine) = Ssse3::detect() {
                return crate::bytes::run!(machine, $name($($argument),*));
            }
        }
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        {
            use crate::bytes::{neon::Neon, vector::Machine};
            if let Some(machine) = Neon::detect() {
                return crate::bytes::run!(machine, $name($($argument),*));
            }
        }
        $slow
    }};
}
pub(crate) use with_vector;

/// Runs a kernel of the module `vector` in scope.
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
macro_rules! run {
    ($machine:expr, $name:ident($a:expr)) => {
        $machine.run(
            $a,
            (),
            #[inline(always)]
            |machine, a, ()| vector::$name(machine, a),
        )
    };
    ($machine:expr, $name:ident($a:expr, $b:expr)) => {
        $machine.run(
            $a,
            $b,
            #[inline(always)]
            |machine, a, b| vector::$name(machine, a, b),
        )
    };
}
#[cfg(any(all(feature = "std", target_arch = "x86_64"), all(target_arch = "aarch64", target_endian = "little")))]
pub(crate) use run;

/// Runs `wide`, compiled for registers of 32 bytes, if the CPU has AVX2, and otherwise `narrow`. For loops of other crates that the
/// compiler turns into vector instructions: `wide` must be `#[inline(always)]`, and so must all that it calls.
#[doc(hidden)]
#[inline]
pub fn vectorized<A, T>(a: A, wide: impl FnOnce(A) -> T, narrow: impl FnOnce(A) -> T) -> T {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if let Some(machine) = <avx2::Avx2 as vector::Machine>::detect() {
        return vector::Machine::run(
            machine,
            a,
            wide,
            #[inline(always)]
            |_, a, wide| wide(a),
        );
    }
    let _ = wide;
    narrow(a)
}

/// Finds the same byte as [`find_any`]; faster in long texts without a match.
#[inline]
pub(crate) fn find_far<const N: usize>(bytes: &[u8], wanted: [u8; N]) -> Option<usize> {
    widest!(find_far(bytes, wanted))
}

/// The version for CPUs without wider registers.
mod scalar {
    pub(super) use super::find_any as find_far;
}

/// Returns whether two texts are equal. Names and short literals are so short that a call of `memcmp` takes longer.
#[inline]
pub(crate) fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if let (Some(first), Some(other)) = (a.first_chunk::<8>(), b.first_chunk::<8>()) {
        return first == other && a.last_chunk::<8>() == b.last_chunk::<8>() && (a.len() <= 16 || a == b);
    }
    if let (Some(first), Some(other)) = (a.first_chunk::<4>(), b.first_chunk::<4>()) {
        return first == other && a.last_chunk::<4>() == b.last_chunk::<4>();
    }
    a.iter().zip(b).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    const TEXT: &[u8] = "x/yyyyyyy/\u{e9}\u{af}/.zzzzzz.zzz/zzzzzz%zzzz/./..\u{2e00}.".as_bytes();

    /// Returns every substring of a text with many special bytes.
    fn parts() -> impl Iterator<Item = &'static [u8]> {
        (0..=TEXT.len()).flat_map(|end| (0..=end).map(move |start| &TEXT[start..end]))
    }

    #[test]
    fn same_texts_have_the_same_bytes() {
        for part in parts() {
            for other in (0..part.len()).map(|at| [&part[..at], b"!", &part[at + 1..]].concat()) {
                assert!(
                    is_same(part, part) && !is_same(part, &other) && !is_same(part, &part[1..]),
                    "{part:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn found_as_byte_by_byte() {
        for part in parts() {
            for byte in [b'/', b'%', b'.', b'z', 0xaf, 0] {
                assert_eq!(find(part, byte), part.iter().position(|&other| other == byte), "{part:?}");
                assert_eq!(rfind(part, byte), part.iter().rposition(|&other| other == byte), "{part:?}");
                let places = part.iter().enumerate().rev().filter(|&(_, &other)| other == byte).map(|(at, _)| at);
                for (before, place) in places.map(Some).chain([None]).enumerate() {
                    assert_eq!(rfind_nth(part, byte, before + 1), place, "{part:?} {before}");
                }
            }
        }
    }

    #[test]
    fn short_words_as_byte_by_byte() {
        for part in parts().filter(|part| part.len() < 8) {
            let expected = part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            assert_eq!(portable::short_word(part), expected, "{part:?}");
        }
    }

    #[test]
    fn any_of_a_few_as_byte_by_byte() {
        const FEW: [u8; 5] = *b"%#\t\n\r";
        for special in FEW {
            for length in 0..80 {
                for at in 0..length {
                    let mut text: Vec<u8> = (0..length).map(|number| b'&' + number as u8).collect();
                    assert_eq!(find_any(&text, FEW), None);
                    text[at] = special;
                    assert_eq!(find_any(&text, FEW), Some(at), "{special} in {length}");
                }
            }
        }
    }

    #[test]
    fn far_away_as_near() {
        let mut finders = versions::wider!(find_far(bytes: &[u8], wanted: [u8; 2]) -> Option<usize>);
        finders.push(("the best", Some(find_far)));
        for (name, find) in versions::present(finders) {
            let mut text = Vec::from([b'x'; 1100]);
            for at in (0..text.len()).step_by(if cfg!(miri) { 43 } else { 7 }) {
                text[at] = b'#';
                assert_eq!(find(&text, *b"%#"), Some(at), "{name}");
                text[at] = b'x';
            }
            assert_eq!(find(&text, *b"%#"), None, "{name}");
        }
    }

    #[test]
    fn escapes_and_dots_as_byte_by_byte() {
        for part in parts() {
            for from in 1..=part.len() {
                let expected = (from..part.len()).find(|&at| part[at] == b'%' || part[at - 1..].starts_with(b"/."));
                assert_eq!(find_escape_or_dot(part, from), expected, "{part:?} {from}");
            }
        }
    }
}

/// Support for the tests of kernels: texts, and the versions that the CPU can run.
#[cfg(test)]
pub(crate) mod versions {
    extern crate std;

    use alloc::vec::Vec;

    /// A version of a decoding kernel: takes the text and the output slice, returns the numbers of bytes read and
    /// written.
    pub(crate) type Decode = fn(&[u8], &mut [u8]) -> (usize, usize);

    /// Returns the versions that the CPU can run, and prints the others.
    pub(crate) fn present<F>(versions: Vec<(&'static str, Option<F>)>) -> Vec<(&'static str, F)> {
        let present = versions.into_iter().filter_map(|(name, version)| {
            if version.is_none() {
                std::println!("not run: {name}, which this machine or its interpreter has not");
            }
            Some((name, version?))
        });
        present.collect()
    }

    /// Lists the versions of a kernel of the module `vector` in scope, if the CPU can run them.
    macro_rules! vectors {
        ($name:ident($($argument:ident: $type:ty),*) -> $out:ty) => {{
            #[allow(unused_mut)]
            let mut versions: alloc::vec::Vec<(&str, Option<fn($($type),*) -> $out>)> = alloc::vec::Vec::new();
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            {
                use crate::bytes::{avx2::Avx2, ssse3::Ssse3, vector::Machine};
                versions.push(("ssse3", Ssse3::detect().map(|_| {
                    (|$($argument: $type),*| crate::bytes::run!(Ssse3::detect().unwrap(), $name($($argument),*))) as _
                })));
                versions.push(("avx2", Avx2::detect().map(|_| {
                    (|$($argument: $type),*| crate::bytes::run!(Avx2::detect().unwrap(), $name($($argument),*))) as _
                })));
            }
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            {
                use crate::bytes::{neon::Neon, vector::Machine};
                versions.push(("neon", Neon::detect().map(|_| {
                    (|$($argument: $type),*| crate::bytes::run!(Neon::detect().unwrap(), $name($($argument),*))) as _
                })));
            }
            versions
        }};
    }
    pub(crate) use vectors;

    /// Lists the wider versions of a kernel, if the CPU can run them.
    macro_rules! wider {
        ($name:ident($($argument:ident: $type:ty),*) -> $out:ty) => {{
            #[allow(unused_mut)]
            let mut versions = crate::bytes::versions::vectors!($name($($argument: $type),*) -> $out);
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            {
                use crate::bytes::avx512::Avx512;
                versions.push(("avx512", Avx512::detect().map(|_| {
                    (|$($argument: $type),*| avx512::$name(Avx512::detect().unwrap(), $($argument),*)) as _
                })));
            }
            versions
        }};
    }
    pub(crate) use wider;

    /// Asserts that a version reads and writes the same bytes as the scalar version.
    #[track_caller]
    pub(crate) fn assert_same(name: &str, version: Decode, scalar: Decode, text: &[u8], room: usize) {
        // The slice bounds the writes; its contents after `written` are unspecified.
        let (mut expected, mut found) = (alloc::vec![0; room], alloc::vec![0; room]);
        let (read, written) = scalar(text, &mut expected);
        assert_eq!(version(text, &mut found), (read, written), "{name} {room} {}", text.escape_ascii());
        assert_eq!(found[..written], expected[..written], "{name} {room} {}", text.escape_ascii());
    }

    /// Pseudo-random numbers, the same in each run.
    pub(crate) struct Random(pub(crate) u64);

    impl Random {
        pub(crate) fn below(&mut self, limit: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % limit
        }

        /// Returns a text of random `parts`; a part that is listed more often is more likely.
        pub(crate) fn text(&mut self, parts: &[&[u8]], pieces: usize) -> Vec<u8> {
            (0..pieces).flat_map(|_| parts[self.below(parts.len())].iter().copied()).collect()
        }
    }
}
