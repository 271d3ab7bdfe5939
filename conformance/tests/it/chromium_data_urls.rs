//! Compares Chromium's results for odd `data:` URLs with the Fetch Standard and with decoders.
//!
//! The standard's transcription, [`process`], decides who is right, and each class of differences names the clause. A class
//! that covers no row fails. A decoder is a function of type [`Decode`]; its known departures are classes too.

use napkin_conformance::chromium::{Response, Row, corpus, digest, json_in_ascii};
use napkin_conformance::generate::data_urls::odd_data_urls;
use napkin_conformance::oracle::data::{Data, MimeType, parse_mime_type, process, serialize_mime_type};
use napkin_conformance::oracle::whatwg;

/// Decodes a text as given to a URL parser: returns the serialized MIME type, and the bytes; `None` is a network error.
type Decode = fn(&str) -> Option<(String, Vec<u8>)>;

/// A kind of difference from the standard, and why it is there.
struct Class {
    name: &'static str,
    /// The departing program, and the clause.
    clause: &'static str,
    why: &'static str,
    /// Returns whether the difference at this URL belongs to this class.
    covers: fn(&str, Option<&Response>) -> bool,
}

/// The order matters: a difference belongs to the first class that covers it.
const CHROMIUM: [Class; 7] = [
    Class {
        name: "credentials",
        clause: "nobody departs: Fetch, \"new Request(input, init)\": a URL that includes credentials throws",
        why: "fetch() refuses `data://user@test/,X` before the URL is processed, which would not mind",
        covers: |url, response| response.is_none() && record(url).is_some_and(|record| record.includes_credentials()),
    },
    Class {
        name: "tabs and newlines",
        clause: "Chromium departs: URL Standard, \"basic URL parser\", \"Remove all ASCII tab or newline from input\"",
        why: "behind `data:` it percent-encodes them instead: `;\\tbase64` is no base64, `a\\nb` has three bytes, and \
              `te\\txt/html` is the type te%09xt/html",
        covers: |url, response| {
            let kept = with_tabs_and_newlines_encoded(url);
            kept != url && (response.is_none() || same_but_parameters(&kept, response))
        },
    },
    Class {
        name: "charset is no token",
        clause: "Chromium departs: Fetch, \"data: URL processor\", steps 13 and 14: no MIME type makes it fail",
        why: "a charset that is quoted, empty, or of other characters than a token's is a network error",
        covers: |url, response| response.is_none() && header(url).is_some_and(|header| has_odd_charset(&header)),
    },
    Class {
        name: "a host before the type",
        clause: "Chromium departs: Fetch, \"data: URL processor\", step 3: only the leading `data:` is removed",
        why: "it drops the slashes before the host too, so that `data://text/html,x` is HTML instead of plain text",
        covers: |url, response| {
            let slashes = header(url).is_some_and(|header| header.starts_with("//"));
            slashes && same_but_spelling(&url.replacen("//", "", 1), response)
        },
    },
    Class {
        name: "apostrophes in a query",
        clause: "Chromium departs: URL Standard, \"query state\": `'` is in the special-query percent-encode set, \
                 which is for special schemes, and data is none",
        why: "behind a `?` it is `%27`, which shows where the comma comes later",
        covers: |url, response| {
            let in_query = header(url).and_then(|header| Some(header.split_once('?')?.1.contains('\'')));
            in_query == Some(true) && same_but_spelling(&url.replace('\'', "%27"), response)
        },
    },
    Class {
        name: "parameters as written",
        clause: "Chromium departs: Fetch, \"scheme fetch\", \"data\": the header is \"mimeType, serialized\"",
        why: "parameters are copied instead of parsed and serialized: names keep their case, duplicates stay, values \
              are quoted as they were, and charset is moved to the end",
        covers: same_but_spelling,
    },
    Class {
        name: "quoted strings cut",
        clause: "Chromium departs: MIME Sniffing, \"parse a MIME type\", step 11.8: a quoted string holds semicolons",
        why: "the header is split at every semicolon, and what was torn is quoted anew",
        covers: |url, response| {
            header(url).is_some_and(|header| header.contains('"')) && same_but_parameters(url, response)
        },
    },
];
const DATA_URL: [Class; 3] = [
    Class {
        name: "duplicates of another case",
        clause: "data-url departs: MIME Sniffing, \"parse a MIME type\", steps 11.4 and 11.10",
        why: "it looks for an earlier parameter of the name as written, and makes it lower case afterwards: `a=b;A=c` \
              has two, and so has `CHARSET=x;CHARSET=x`",
        covers: |url, response| {
            header(url).is_some_and(|header| header != header.to_lowercase()) && same_but_parameters(url, response)
        },
    },
    Class {
        name: "spaces in a query",
        clause: "data-url departs: URL Standard, \"query state\": the query percent-encode set has U+0020 SPACE",
        why: "behind a `?` a space before or behind `base64` is `%20`, which step 11 of Fetch's processor does not skip",
        covers: |url, _| header(url).is_some_and(|header| header.contains('?') && header.contains("%20")),
    },
    Class {
        name: "hosts and lists of segments",
        clause: "data-url departs: URL Standard, \"scheme state\": behind `data:/` the path is no opaque one",
        why: "it never parses a host, which may be a failure, and folds no dot segments, which may take the comma away",
        covers: |url, _| {
            let url: String = url.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
            url.split_once(':').is_some_and(|(_, rest)| rest.starts_with('/'))
        },
    },
];

