//! Tests that all requests of a run to a server of HTTP/2 share a connection, whichever command makes them.
#![cfg(all(feature = "retrieve", unix))]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use self::certificates::Authority;
use crate::common::http::real::{Running, start_nginx};
use crate::common::programs::{empty_folder, program};
use crate::common::{Ran, napkin_with};

#[allow(dead_code, reason = "other tests take the rest of this")]
#[path = "../../../napkin-retrieve/tests/it/certificates.rs"]
mod certificates;

const FILES: usize = 40;

struct Site {
    _running: Running,
    folder: PathBuf,
    port: u16,
}

impl Site {
    fn start(name: &str) -> Option<Self> {
        let program = program("nginx", "nginx-light")?;
        let folder = empty_folder(name);
        let authority = Authority::new("napkin's tests");
        let certificate = authority.certificate(&["127.0.0.1"], 2090);
        for (name, content) in
            [("ca.pem", &authority.pem), ("own.pem", &certificate.pem), ("own.key", &certificate.key)]
        {
            fs::write(folder.join(name), content).expect("a file");
        }
        fs::create_dir(folder.join("www")).expect("a folder");
        for number in 0..FILES {
            fs::write(folder.join(format!("www/{number}.gif")), format!("GIF89a{number}")).expect("a file");
        }
        let at = folder.display().to_string();
        let (running, [port]) = start_nginx(&program, &folder, |[port]| {
            format!(
                "daemon off; master_process off; pid {at}/pid; error_log {at}/errors; events {{}}\n\
                 http {{ log_format own '$connection $server_protocol $status'; access_log {at}/log own;\n\
                 client_body_temp_path {at}/1; proxy_temp_path {at}/2; fastcgi_temp_path {at}/3; uwsgi_temp_path {at}/4;\n\
                 scgi_temp_path {at}/5; types {{ image/gif gif; }}\n\
                 server {{ listen 127.0.0.1:{port} ssl http2; root {at}/www; ssl_certificate own.pem; ssl_certificate_key own.key; }} }}\n"
            )
        });
        Some(Self { _running: running, folder, port })
    }

    fn url(&self, number: usize) -> String {
        format!("https://127.0.0.1:{}/{number}.gif", self.port)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Runs a command that may reach the site. Returns the connections and the versions in the log of the server, too.
    fn run(&self, command: &[&str]) -> (Ran, BTreeSet<String>, BTreeSet<String>) {
        fs::write(self.folder.join("log"), "").expect("a file");
        let (port, authority) = (self.port.to_string(), self.path("ca.pem"));
        let admitted = ["--allow-host", "127.0.0.1", "--allow-port", &port, "--authorities", &authority];
        let ran = napkin_with(&[command, &admitted].concat(), "");
        let log = fs::read_to_string(self.folder.join("log")).expect("a log");
        let words =
            |place: usize| log.lines().filter_map(|line| Some(line.split(' ').nth(place)?.to_owned())).collect();
        (ran, words(0), words(1))
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

#[test]
fn commands_share_a_connection_of_http2() {
    let Some(site) = Site::start("http2-shared") else { return };
    let list: String = (0..FILES).map(|number| site.url(number) + "\n").collect();
    fs::write(site.folder.join("list"), list).expect("a file");
    let images: String = (0..FILES).map(|number| format!("<img src={}>", site.url(number))).collect();
    fs::write(site.folder.join("page.html"), format!("<!doctype html>{images}")).expect("a file");
    let (list, page, to, out) = (site.path("list"), site.path("page.html"), site.path("to"), site.path("out.html"));

    let (ran, connections, versions) = site.run(&["get", "--to", &to, "--from", &list, "-j", "20"]);
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (0, FILES, ""));
    assert_eq!((connections.len(), versions), (1, BTreeSet::from(["HTTP/2.0".to_owned()])));
    for (number, line) in ran.out.lines().enumerate() {
        let file = line.split('\t').next().expect("a name");
        assert_eq!(read(Path::new(file)), format!("GIF89a{number}"));
    }

    let (ran, connections, versions) = site.run(&["check", &page]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert_eq!((connections.len(), versions), (1, BTreeSet::from(["HTTP/2.0".to_owned()])));

    let (ran, connections, versions) = site.run(&["bundle", &page, "-o", &out]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!((connections.len(), versions), (1, BTreeSet::from(["HTTP/2.0".to_owned()])));
    assert_eq!(read(Path::new(&out)).matches("data:image/gif,GIF89a").count(), FILES);
}

#[test]
fn version_of_http_is_chosen_and_shown() {
    let Some(site) = Site::start("http2-version") else { return };
    let url = site.url(0);
    for (options, version) in
        [(&[][..], "2"), (&["--http1.1"], "1.1"), (&["--http1.1", "--http2"], "2"), (&["--http2", "--http1.1"], "1.1")]
    {
        let (ran, ..) = site.run(&[&["get", "--head", "--format", "{http_version}", &url], options].concat());
        assert_eq!((ran.status, ran.out.trim_end()), (0, version), "{options:?}: {}", ran.err);
    }
    let (ran, ..) = site.run(&["get", "-v", &url]);
    assert_eq!(ran.err, format!("note: GET {url} at 127.0.0.1:{}, HTTP/2: 200\n", site.port));
    let stranger = napkin_with(&["get", "--policy", "everything", &url], "");
    let help = "help: pass `--authorities FILE` with the certificate of the authority in PEM, if you trust it\n";
    assert!(stranger.status == 2 && stranger.err.ends_with(help), "{}", stranger.err);
}
