//! TLS: trusted authorities, and the handshake.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// The authorities that may vouch for a server's name.
///
/// Default: Mozilla's list at the time of the build.
///
/// ```
/// use napkin_retrieve::{Policy, Trust};
/// assert!(Trust::mozilla().with_pem(b"no certificate").is_err());
/// let policy = Policy::public_web().with_trust(Trust::mozilla());
/// ```
#[derive(Clone)]
pub struct Trust {
    roots: RootCertStore,
    config: OnceLock<Arc<ClientConfig>>,
}

/// The error that a text contains no usable certificates in PEM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCertificate;

impl fmt::Display for NoCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected certificates of authorities in PEM, but found none that can be used")
    }
}

impl std::error::Error for NoCertificate {}

impl Trust {
    /// Trusts Mozilla's list.
    ///
    /// ```
    /// let trust = napkin_retrieve::Trust::mozilla();
    /// ```
    #[must_use]
    pub fn mozilla() -> Self {
        Self::of(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() })
    }

    /// Trusts no authority.
    ///
    /// ```
    /// let trust = napkin_retrieve::Trust::nobody();
    /// ```
    #[must_use]
    pub fn nobody() -> Self {
        Self::of(RootCertStore::empty())
    }

    fn of(roots: RootCertStore) -> Self {
        Self { roots, config: OnceLock::new() }
    }

    /// Also trusts the authorities of these certificates in PEM.
    ///
    /// ```
    /// assert!(napkin_retrieve::Trust::nobody().with_pem(b"no certificate").is_err());
    /// ```
    ///
    /// # Errors
    /// There is no certificate, or one is invalid.
    pub fn with_pem(mut self, pem: &[u8]) -> Result<Self, NoCertificate> {
        let before = self.roots.len();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            let certificate = certificate.map_err(|_| NoCertificate)?;
            self.roots.add(certificate).map_err(|_| NoCertificate)?;
        }
        if self.roots.len() == before { Err(NoCertificate) } else { Ok(Self::of(self.roots)) }
    }

    /// Created once, so that sessions are resumed.
    fn config(&self) -> Result<Arc<ClientConfig>, rustls::Error> {
        if let Some(config) = self.config.get() {
            return Ok(Arc::clone(config));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let mut config = builder.with_root_certificates(self.roots.clone()).with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::clone(self.config.get_or_init(|| Arc::new(config))))
    }

    /// Starts TLS for a host, which is a name or an address as in URLs. The error is the reason.
    pub(crate) async fn protect(&self, stream: TcpStream, host: &str) -> Result<TlsStream<TcpStream>, String> {
        let config = self.config().map_err(|error| error.to_string())?;
        // Certificates name hosts without a final dot, and addresses without brackets.
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let name = ServerName::try_from(name.strip_suffix('.').unwrap_or(name).to_owned());
        let name = name.map_err(|_| "a name for which there are no certificates".to_owned())?;
        let connecting = TlsConnector::from(config).connect(name, stream);
        connecting.await.map_err(|error| error.to_string())
    }
}

impl Default for Trust {
    fn default() -> Self {
        Self::mozilla()
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trust({} authorities)", self.roots.len())
    }
}
