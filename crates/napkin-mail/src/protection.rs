//! Finds signed and encrypted entities, whose bytes must not change: a signature covers the exact bytes (RFC 1847 section 2.1).

use crate::message::Part;

/// The protection of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protection {
    /// It is signed, or a signature.
    Signed,
    /// It is encrypted, or a signature that contains the signed content.
    Encrypted,
}

/// Returns the protection of an entity, by its own media type and the media types of the enclosing entities.
pub(crate) fn protection(part: Part<'_, '_>) -> Option<Protection> {
    part.outwards().find_map(|part| match &*part.essence() {
        "multipart/signed"
        | "application/pgp-signature"
        | "application/pkcs7-signature"
        | "application/x-pkcs7-signature" => Some(Protection::Signed),
        "multipart/encrypted" | "application/pkcs7-mime" | "application/x-pkcs7-mime" | "application/pgp-encrypted" => {
            Some(Protection::Encrypted)
        }
        _ => None,
    })
}