/// The URL record.
fn record(url: &str) -> Option<whatwg::Record> {
    whatwg::parse(url, None, &mut whatwg::Errors::new())
}

/// Returns the text before the comma, after URL parsing.
fn header(url: &str) -> Option<String> {
    let url = whatwg::serialize::serialize(&record(url)?, true);
    Some(url.strip_prefix("data:")?.split_once(',')?.0.to_owned())
}

/// Percent-encodes the characters after the scheme that the URL parser would drop, except at the ends.
fn with_tabs_and_newlines_encoded(url: &str) -> String {
    let url = url.trim_matches(|c| c <= ' ');
    let (scheme, rest) = url.split_once(':').unwrap_or((url, ""));
    format!("{scheme}:{}", rest.replace('\t', "%09").replace('\n', "%0A").replace('\r', "%0D"))
}

fn has_odd_charset(header: &str) -> bool {
    let charset = |parameter: &str| {
        let (name, value) = parameter.trim().split_once('=')?;
        name.eq_ignore_ascii_case("charset").then(|| value.to_owned())
    };
    let is_token = |value: &str| {
        parse_mime_type(&format!("x/{value}")).is_some_and(|parsed| parsed.subtype == value.to_ascii_lowercase())
    };
    header.split(';').skip(1).filter_map(charset).any(|value| !is_token(&value))
}

/// Returns whether the standard's result has this body, and this type without parameters.
fn same_but_parameters(url: &str, response: Option<&Response>) -> bool {
    let essence = |media_type: &str| media_type.split(';').next().map(str::to_owned);
    match (process(url), response) {
        (Some(standard), Some(response)) => {
            digest(&standard.body) == response.body
                && Some(standard.mime_type.essence()) == essence(&response.media_type)
        }
        (None, None) => true,
        _ => false,
    }
}

/// Returns whether the standard's result has this body, and this type if the header is parsed like any header: parameters in
/// any order.
fn same_but_spelling(url: &str, response: Option<&Response>) -> bool {
    let sorted = |mime_type: &MimeType| {
        let mut parameters = mime_type.parameters.clone();
        parameters.sort();
        (mime_type.essence(), parameters)
    };
    let (Some(standard), Some(response)) = (process(url), response) else { return false };
    let read = parse_mime_type(&response.media_type);
    digest(&standard.body) == response.body && read.is_some_and(|read| sorted(&read) == sorted(&standard.mime_type))
}

fn standard(text: &str) -> Option<(String, Vec<u8>)> {
    process(text).map(|Data { mime_type, body }| (serialize_mime_type(&mime_type), body))
}

fn data_url(text: &str) -> Option<(String, Vec<u8>)> {
    let url = data_url::DataUrl::process(text).ok()?;
    let (body, _) = url.decode_to_vec().ok()?;
    Some((url.mime_type().to_string(), body))
}

fn response((media_type, body): (String, Vec<u8>)) -> Response {
    Response { media_type, body: digest(&body) }
}

/// Returns the complaints (differences without a class, and unused classes), and the number of rows that each class covers.
fn departures(answers: &[Row], classes: &[Class]) -> (Vec<String>, Vec<usize>) {
    let (mut wrong, mut counts) = (Vec::new(), vec![0; classes.len()]);
    for Row { url, response: answer } in answers {
        let right = standard(url).map(response);
        if right != *answer {
            match classes.iter().position(|class| (class.covers)(url, answer.as_ref())) {
                Some(class) => counts[class] += 1,
                None => wrong.push(format!("{}: {answer:?}, but by the standard {right:?}", json_in_ascii(url))),
            }
        }
    }
    for (class, count) in classes.iter().zip(&counts) {
        eprintln!("{count:5} {}: {} ({})", class.name, class.why, class.clause);
        if *count == 0 {
            wrong.push(format!("stale: {}", class.name));
        }
    }
    (wrong, counts)
}

/// Compares a decoder with the standard, and thereby with the browser, whose departures are in [`CHROMIUM`].
fn assert_holds(decode: Decode, classes: &[Class]) {
    let answer = |row: Row| Row { response: decode(&row.url).map(response), ..row };
    let answers: Vec<Row> = corpus().into_iter().map(answer).collect();
    let (wrong, _) = departures(&answers, classes);
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_corpus_is_of_the_pieces() {
    let urls: Vec<String> = corpus().into_iter().map(|row| row.url).collect();
    assert!(urls.len() >= 2000, "{} URLs", urls.len());
    assert_eq!(urls, odd_data_urls(), "conformance/chromium-data-urls.sh --write makes the corpus anew");
}

#[test]
fn chromium() {
    let (wrong, counts) = departures(&corpus(), &CHROMIUM);
    eprintln!("{} URLs, {} departures", corpus().len(), counts.iter().sum::<usize>());
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_crate_data_url() {
    assert_holds(data_url, &DATA_URL);
}

#[cfg(feature = "engine")]
fn napkin(text: &str) -> Option<(String, Vec<u8>)> {
    let url = napkin::data::DataUrl::parse(text, napkin::data::Reading::Whatwg).ok()?;
    let body = url.decode().ok()?;
    Some((url.media_type().to_string(), body))
}

/// No classes: the engine never departs from the standard.
#[cfg(feature = "engine")]
#[test]
fn the_engine() {
    assert_holds(napkin, &[]);
}
