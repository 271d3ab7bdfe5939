//! Makes `data/chromium-data-urls.tsv` together with a browser: `chromium-data-urls.sh` has the steps.
//!
//! `page` prints the page that asks; `rows ABOUT` reads from its input what the page showed, and prints the file, whose
//! first line is ABOUT.

use std::io::{self, Read};
use std::process::ExitCode;

use napkin_conformance::chromium::{page, rows};
use napkin_conformance::generate::data_urls::odd_data_urls;

/// The rest of the file's head.
const HEAD: &str = "\
# What fetch() made of odd data: URLs, in a page of the scheme file:. A row has, between tabs: the URL, as a JSON string
# of ASCII; then `error` where the promise was rejected (always with a TypeError), or else two columns: the value of
# response.headers.get('content-type'), as a JSON string, and the body in hexadecimal digits, of which more than 64
# bytes are written as sha256:LENGTH:DIGEST. Left out, because it was checked to be the same in every row: the status is
# 200, and the type of response.blob() is what stands in the header, in lower case: up to Chromium 148 before the first
# semicolon, later with the parameters, as the Fetch Standard has it (\"get the MIME type\", \"Body mixin\"). Lone
# surrogates do not come up: the URLs are made of scalar values, and fetch() takes no others (USVString).
# Made by conformance/chromium-data-urls.sh from data/odd-data-urls.toml. Not to be edited.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["page"] => print!("{}", page(&odd_data_urls())),
        ["rows", about] => {
            let mut dump = String::new();
            io::stdin().read_to_string(&mut dump).expect("the page's text is UTF-8");
            match rows(odd_data_urls(), &dump) {
                Ok(rows) => {
                    let lines: String = rows.iter().map(|row| row.line() + "\n").collect();
                    print!("# {about}\n{HEAD}{lines}");
                }
                Err(why) => {
                    eprintln!("{why}");
                    return ExitCode::FAILURE;
                }
            }
        }
        _ => {
            eprintln!("usage: chromium_data_urls page | rows ABOUT");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
