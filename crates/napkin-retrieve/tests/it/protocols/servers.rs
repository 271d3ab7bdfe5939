//! Servers with scripted replies, and clients that may reach them.

use std::io::{BufRead, BufReader, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use napkin::Rule;
use napkin_retrieve::{Client, Error, Limits, Policy, Request};

use crate::real::serve;

/// A server that reads a line, answers with the same octets each time, and closes the connection.
pub(crate) fn answering(octets: impl Into<Vec<u8>>) -> u16 {
    let octets = octets.into();
    serve(move |mut stream| {
        read_line(&mut BufReader::new(stream.try_clone().unwrap()));
        // The client may have stopped reading.
        let _ = stream.write_all(&octets);
    })
}

/// Reads a line without its end; empty at the end of the connection.
pub(crate) fn read_line(reader: &mut impl BufRead) -> String {
    let mut line = Vec::new();
    let _ = reader.read_until(b'\n', &mut line);
    String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()
}

/// Permits servers of this scheme at this local port.
pub(crate) fn policy(scheme: &str, port: u16) -> Policy {
    Policy::public_web().allow_scheme(scheme).allow_port(port).trust_host("127.0.0.1")
}

/// A client with this policy and short limits.
pub(crate) fn client(scheme: &str, port: u16) -> Client {
    Client::new(policy(scheme, port)).with_limits(short())
}

/// Limits for servers that do not answer.
pub(crate) fn short() -> Limits {
    let (first_byte, read) = (Duration::from_secs(20), Duration::from_millis(400));
    Limits::default()
        .with_max_bytes(1 << 34)
        .with_first_byte_timeout(first_byte)
        .with_read_timeout(read)
        .with_timeout(Duration::from_secs(60))
}

/// Returns the media type and the whole object.
pub(crate) fn got(client: &Client, request: Request) -> (String, String) {
    let url = request.url().to_owned();
    let got = client.retrieve_blocking(&request).unwrap_or_else(|failure| panic!("{url}: {failure:?}"));
    let media_type = got.media_type().unwrap_or_default().to_owned();
    let bytes = got.bytes().unwrap_or_else(|failure| panic!("{url}: {failure:?}"));
    (media_type, String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns why the object could not be retrieved.
pub(crate) fn failed(client: &Client, request: Request) -> Error {
    let url = request.url().to_owned();
    match client.retrieve_blocking(&request).and_then(napkin_retrieve::RetrievedBlocking::bytes) {
        Ok(bytes) => panic!("{url}: {} bytes", bytes.len()),
        Err(failure) => failure.error().clone(),
    }
}

/// Returns the rule of [`failed`].
pub(crate) fn rule(client: &Client, url: &str) -> Rule {
    failed(client, Request::get(url)).rule()
}

/// The lines that a test server has received.
pub(crate) type Told = Arc<Mutex<Vec<String>>>;

/// A server that greets, and answers the lines of the script as it says; an empty answer closes the connection. Others
/// get 500. Returns the port, and the received lines.
pub(crate) fn scripted(greeting: &str, script: &[(&str, &str)]) -> (u16, Told) {
    let told = Told::default();
    let heard = Arc::clone(&told);
    let greeting = format!("{greeting}\r\n");
    let script: Vec<(String, String)> =
        script.iter().map(|(line, said)| (line.to_string(), said.to_string())).collect();
    let port = serve(move |mut stream| {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut said = greeting.as_str();
        while !said.is_empty() && stream.write_all(said.as_bytes()).is_ok() {
            let line = read_line(&mut reader);
            let known = script.iter().find(|(known, _)| *known == line);
            said = known.map_or(if line.is_empty() { "" } else { "500 what?\r\n" }, |(_, said)| said);
            // The end of the connection is not a line.
            if !line.is_empty() {
                heard.lock().unwrap().push(line);
            }
        }
    });
    (port, told)
}
