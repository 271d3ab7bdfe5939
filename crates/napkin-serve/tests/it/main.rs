//! The server as a library.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::thread;

use napkin_retrieve::{Client, Policy};
use napkin_serve::{ServeError, Settings, run};

fn settings() -> Settings {
    Settings::new(Client::new(Policy::public_web())).with_listen(([127, 0, 0, 1], 0))
}

#[test]
fn server_answers_by_its_settings_alone() {
    let (sender, receiver) = channel();
    // The server ends with the process.
    thread::spawn(move || {
        let settings = settings().with_token(Some(b"0123456789abcdef".to_vec()));
        run(settings, &mut |address| sender.send(address).expect("a test that waits"))
    });
    let address = receiver.recv().expect("an address");
    let ask = |fields: &str| {
        let mut stream = TcpStream::connect(address).expect("a server");
        let request = format!(
            "GET /api/parse?url=http://pub.example:8080/ HTTP/1.1\r\nhost: {address}\r\n{fields}connection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("a connection");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    };
    assert!(ask("").starts_with("HTTP/1.1 401 "), "{}", ask(""));
    let answer = ask("authorization: Bearer 0123456789abcdef\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("\"port\":8080"), "{answer}");
}

#[test]
fn public_address_without_token_is_refused() {
    let refused = run(settings().with_listen(([0, 0, 0, 0], 0)), &mut |_| panic!("it listens"));
    assert!(matches!(refused, Err(ServeError::TokenMissing)), "{refused:?}");
}
