//! The file names of `--remote-name`: those that servers give, made safe.
//!
//! A name is the one in `Content-Disposition` (RFC 6266), else the end of the last URL. Equal names of a run get numbers,
//! and so does a name that a file of the folder has.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use napkin::{Reference, Standard, percent};
use napkin_mail::{Message, extension};
use napkin_retrieve::Retrieved;

use crate::files::{self, Names, Over};

/// The names that a run has given to files.
#[derive(Default)]
pub(super) struct ServerNames(Mutex<Names>);

impl ServerNames {
    /// Moves the file at `from` to its name in its folder, and returns its path.
    pub(super) fn put(&self, from: &Path, found: &Retrieved, force: bool) -> io::Result<PathBuf> {
        let file = files::open(from)?;
        let name = of(found);
        let over = if force { Over::Anything } else { Over::Nothing };
        loop {
            let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).take(&name);
            let to = from.with_file_name(free);
            match files::put(&file, from, &to, over) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                done => return done.map(|()| to),
            }
        }
    }
}

/// Returns the name of an object.
fn of(found: &Retrieved) -> String {
    let given = found.entity().field("content-disposition").and_then(disposed);
    let name = given.or_else(|| end(found.url()));
    name.unwrap_or_else(|| {
        let media_type = found.entity().media_type.as_deref().unwrap_or_default();
        let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if essence == "text/html" { "index.html".to_owned() } else { format!("object.{}", extension(&essence)) }
    })
}

/// Returns the name in a value of `Content-Disposition`, whose grammar is that of email.
fn disposed(value: &str) -> Option<String> {
    let field = format!("Content-Disposition: {}\n\n", value.replace(['\r', '\n'], " "));
    files::safe_name(&Message::parse(field.as_bytes()).root().filename()?)
}

/// Returns the last segment of a URL's path.
fn end(url: &str) -> Option<String> {
    let reference = Reference::parse(url, Standard::Rfc3986).ok()?;
    reference.authority()?;
    let mut bytes = Vec::new();
    percent::decode_into(reference.path().as_str().rsplit('/').next()?.as_bytes(), &mut bytes);
    files::safe_name(&String::from_utf8_lossy(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_servers_are_safe() {
        let cases = [
            ("attachment; filename=menu.pdf", Some("menu.pdf")),
            ("attachment; filename=\"../../.bashrc\"", Some("_bashrc")),
            ("attachment; filename=a; filename*=utf-8''caf%C3%A9", Some("café")),
            ("attachment; filename=\"a\r\nSet-Cookie: x\"", Some("a  Set-Cookie_ x")),
            ("inline", None),
            ("attachment; filename=..", None),
        ];
        for (value, expected) in cases {
            assert_eq!(disposed(value).as_deref(), expected, "{value}");
        }
        for (url, expected) in [
            ("http://pub.example/menu/beer.html?x#y", Some("beer.html")),
            ("http://pub.example/menu/", None),
            ("http://pub.example", None),
            ("http://pub.example/%2e%2e%2fx", Some("x")),
            ("data:,x", None),
        ] {
            assert_eq!(end(url).as_deref(), expected, "{url}");
        }
    }
}
