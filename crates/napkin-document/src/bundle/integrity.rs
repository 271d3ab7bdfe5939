//! Checks an object against an `integrity` attribute (Subresource Integrity, section 3.3).

use napkin::base64;
use sha2::{Digest, Sha256, Sha384, Sha512};

/// Returns a digest in base64.
type Digests = fn(&[u8]) -> String;

/// Returns whether the object matches, as browsers decide: one digest of the strongest named algorithm must be that
/// of the object. Metadata without a known algorithm always match.
pub(super) fn holds(metadata: &str, bytes: &[u8]) -> bool {
    let named = |algorithm: &str| -> Vec<String> {
        let digests = metadata.split_ascii_whitespace().filter_map(|item| item.split_once('-'));
        let of_it = digests.filter(|(name, _)| name.eq_ignore_ascii_case(algorithm));
        // Options may follow a question mark; the specification defines none.
        let digest = |text: &str| text.split('?').next().unwrap_or_default().replace('-', "+").replace('_', "/");
        of_it.map(|(_, text)| digest(text)).collect()
    };
    let algorithms: [(&str, Digests); 3] = [
        ("sha512", |bytes| base64::encode(&Sha512::digest(bytes))),
        ("sha384", |bytes| base64::encode(&Sha384::digest(bytes))),
        ("sha256", |bytes| base64::encode(&Sha256::digest(bytes))),
    ];
    for (name, digest) in algorithms {
        let expected = named(name);
        if !expected.is_empty() {
            return expected.contains(&digest(bytes));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    // The digests are those of `openssl dgst -sha256 -binary | base64` and its like; the object is the empty one.
    const SHA256: &str = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    const SHA384: &str = "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb";
    const SHA512: &str =
        "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==";

    #[test]
    fn the_strongest_counts() {
        let wrong = "sha512-AAAA";
        for (metadata, bytes, expected) in [
            (SHA256, &b""[..], true),
            (SHA384, b"", true),
            (SHA512, b"", true),
            (SHA256, b"x", false),
            ("", b"x", true),
            ("md5-AAAA", b"x", true),
            ("sha256-AAAA", b"", false),
            (&format!("{SHA256} {wrong}"), b"", false),
            (&format!("{wrong} {SHA512}"), b"", true),
            (&format!("{SHA256}?opt"), b"", true),
            (&SHA256.to_ascii_uppercase().replacen("SHA256-", "SHA256-x", 1), b"", false),
            (&SHA256.replacen("sha256", "SHA256", 1), b"", true),
            (&SHA256.replace('+', "-").replace('/', "_"), b"", true),
        ] {
            assert_eq!(holds(metadata, bytes), expected, "{metadata}");
        }
    }
}
