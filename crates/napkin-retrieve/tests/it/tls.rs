//! Certificates that clients refuse, shown by a server on this machine.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use napkin_retrieve::{Client, Policy, Request, Trust, rules};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};

use crate::certificates::{Authority, Certificate, parameters, self_signed};

/// Starts a server that shows a certificate and answers each request with `beer`. Returns its port.
fn start(certificate: &Certificate) -> u16 {
    let key = PrivateKeyDer::from_pem_slice(certificate.key.as_bytes()).unwrap();
    let certificate = CertificateDer::from_pem_slice(certificate.pem.as_bytes()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(builder.with_no_client_auth().with_single_cert(vec![certificate], key).unwrap());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut tcp in listener.incoming().flatten() {
            let mut tls = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = Stream::new(&mut tls, &mut tcp);
            let mut head = [0; 4096];
            // The client hangs up if it refuses the certificate.
            if std::io::Read::read(&mut stream, &mut head).is_ok_and(|length| length > 0) {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbeer");
                stream.conn.send_close_notify();
                let _ = stream.flush();
            }
        }
    });
    port
}

/// Returns the parameters of a certificate for a name, which is also the name of its subject.
fn valid(name: &str, from: i32, to: i32) -> CertificateParams {
    let mut params = parameters(&[name], [from, to]);
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

#[test]
fn certificates_are_refused_with_the_reason() {
    let [known, unknown] = ["known", "unknown"].map(Authority::new);
    let mut own_authority = valid("127.0.0.1", 2000, 2090);
    own_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    for (port, expected) in [
        (start(&known.sign(valid("127.0.0.1", 2000, 2090))), None),
        (start(&known.sign(valid("127.0.0.1", 2000, 2001))), Some("a certificate that has expired")),
        (start(&known.sign(valid("127.0.0.1", 2089, 2090))), Some("a certificate that is not valid yet")),
        (start(&known.sign(valid("other.example", 2000, 2090))), Some("a certificate for another host: other.example")),
        (start(&unknown.sign(valid("127.0.0.1", 2000, 2090))), Some("a certificate of an unknown issuer")),
        (start(&self_signed(&valid("127.0.0.1", 2000, 2090))), Some("a self-signed certificate")),
        (start(&self_signed(&own_authority)), Some("a self-signed certificate")),
        (
            start(&known.sign(own_authority)),
            Some("a certificate of an authority (CA:TRUE) in place of one for a server"),
        ),
    ] {
        let policy = Policy::public_web().trust_host("127.0.0.1").allow_port(port);
        let client = Client::new(policy.with_trust(Trust::nobody().with_pem(known.pem.as_bytes()).unwrap()));
        let answer = client.retrieve_blocking(&Request::get(format!("https://127.0.0.1:{port}/")));
        match (answer.and_then(|got| got.bytes()), expected) {
            (Ok(bytes), None) => assert_eq!(bytes, "beer"),
            (Err(failure), Some(expected)) => {
                assert_eq!(failure.error().rule(), rules::TLS_FAILED);
                let found = failure.error().message().split_once("found ").unwrap().1;
                assert_eq!(found, expected);
            }
            (found, expected) => panic!("expected {expected:?}, found {found:?}"),
        }
    }
}
