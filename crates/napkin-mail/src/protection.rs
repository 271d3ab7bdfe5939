//! Entities that must stay byte for byte: a signature is over the bytes as they are written (RFC 1847 section 2.1).

use crate::message::Part;

/// The protection of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protection {
    /// It is signed, or a signature.
    Signed,
    /// It is encrypted, or signed in one with its content.
    Encrypted,
}

/// Returns the protection of an entity, by its own media type and by those of the entities around it.
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
