//! Certificates that clients refuse, shown by a server on this machine.

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use napkin_retrieve::{Client, Policy, Request, Trust, rules};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};

/// Starts a server that shows a certificate and answers each request with `beer`. Returns its port.
fn start(certificate: CertificateDer<'static>, key: &KeyPair) -> u16 {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
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

fn authority(name: &str) -> (Issuer<'static, KeyPair>, String) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.distinguished_name.push(DnType::CommonName, name);
    let key = KeyPair::generate().unwrap();
    let pem = params.self_signed(&key).unwrap().pem();
    (Issuer::new(params, key), pem)
}

fn valid(name: &str, from: i32, to: i32) -> CertificateParams {
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, name);
    (params.not_before, params.not_after) = (date_time_ymd(from, 1, 1), date_time_ymd(to, 1, 1));
    params
}

#[test]
fn certificates_are_refused_with_the_reason() {
    let ((known, pem), (unknown, _)) = (authority("known"), authority("unknown"));
    let signed = |params: CertificateParams, issuer: &Issuer<'static, KeyPair>| {
        let key = KeyPair::generate().unwrap();
        start(params.signed_by(&key, issuer).unwrap().der().clone(), &key)
    };
    let self_signed = |params: CertificateParams| {
        let key = KeyPair::generate().unwrap();
        start(params.self_signed(&key).unwrap().der().clone(), &key)
    };
    let mut own_authority = valid("127.0.0.1", 2000, 2090);
    own_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    for (port, expected) in [
        (signed(valid("127.0.0.1", 2000, 2090), &known), None),
        (signed(valid("127.0.0.1", 2000, 2001), &known), Some("a certificate that has expired")),
        (signed(valid("127.0.0.1", 2089, 2090), &known), Some("a certificate that is not valid yet")),
        (signed(valid("other.example", 2000, 2090), &known), Some("a certificate for another host: other.example")),
        (signed(valid("127.0.0.1", 2000, 2090), &unknown), Some("a certificate of an unknown issuer")),
        (self_signed(valid("127.0.0.1", 2000, 2090)), Some("a self-signed certificate")),
        (self_signed(own_authority), Some("a self-signed certificate")),
    ] {
        let policy = Policy::public_web().trust_host("127.0.0.1").allow_port(port);
        let client = Client::new(policy.with_trust(Trust::nobody().with_pem(pem.as_bytes()).unwrap()));
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
