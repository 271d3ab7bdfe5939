//! Prints the documents of `data/screen/` that a browser reads, a line of JSON each, for `chromium-screen.mjs`.

use std::fmt::Write as _;

use napkin_conformance::chromium::json_in_ascii;
use napkin_conformance::screen::cases;

fn main() {
    for case in cases() {
        let Some(chromium) = &case.chromium else { continue };
        let mut hexadecimal = String::new();
        for byte in case.document() {
            write!(hexadecimal, "{byte:02x}").expect("a string takes all that is written");
        }
        let [id, format, chromium] = [&case.id, &case.format, chromium].map(|text| json_in_ascii(text));
        println!(r#"{{"id":{id},"format":{format},"chromium":{chromium},"document":"{hexadecimal}"}}"#);
    }
}
