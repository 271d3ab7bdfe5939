//! Certificates for test servers.

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair, date_time_ymd};

/// An authority of the tests' own.
pub(crate) struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// Its certificate.
    pub(crate) pem: String,
    own_key: String,
}

/// A certificate and its private key, in PEM.
pub(crate) struct Certificate {
    pub(crate) pem: String,
    pub(crate) key: String,
}

impl Authority {
    pub(crate) fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(rcgen::DnType::CommonName, name);
        let key = KeyPair::generate().expect("a key");
        let pem = params.self_signed(&key).expect("a certificate").pem();
        let own_key = key.serialize_pem();
        Self { own_key, issuer: Issuer::new(params, key), pem }
    }

    /// Returns its own certificate, which is not one for a server.
    pub(crate) fn own_certificate(&self) -> Certificate {
        Certificate { pem: self.pem.clone(), key: self.own_key.clone() }
    }

    /// Creates a certificate for names and addresses, which is valid until this year.
    pub(crate) fn certificate(&self, names: &[&str], year: i32) -> Certificate {
        self.sign(parameters(names, [2000, year]))
    }

    /// Signs a new key.
    pub(crate) fn sign(&self, params: CertificateParams) -> Certificate {
        let key = KeyPair::generate().expect("a key");
        let pem = params.signed_by(&key, &self.issuer).expect("a certificate").pem();
        Certificate { pem, key: key.serialize_pem() }
    }
}

/// Returns the parameters of a certificate for names and addresses, which is valid between the beginnings of two years.
pub(crate) fn parameters(names: &[&str], [from, to]: [i32; 2]) -> CertificateParams {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    let mut params = CertificateParams::new(names).expect("parameters");
    (params.not_before, params.not_after) = (date_time_ymd(from, 1, 1), date_time_ymd(to, 1, 1));
    params
}

/// Returns a certificate that its own key signs.
pub(crate) fn self_signed(params: &CertificateParams) -> Certificate {
    let key = KeyPair::generate().expect("a key");
    Certificate { pem: params.self_signed(&key).expect("a certificate").pem(), key: key.serialize_pem() }
}
