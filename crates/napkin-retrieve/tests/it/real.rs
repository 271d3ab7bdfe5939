//! Real servers of Debian on the loopback interface, for the tests of every crate that needs one.
//!
//! A server that is not installed is skipped with a message, or, if `NAPKIN_REQUIRE_ALL` is 1, an error. This file
//! needs only the standard library and `tempfile`, so tests of other crates include it by its path.
#![allow(dead_code, reason = "every test takes its part of this")]

use std::fs::{self, Permissions};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Starts a test server: `handle` gets each connection, one after the other. Returns the port.
pub(crate) fn serve(handle: impl Fn(TcpStream) + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || listener.incoming().flatten().for_each(handle));
    port
}

/// Returns whether every server must be installed.
pub(crate) fn is_required() -> bool {
    std::env::var_os("NAPKIN_REQUIRE_ALL").is_some_and(|value| value == "1")
}

/// Returns the path of a program; `None`, with a message, if it is missing. Panics if every program is required.
pub(crate) fn program(name: &str, package: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/lib/news/bin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|path| path.is_file());
    assert!(found.is_some() || !is_required(), "{name} is required: install Debian's package {package}");
    if found.is_none() {
        eprintln!("skipped: {name} is not installed (Debian's package {package})");
    }
    found
}

/// Returns whether this is root; only root can start servers as other users.
pub(crate) fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

/// Returns whether servers that only root can start can run; if not, prints so, or panics if every server is required.
pub(crate) fn may_start(name: &str) -> bool {
    assert!(is_root() || !is_required(), "{name} is required, which only root can start");
    if !is_root() {
        eprintln!("skipped: only root can start {name}");
    }
    is_root()
}

/// Runs a program for each connection, which is its input and output, like inetd. Returns the port.
pub(crate) fn inetd(command: impl Fn(u16) -> Command + Send + 'static) -> u16 {
    serve(move |stream: TcpStream| {
        let port = stream.local_addr().unwrap().port();
        let [input, output] = [stream.try_clone().unwrap(), stream].map(|stream| Stdio::from(OwnedFd::from(stream)));
        let mut command = command(port);
        let mut child = command.stdin(input).stdout(output).stderr(Stdio::null()).spawn().unwrap();
        std::thread::spawn(move || child.wait());
    })
}

