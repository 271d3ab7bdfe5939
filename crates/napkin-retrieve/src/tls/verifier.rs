//! Verifies certificates as rustls does, and says in words why one is refused.
//!
//! rustls reports a certificate that vouches for itself like one of an unknown issuer. The verifier here passes every certificate to
//! that of rustls, and changes only the reason of a refusal.

use std::error::Error as _;
use std::fmt;
use std::io;
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, ConfigBuilder, DigitallySignedStruct, Error, OtherError, RootCertStore};
use rustls::{SignatureScheme, WantsVerifier, client::WantsClientCert};

/// The most names of a certificate that a message shows.
const NAMES: usize = 3;

/// Returns the builder with the verifier for these authorities.
pub(super) fn verified(
    builder: ConfigBuilder<ClientConfig, WantsVerifier>,
    roots: &RootCertStore,
    provider: Arc<CryptoProvider>,
) -> ConfigBuilder<ClientConfig, WantsClientCert> {
    match WebPkiServerVerifier::builder_with_provider(Arc::new(roots.clone()), provider).build() {
        Ok(verifier) => builder.dangerous().with_custom_certificate_verifier(Arc::new(Explained(verifier))),
        // No authority is trusted, so no certificate needs an explanation.
        Err(_) => builder.with_root_certificates(roots.clone()),
    }
}

/// Returns why a handshake failed.
pub(super) fn reason(error: &io::Error) -> String {
    use CertificateError::{
        Expired, ExpiredContext, NotValidForName, NotValidForNameContext, NotValidYet, NotValidYetContext, Other,
        Revoked, UnknownIssuer,
    };
    let refused = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
    let Some(Error::InvalidCertificate(why)) = refused else { return error.to_string() };
    match why {
        Expired | ExpiredContext { .. } => "a certificate that has expired".into(),
        NotValidYet | NotValidYetContext { .. } => "a certificate that is not valid yet".into(),
        NotValidForName => "a certificate for another host".into(),
        NotValidForNameContext { presented, .. } => {
            let name = |name: &String| name.split('"').nth(1).unwrap_or(name).to_owned();
            let more = if presented.len() > NAMES { ", ..." } else { "" };
            let names: Vec<String> = presented.iter().take(NAMES).map(name).collect();
            format!("a certificate for another host: {}{more}", names.join(", "))
        }
        UnknownIssuer => super::UNKNOWN_AUTHORITY.into(),
        Revoked => "a certificate that has been revoked".into(),
        // An error of webpki, which has no variant of its own here; a test covers it.
        Other(other) if other.to_string().contains("CaUsedAsEndEntity") => {
            "a certificate of an authority (CA:TRUE) in place of one for a server".into()
        }
        Other(other) if other.source().is_some_and(|source| source.is::<SelfSigned>()) => SelfSigned.to_string(),
        _ => error.to_string(),
    }
}

/// The error that a certificate names itself as its issuer.
#[derive(Debug)]
struct SelfSigned;

impl fmt::Display for SelfSigned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a self-signed certificate")
    }
}

impl std::error::Error for SelfSigned {}

#[derive(Debug)]
struct Explained(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for Explained {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self.0.verify_server_cert(certificate, intermediates, name, ocsp, now);
        verified.map_err(|error| match error {
            // An authority that is its own end entity is `Other`.
            Error::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::Other(_))
                if is_self_issued(certificate) =>
            {
                CertificateError::Other(OtherError(Arc::new(SelfSigned))).into()
            }
            error => error,
        })
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.0.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

/// Returns whether the issuer and the subject of a certificate are the same bytes (RFC 5280 section 4.1).
fn is_self_issued(certificate: &[u8]) -> bool {
    let read = || {
        let (_, certificate, _) = element(certificate)?;
        let (_, fields, _) = element(certificate)?;
        let (tag, _, behind) = element(fields)?;
        // The version is optional; the serial number and the algorithm are before the issuer.
        let fields = if tag == 0xa0 { element(behind)?.2 } else { behind };
        let (_, _, fields) = element(fields)?;
        let (_, issuer, fields) = element(fields)?;
        let (_, _, fields) = element(fields)?;
        let (_, subject, _) = element(fields)?;
        Some(issuer == subject)
    };
    read().unwrap_or(false)
}

/// Reads an element of DER: its tag, its content, and what follows it.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (digits.iter().fold(0, |length, &digit| length << 8 | usize::from(digit)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_der_are_read_within_their_bytes() {
        assert_eq!(element(&[2, 1, 7, 9]), Some((2, &[7][..], &[9][..])));
        assert_eq!(element(&[2, 0x81, 1, 7]), Some((2, &[7][..], &[][..])));
        for wrong in
            [&[][..], &[2], &[2, 2, 7], &[2, 0x80, 7], &[2, 0x85, 0, 0, 0, 0, 1, 7], &[2, 0x84, 255, 255, 255, 255]]
        {
            assert_eq!(element(wrong), None, "{wrong:?}");
            assert!(!is_self_issued(wrong));
        }
    }
}
