//! Writes seeds for the fuzz target of the screen, one file each, from the documents of `data/screen/`: `screen_seeds
//! FOLDER`.
//!
//! A file has the form of `fuzz/fuzz_targets/screen.rs`: a byte for the format, a byte for the policy (a space is the
//! default), and the document.

use std::fs;
use std::path::Path;

use napkin_conformance::screen::cases;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).expect("a folder");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    for case in cases() {
        let format = match case.format.as_str() {
            "html" => b'0',
            "css" => b'1',
            "svg" | "xml" => b'2',
            "json" => b'3',
            "text" => b'4',
            _ => b'5',
        };
        fs::write(folder.join(&case.id), [&[format, b' '], &case.document()[..]].concat())?;
    }
    Ok(())
}