/// A program that is killed when this is dropped.
pub(crate) struct Running(pub(crate) std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        // The program may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program that listens by itself on a free port, which is passed to `command`. Another program could take
/// that port first and would then get the requests; so this waits until a socket of the program has the port, and
/// starts the program again with another port if it has exited.
pub(crate) fn start(transport: Transport, command: impl Fn(u16) -> Command) -> (Running, u16) {
    const TRIES: usize = 5;
    let mut last = String::new();
    for _ in 0..TRIES {
        let port = transport.free_port();
        let mut command = command(port);
        last = format!("{command:?}");
        let mut running = Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        for _ in 0..1500 {
            std::thread::sleep(Duration::from_millis(20));
            if running.0.try_wait().unwrap().is_some() {
                break;
            }
            if transport.has_port(running.0.id(), port) {
                return (running, port);
            }
        }
    }
    panic!("it does not start: {last}");
}

/// The transport protocol of a server.
#[derive(Clone, Copy)]
pub(crate) enum Transport {
    Tcp,
    Udp,
}

impl Transport {
    fn free_port(self) -> u16 {
        match self {
            Self::Tcp => TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port(),
            Self::Udp => UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port(),
        }
    }

    /// Returns whether a process has a socket that listens on a port of this machine (proc(5)).
    fn has_port(self, process: u32, port: u16) -> bool {
        let (table, state) = match self {
            Self::Tcp => ("/proc/net/tcp", "0A"),
            Self::Udp => ("/proc/net/udp", "07"),
        };
        let local = format!("0100007F:{port:04X}");
        let table = fs::read_to_string(table).unwrap_or_default();
        let mut rows = table.lines().map(|line| line.split_ascii_whitespace().collect::<Vec<_>>());
        let row = rows.find(|row| row.get(1) == Some(&&*local) && row.get(3) == Some(&state));
        let Some(socket) = row.and_then(|row| Some(format!("socket:[{}]", row.get(9)?))) else { return false };
        let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        open.into_iter().any(|file| fs::read_link(file.path()).is_ok_and(|target| target.as_os_str() == &*socket))
    }
}

/// Returns octets that contain all kinds of line ends, too many for one chunk.
pub(crate) fn long() -> Vec<u8> {
    (0..300_000_u32).map(|at| (at.wrapping_mul(at) >> 3) as u8).collect()
}

/// Creates the tree that the servers serve.
pub(crate) fn tree() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    for name in ["", "sub", "sub/a b", "sub/empty"] {
        fs::create_dir_all(root.join(name)).unwrap();
    }
    let index = "<a href='sub/page.html#x'>p</a><img src='sub/a%20b/100%25;%23%3F.txt'>";
    for (name, content) in [
        ("index.html", index),
        (
            "sub/page.html",
            "<a href=y>y</a><a href='?q'>q</a><a href=../../menu.txt>m</a><a href='a%20b/'>a</a><base href='a%20b/'>",
        ),
        ("menu.txt", "beer\ncider\n"),
        ("sub/a b/100%;#?.txt", "odd"),
        ("sub/a b/\u{e4}<\".txt", "umlaut"),
    ] {
        fs::write(root.join(name), content).unwrap();
    }
    fs::write(root.join("long.bin"), long()).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for entry in ["", "root", "root/sub", "root/sub/a b", "root/sub/empty", "empty"] {
        fs::set_permissions(folder.path().join(entry), Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

/// Starts vsftpd, one process per connection, for `anonymous`.
pub(crate) fn vsftpd(folder: &Path) -> Option<u16> {
    vsftpd_with(folder, "")
}

/// Starts vsftpd with more lines in its configuration.
pub(crate) fn vsftpd_with(folder: &Path, more: &str) -> Option<u16> {
    let program = program("vsftpd", "vsftpd")?;
    if !may_start("vsftpd") {
        return None;
    }
    let at = folder.to_str().unwrap();
    let configuration = format!(
        "listen=NO\nanonymous_enable=YES\nlocal_enable=NO\nanon_root={at}/root\nftp_username=daemon\n\
         secure_chroot_dir={at}/empty\nseccomp_sandbox=NO\nxferlog_enable=NO\nascii_download_enable=YES\n{more}"
    );
    let file = folder.join("vsftpd.conf");
    fs::write(&file, configuration).unwrap();
    Some(inetd(move |_| {
        let mut command = Command::new(&program);
        command.arg(&file);
        command
    }))
}

/// Starts pyftpdlib for `sam`, whose password is `se cret`.
pub(crate) fn pyftpdlib(folder: &Path) -> Option<(Running, u16)> {
    pyftpdlib_at(&folder.join("root"), &["-u", "sam", "-P", "se cret"])
}

/// Starts pyftpdlib on a folder, with additional options.
pub(crate) fn pyftpdlib_at(root: &Path, options: &[&str]) -> Option<(Running, u16)> {
    // Debian's package works only with Debian's Python.
    let python = "/usr/bin/python3";
    let has_it = Command::new(python).args(["-c", "import pyftpdlib"]).stderr(Stdio::null()).status();
    if !has_it.is_ok_and(|status| status.success()) {
        assert!(!is_required(), "pyftpdlib is required: install Debian's package python3-pyftpdlib");
        eprintln!("skipped: pyftpdlib is not installed (Debian's package python3-pyftpdlib)");
        return None;
    }
    Some(start(Transport::Tcp, |port| {
        let mut command = Command::new(python);
        command.args(["-W", "ignore", "-m", "pyftpdlib", "-i", "127.0.0.1", "-p", &port.to_string(), "-d"]);
        command.arg(root).args(options);
        command
    }))
}

/// Starts nginx for the same tree.
pub(crate) fn nginx(folder: &Path) -> Option<(Running, u16)> {
    let program = program("nginx", "nginx-light")?;
    let at = folder.to_str().unwrap();
    let (running, [port]) = start_nginx(&program, folder, |[port]| {
        format!(
            "daemon off; master_process off; pid {at}/pid; error_log {at}/errors; events {{}}\n\
             http {{ access_log off; types {{ text/html html; }} client_body_temp_path {at}/1; proxy_temp_path {at}/2;\n\
             fastcgi_temp_path {at}/3; uwsgi_temp_path {at}/4; scgi_temp_path {at}/5;\n\
             server {{ listen 127.0.0.1:{port}; root {at}/root; }} }}\n"
        )
    });
    Some((running, port))
}

/// Starts nginx in a folder, with free ports that are passed to `configuration`; its `pid` and `error_log` must be the
/// files `pid` and `errors` there. Another program could take a port first and get the requests. So nginx counts as
/// started once it has written its number, and is restarted with other ports if it exits.
pub(crate) fn start_nginx<const PORTS: usize>(
    program: &Path,
    folder: &Path,
    configuration: impl Fn([u16; PORTS]) -> String,
) -> (Running, [u16; PORTS]) {
    const TRIES: usize = 5;
    for _ in 0..TRIES {
        // All are held until each is known, so that they differ.
        let listeners = [(); PORTS].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
        let ports = listeners.each_ref().map(|listener| listener.local_addr().unwrap().port());
        drop(listeners);
        fs::write(folder.join("nginx.conf"), configuration(ports)).unwrap();
        let mut command = Command::new(program);
        command.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "errors"]);
        let mut running = Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let has_written = || fs::metadata(folder.join("pid")).is_ok_and(|file| file.len() > 0);
        for _ in 0..500 {
            std::thread::sleep(Duration::from_millis(20));
            if running.0.try_wait().unwrap().is_some() {
                break;
            }
            if has_written() {
                return (running, ports);
            }
        }
    }
    panic!("nginx does not start: {}", fs::read_to_string(folder.join("errors")).unwrap_or_default());
}

/// Returns a folder for gophernicus, and starts it per connection, like inetd; `None` if it is not installed.
pub(crate) fn gophernicus() -> Option<(tempfile::TempDir, u16)> {
    let program = program("gophernicus", "gophernicus")?;
    let folder = tempfile::tempdir().unwrap();
    for path in [folder.path().to_owned(), folder.path().join("sub"), folder.path().join("sub/a b")] {
        fs::create_dir_all(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    }
    let files: [(&str, &[u8]); 5] = [
        ("menu.txt", b"beer\n.cider\n"),
        ("all.bin", &[0, 255, b'\r', b'\n', b'.', b'\r', b'\n', 7]),
        ("page.html", b"<a href=x>x</a>"),
        ("sub/a b/<x>.txt", b"odd\n"),
        ("pixel.gif", b"GIF89a"),
    ];
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
        fs::set_permissions(folder.path().join(name), Permissions::from_mode(0o644)).unwrap();
    }
    let root = folder.path().to_owned();
    let port = inetd(move |port| {
        let mut command = Command::new(&program);
        command.args(["-nu", "-nv", "-h", "127.0.0.1", "-p", &port.to_string(), "-r"]).arg(&root);
        // It refuses to run as root.
        if is_root() {
            command.uid(65534).gid(65534);
        }
        command
    });
    Some((folder, port))
}

/// Returns an article.
pub(crate) const BEER: &str = "Path: pub.example!kim\nFrom: Kim <kim@pub.example>\nNewsgroups: pub.menu\nSubject: Beer <today>\n\
                    Date: Mon, 02 Nov 2026 10:00:00 GMT\nMessage-ID: <beer.1@pub.example>\nXref: pub.example pub.menu:1\n\nOne pint.\n.dot\n..\n";

/// Returns a folder in which leafnode, whose paths are compiled in, finds a group with two articles. It looks an
/// article up in one of a thousand folders by a checksum of its own, so each folder has both.
fn spool(root: &Path) {
    const NEWS: u32 = 9;
    let spool = root.join("var/spool/news");
    for folder in ["failed.postings", "interesting.groups", "leaf.node", "out.going", "temp.files", "pub/menu"] {
        fs::create_dir_all(spool.join(folder)).unwrap();
    }
    fs::write(spool.join("leaf.node/groupinfo"), "pub.menu 2 1 1000000000 The menu\n").unwrap();
    for (number, article) in [
        ("1", BEER.to_owned()),
        ("2", BEER.replace("Beer", "Cider").replace("beer.1", "cider.2").replace("menu:1", "menu:2")),
    ] {
        let path = spool.join("pub/menu").join(number);
        fs::write(&path, &article).unwrap();
        let id = if number == "1" { "<beer.1@pub.example>" } else { "<cider.2@pub.example>" };
        for sum in 0..1000 {
            let folder = spool.join(format!("message.id/{sum:03}"));
            fs::create_dir_all(&folder).unwrap();
            fs::hard_link(&path, folder.join(id)).unwrap();
        }
    }
    let below = ["", "pub", "pub/menu", "pub/menu/1", "pub/menu/2", "leaf.node", "leaf.node/groupinfo", "message.id"];
    for path in below.into_iter().chain(["temp.files", "out.going", "interesting.groups", "failed.postings"]) {
        chown(spool.join(path), Some(NEWS), Some(NEWS)).unwrap();
    }
}

/// Returns a root folder with the program, its libraries, and its configuration.
pub(crate) fn leafnode() -> Option<(tempfile::TempDir, u16)> {
    let program = program("leafnode", "leafnode")?;
    if !may_start("leafnode") {
        return None;
    }
    let root = tempfile::tempdir().unwrap();
    let linked = Command::new("ldd").arg(&program).output().unwrap().stdout;
    let linked = String::from_utf8(linked).unwrap();
    let files = linked.split_whitespace().filter(|word| word.starts_with('/')).map(Path::new);
    for file in files.chain([program.as_path()]) {
        let copy = root.path().join(file.strip_prefix("/").unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(file, copy).unwrap();
    }
    fs::create_dir_all(root.path().join("etc/news/leafnode")).unwrap();
    fs::write(root.path().join("etc/passwd"), "root:x:0:0::/:/bin/sh\nnews:x:9:9::/:/bin/sh\n").unwrap();
    fs::write(root.path().join("etc/group"), "root:x:0:\nnews:x:9:\n").unwrap();
    // It looks up the names of its clients, which takes time if no server answers.
    fs::write(root.path().join("etc/nsswitch.conf"), "hosts: files\n").unwrap();
    fs::write(root.path().join("etc/hosts"), "127.0.0.1 localhost\n").unwrap();
    // It refuses names that are evidently examples; no lookup is made for this one.
    let config = "server = news.kim-and-sam-pub.org\nexpire = 20\nhostname = news.kim-and-sam-pub.org\n";
    fs::write(root.path().join("etc/news/leafnode/config"), config).unwrap();
    spool(root.path());
    let folder = root.path().to_owned();
    let port = inetd(move |_| {
        let mut command = Command::new("chroot");
        command.arg(&folder).arg(&program);
        command
    });
    Some((root, port))
}

/// Starts tftpd-hpa for a folder.
pub(crate) fn tftpd(folder: &std::path::Path) -> Option<(Running, u16)> {
    let program = program("in.tftpd", "tftpd-hpa")?;
    if !may_start("in.tftpd") {
        return None;
    }
    Some(start(Transport::Udp, |port| {
        let mut command = Command::new(&program);
        command.args(["--listen", "--foreground", "--user", "nobody", "--address", &format!("127.0.0.1:{port}")]);
        command.arg("--secure").arg(folder);
        command
    }))
}
