//! Writes seeds for the fuzz targets under the URL Standard, one file each, from the Web Platform Tests: `seeds
//! FOLDER`.
//!
//! A file has the form of `fuzz/src/whatwg.rs`: text, base and steps with 0xFF between them. A step is the letter of
//! its setter and the value. The expectations of the tests are left out.

use std::fs;
use std::path::Path;

use napkin_conformance::wpt::{self, HostCase, SetterCase, UrlCase};

/// The setters in the order of their letters.
const SETTERS: [&str; 10] =
    ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).expect("a folder");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let write = |name: &str, number: usize, seed: Vec<u8>| fs::write(folder.join(format!("{name}-{number}")), seed);
    let urls = wpt::urltestdata().into_iter().chain(wpt::urltestdata_javascript_only()).chain(wpt::extra_urltestdata());
    for (number, case) in urls.enumerate() {
        write("wpt-url", number, url(&case))?;
    }
    for (number, case) in wpt::setters().iter().chain(&wpt::extra_setters()).enumerate() {
        write("wpt-setter", number, setter(case))?;
    }
    let hosts = wpt::toascii().into_iter().chain(wpt::idna_test_v2()).chain(wpt::idna_test_v2_removed());
    for (number, case) in hosts.enumerate() {
        write("wpt-host", number, host(&case))?;
    }
    for (number, case) in wpt::percent_encoding().iter().enumerate() {
        write("wpt-query", number, format!("https://h/?{0}#{0}", case.input).into_bytes())?;
    }
    Ok(())
}

fn url(case: &UrlCase) -> Vec<u8> {
    [case.input.as_bytes(), case.base.as_deref().unwrap_or("").as_bytes()].join(&0xFF)
}

fn setter(case: &SetterCase) -> Vec<u8> {
    let number = SETTERS.iter().position(|&setter| setter == case.attribute).expect("a setter");
    let letter = b'a' + u8::try_from(number).expect("ten setters");
    let step = [&[letter], case.new_value.as_bytes()].concat();
    [case.href.as_bytes(), b"", &step].join(&0xFF)
}

fn host(case: &HostCase) -> Vec<u8> {
    format!("https://{}/x", case.encoded_input()).into_bytes()
}
