//! Servers on the loopback interface, and clients that may reach them.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::time::Duration;

use napkin::Rule;
use napkin_retrieve::{Client, Error, Limits, Policy, Request};

/// A server of the test's own: `handle` has each connection, one after the other. The port.
pub(crate) fn serve(handle: impl Fn(TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || listener.incoming().flatten().for_each(handle));
    port
}

/// A server that reads a line and answers with the same octets each time, then closes.
pub(crate) fn answering(octets: impl Into<Vec<u8>>) -> u16 {
    let octets = octets.into();
    serve(move |mut stream| {
        read_line(&mut BufReader::new(stream.try_clone().unwrap()));
        // The client may have had enough.
        let _ = stream.write_all(&octets);
    })
}

/// A line without its end; empty at the end of the connection.
pub(crate) fn read_line(reader: &mut impl BufRead) -> String {
    let mut line = Vec::new();
    let _ = reader.read_until(b'\n', &mut line);
    String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()
}

/// What may be reached: servers of this scheme at this port of the machine.
pub(crate) fn policy(scheme: &str, port: u16) -> Policy {
    Policy::public_web().allow_scheme(scheme).allow_port(port).allow_host("127.0.0.1")
}

/// A client that may reach it, and does not wait long.
pub(crate) fn client(scheme: &str, port: u16) -> Client {
    Client::new(policy(scheme, port)).limits(short())
}

/// Limits for servers that do not answer.
pub(crate) fn short() -> Limits {
    let (first_byte, read) = (Duration::from_secs(20), Duration::from_millis(400));
    Limits { first_byte, read, total: Duration::from_secs(60), ..Limits::default() }
}

/// The media type and all of the object.
pub(crate) fn got(client: &Client, request: Request) -> (String, String) {
    let url = request.url().to_owned();
    let got = client.fetch(request).unwrap_or_else(|failure| panic!("{url}: {failure:?}"));
    let media_type = got.media_type().unwrap_or_default().to_owned();
    let bytes = got.bytes().unwrap_or_else(|failure| panic!("{url}: {failure:?}"));
    (media_type, String::from_utf8_lossy(&bytes).into_owned())
}

/// Why all of the object is not to be had.
pub(crate) fn failed(client: &Client, request: Request) -> Error {
    let url = request.url().to_owned();
    match client.fetch(request).and_then(napkin_retrieve::Fetched::bytes) {
        Ok(bytes) => panic!("{url}: {} bytes", bytes.len()),
        Err(failure) => failure.error().clone(),
    }
}

/// The rule of [`failed`].
pub(crate) fn rule(client: &Client, url: &str) -> Rule {
    failed(client, Request::get(url)).rule()
}

/// Where a program is; `None` where it is not, which is said, and is an error where every program is required.
pub(crate) fn program(name: &str, package: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/lib/news/bin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    let is_required = std::env::var_os("NAPKIN_REQUIRE_ALL").is_some_and(|value| value == "1");
    assert!(found.is_some() || !is_required, "{name} is required: install Debian's package {package}");
    if found.is_none() {
        eprintln!("skipped: {name} is not installed (Debian's package {package})");
    }
    found
}
