//! The API returns the same records as the commands, in the form of its description.
#![cfg(feature = "serve")]

use std::collections::BTreeSet;
use std::fs;

use napkin_answer::output::Row as _;
use napkin_answer::scheme::{lint, list, show};
use napkin_answer::{audit, compare, data, explain, links, normalize, parse, relativize, resolve, screen};

use crate::common::napkin_with;
use crate::common::server::{Answer, Server, encoded};
use serde_json::{Value, json};

/// Returns the content of `openapi.json`.
fn description() -> Value {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../napkin-serve/openapi.json")).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

/// Asserts that a value matches a schema of the description.
#[track_caller]
fn assert_valid(value: &Value, schema: &Value, description: &Value, what: &str) {
    let mut schema = schema.clone();
    schema["components"] = description["components"].clone();
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{what}: {errors:?}\n{value}");
}

fn schema<'d>(operation: &'d Value, status: &str) -> &'d Value {
    &operation["responses"][status]["content"]["application/json"]["schema"]
}

/// Iterates over the members of a JSON object.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Returns a query built from the examples of an operation's parameters.
fn example_query(operation: &Value) -> String {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let pairs = parameters.filter(|parameter| !parameter["example"].is_null()).flat_map(|parameter| {
        let values = match &parameter["example"] {
            Value::Array(values) => values.clone(),
            value => vec![value.clone()],
        };
        let name = parameter["name"].as_str().expect("a name").to_owned();
        values.into_iter().map(move |value| format!("{name}={}", encoded(value.as_str().expect("a text"))))
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// A document that reaches a limit, or cannot be read, has a record which states that the answer is incomplete.
#[test]
fn api_records_state_that_a_limit_was_reached() {
    let server = Server::start(&[]);
    let description = description();
    let nested = format!("{}<a href=x>", "<noscript>".repeat(6));
    let lacking = json!({ "$ref": "#/components/schemas/Lacking" });
    for (path, media_type, body, rule) in [
        ("/api/links", "text/html", nested.as_str(), "document-too-deep"),
        ("/api/audit", "text/html", nested.as_str(), "document-too-deep"),
        ("/api/links", "application/octet-stream", "%PDF-1.7\n", "document-unreadable"),
        ("/api/audit", "application/octet-stream", "%PDF-1.7\n", "document-unreadable"),
        ("/api/screen", "application/octet-stream", "%PDF-1.7\n", "document-unreadable"),
    ] {
        let answer = server.post(path, media_type, body).json();
        let records = answer.as_array().expect("a list");
        let record = records.iter().find(|record| record["rule"] == rule).unwrap_or_else(|| panic!("{path}: {answer}"));
        assert_eq!(record["ok"], false, "{path}: {record}");
        assert_valid(record, &lacking, &description, path);
        assert_valid(&answer, schema(&description["paths"][path]["post"], "200"), &description, path);
    }
}

#[test]
fn the_description_is_of_this_server() {
    let server = Server::start(&[]);
    let description = description();
    assert_eq!(server.get("/api/openapi.json").json(), description);
    let mut asked = 0;
    for (path, operations) in members(&description["paths"]) {
        for (method, operation) in members(operations) {
            let mut check = |what: &str, answer: &Answer| {
                let what = format!("{method} {path}, {what}");
                assert_eq!(answer.status, 200, "{what}: {}", answer.body);
                assert_eq!(answer.field("content-type"), Some("application/json"), "{what}");
                assert_valid(&answer.json(), schema(operation, "200"), &description, &what);
                asked += 1;
            };
            if method == "get" {
                check("examples", &server.get(&format!("{path}?{}", example_query(operation))));
            }
            for (media_type, content) in members(&operation["requestBody"]["content"]) {
                for (name, example) in members(&content["examples"]) {
                    let value = &example["value"];
                    let body = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    check(name, &server.post(path, media_type, &body));
                }
            }
        }
    }
    assert!(asked >= 40, "only {asked} examples");
}

/// The table of a row's fields serves the commands, the API and its description.
#[test]
fn api_schemas_have_the_fields_of_their_rows() {
    let description = description();
    let rows: [(&[&str], &[&str]); 15] = [
        (&["Parsed", "Unparsed"], parse::Row::FIELDS),
        (&["Resolved"], resolve::Row::FIELDS),
        (&["Relative"], relativize::Row::FIELDS),
        (&["Normal"], normalize::Row::FIELDS),
        (&["Compared"], compare::Row::FIELDS),
        (&["Inspected"], data::Row::FIELDS),
        (&["Link"], links::Row::FIELDS),
        (&["Screened"], screen::Row::FIELDS),
        (&["Rule"], explain::Row::FIELDS),
        (&["Audited"], audit::Row::FIELDS),
        (&["Verdict"], audit::VerdictRow::FIELDS),
        (&["SchemeRow"], list::Line::FIELDS),
        (&["Scheme"], show::Row::FIELDS),
        (&["Linted"], lint::Linted::FIELDS),
        (&["Finding"], &["rule", "start", "end", "message", "see"]),
    ];
    for (schemas, fields) in rows {
        let properties =
            schemas.iter().flat_map(|name| members(&description["components"]["schemas"][name]["properties"]));
        let names = properties.map(|(name, _)| name.as_str()).filter(|name| !name.ends_with("_base64"));
        assert_eq!(names.collect::<BTreeSet<_>>(), fields.iter().copied().collect(), "{schemas:?}");
    }
}

#[test]
fn wrong_requests_are_answered_by_problems() {
    let server = Server::start(&[]);
    let json = "application/json";
    let cases = [
        ("GET", "/api/parse", "", "", 400, "parameter-missing", Some("url")),
        ("GET", "/api/parse?url=x&url2=y", "", "", 400, "parameter-unknown", Some("url2")),
        ("GET", "/api/parse?url=x&standard=rfc1738", "", "", 400, "parameter-value", Some("standard")),
        ("GET", "/api/parse?url=x&standard=all&standard=all", "", "", 400, "parameter-repeated", Some("standard")),
        ("GET", "/api/parse?url=%ff", "", "", 400, "parameter-not-utf8", Some("url")),
        ("GET", "/api/parse?url=x&typed=maybe", "", "", 400, "parameter-value", Some("typed")),
        ("GET", "/api/resolve?url=x", "", "", 400, "parameter-missing", Some("base")),
        ("GET", "/api/resolve?url=x&base=http://h:8o/", "", "", 400, "port", Some("base")),
        ("GET", "/api/resolve?url=x&base=y", "", "", 400, "base-not-absolute", Some("base")),
        ("GET", "/api/relativize?url=x&base=http://h/&standard=whatwg", "", "", 400, "usage", None),
        ("GET", "/api/normalize?url=x&level=high", "", "", 400, "parameter-value", Some("level")),
        ("GET", "/api/explain?rule=nonsense", "", "", 400, "parameter-value", Some("rule")),
        ("GET", "/api/rules?x", "", "", 400, "parameter-unknown", Some("x")),
        ("POST", "/api/parse", json, "[", 400, "body-not-json", None),
        ("POST", "/api/parse", json, "[]", 400, "body-not-json", None),
        ("POST", "/api/parse", json, "{\"url\":{}}", 400, "parameter-value", Some("url")),
        ("POST", "/api/parse", "text/plain", "x", 415, "media-type-unsupported", None),
        ("POST", "/api/links", "application/x-www-form-urlencoded", "x", 415, "media-type-unsupported", None),
        ("POST", "/api/links?type=mp3", "text/html", "x", 400, "parameter-value", Some("type")),
        ("POST", "/api/links?charset=utf-9", "text/html", "x", 400, "parameter-value", Some("charset")),
        ("POST", "/api/links?base=http://[", "text/html", "x", 400, "IPv6-unclosed", Some("base")),
        ("POST", "/api/screen?deny=x", "text/html", "x", 400, "parameter-value", Some("deny")),
        ("GET", "/api/links", "", "", 405, "method-not-allowed", None),
        ("POST", "/api/rules", json, "{}", 405, "method-not-allowed", None),
        ("DELETE", "/api/parse", "", "", 405, "method-not-allowed", None),
        ("OPTIONS", "/", "", "", 405, "method-not-allowed", None),
        ("GET", "/api/nonsense", "", "", 404, "not-found", None),
        ("GET", "/api/", "", "", 404, "not-found", None),
        ("GET", "/get/http://127.0.0.1/", "", "", 403, "address-special", None),
        ("GET", "http://127.0.0.1/", "", "", 403, "address-special", None),
        ("GET", "/get", "", "", 400, "parameter-missing", Some("url")),
    ];
    refused(&server, &cases);
}

/// A method, a target, a media type and a body; the expected status, rule and parameter.
type Wrong<'c> = (&'c str, &'c str, &'c str, &'c str, u16, &'c str, Option<&'c str>);

#[track_caller]
fn refused(server: &Server, cases: &[Wrong<'_>]) {
    let description = description();
    let schema = json!({"$ref": "#/components/schemas/Problem"});
    for &(method, target, media_type, body, status, rule, parameter) in cases {
        let fields: &[_] = if media_type.is_empty() { &[] } else { &[("Content-Type", media_type)] };
        let answer = server.request(method, target, fields, body.as_bytes());
        let what = format!("{method} {target} {body}");
        assert_eq!((answer.status, &*answer.rule()), (status, rule), "{what}: {}", answer.body);
        assert_eq!(answer.json()["error"]["parameter"].as_str(), parameter, "{what}");
        assert_eq!(answer.field("allow").is_some(), status == 405, "{what}");
        assert_valid(&answer.json(), &schema, &description, &what);
    }
}

#[test]
fn wrong_audits_and_definitions_are_answered_by_problems() {
    let cases = [
        ("GET", "/api/audit", "", "", 400, "parameter-missing", Some("url")),
        ("GET", "/api/audit?url=x&base=http://[", "", "", 400, "IPv6-unclosed", Some("base")),
        ("GET", "/api/audit?url=x&only=port", "", "", 400, "parameter-value", Some("only")),
        ("GET", "/api/audit?url=x&set=port-not-default.allow", "", "", 400, "usage", None),
        ("GET", "/api/audit?url=x&min_level=grave", "", "", 400, "parameter-value", Some("min_level")),
        ("GET", "/api/audit?url=x&document=y", "", "", 400, "parameter-unknown", Some("document")),
        ("POST", "/api/audit?verdict", "text/html", "x", 400, "parameter-unknown", Some("document")),
        ("POST", "/api/audit?document=x", "text/html", "x", 400, "parameter-repeated", Some("document")),
        ("POST", "/api/audit", "multipart/form-data", "x", 415, "media-type-unsupported", None),
        ("DELETE", "/api/audit", "", "", 405, "method-not-allowed", None),
        ("GET", "/api/schemes?status=dead", "", "", 400, "parameter-value", Some("status")),
        ("GET", "/api/schemes?defined=perhaps", "", "", 400, "parameter-value", Some("defined")),
        ("GET", "/api/schemes?schemes=/etc/passwd", "", "", 400, "parameter-unknown", Some("schemes")),
        ("GET", "/api/scheme", "", "", 400, "parameter-missing", Some("name")),
        ("GET", "/api/scheme?name=xyzzy", "", "", 400, "parameter-value", Some("name")),
        ("GET", "/api/lint", "", "", 405, "method-not-allowed", None),
        ("POST", "/api/lint?type=html", "application/toml", "", 400, "parameter-unknown", Some("type")),
        ("GET", "/schemes?status=dead", "", "", 400, "parameter-value", Some("status")),
        ("GET", "/schemes?x=y", "", "", 400, "parameter-unknown", Some("x")),
        ("GET", "/lint?template=%3C", "", "", 400, "parameter-value", Some("template")),
        ("DELETE", "/lint", "", "", 405, "method-not-allowed", None),
    ];
    refused(&Server::start(&[]), &cases);
}

/// Returns the arguments and the standard input of the command for the parameters of the API.
fn arguments(path: &str, parameters: &Value) -> (Vec<String>, String) {
    let command = match path {
        "/api/schemes" => "scheme/list",
        "/api/scheme" => "scheme/show",
        "/api/lint" => "scheme/lint",
        path => path.trim_start_matches("/api/"),
    };
    let mut arguments: Vec<String> = command.split('/').map(str::to_owned).collect();
    arguments.push("--json".into());
    let (mut last, mut input) = (Vec::new(), String::new());
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for (name, value) in members(parameters) {
        let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        let is_about = |name: &str| matches!(name, "url" | "a" | "b" | "rule" | "word");
        match &**name {
            name if is_about(name) => last.extend(values.iter().map(text)),
            "name" if path == "/api/scheme" => last.push(text(value)),
            "document" if path != "/api/resolve" => input = text(value),
            name if value == &Value::Bool(true) => arguments.push(format!("--{}", name.replace('_', "-"))),
            name => {
                arguments.extend(values.iter().map(|value| format!("--{}={}", name.replace('_', "-"), text(value))))
            }
        }
    }
    if !last.is_empty() {
        arguments.push("--".into());
        arguments.extend(last);
    }
    (arguments, input)
}

/// The records are byte-identical for every example of the description.
#[test]
fn records_are_those_of_the_command() {
    let server = Server::start(&[]);
    let description = description();
    let mut compared = 0;
    for (path, operations) in members(&description["paths"]) {
        for (name, example) in members(&operations["post"]["requestBody"]["content"]["application/json"]["examples"]) {
            let (arguments, input) = arguments(path, &example["value"]);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let printed = napkin_with(&arguments, &input);
            let mut parameters = example["value"].clone();
            if !input.is_empty() {
                parameters["name"] = "stdin".into();
            }
            let fields = [("Content-Type", "application/json"), ("Accept", "application/jsonl")];
            let answer = server.request("POST", path, &fields, parameters.to_string().as_bytes());
            assert_eq!(answer.body, printed.out, "{path}, {name}: {arguments:?}, {}", printed.err);
            compared += 1;
        }
    }
    assert!(compared >= 25, "only {compared} examples");
    let rules = server.request("GET", "/api/rules", &[("Accept", "application/jsonl")], b"");
    assert_eq!(rules.body, napkin_with(&["explain", "--json"], "").out);
}

#[test]
fn a_list_is_answered_by_a_list() {
    let server = Server::start(&[]);
    let kinds = [("url=x", false), ("url=x&url=y", true), ("url=x&standard=all", true), ("url=%5B", false)];
    for (query, is_list) in kinds {
        assert_eq!(server.get(&format!("/api/parse?{query}")).json().is_array(), is_list, "{query}");
    }
    for (body, is_list) in [("{\"url\":\"x\"}", false), ("{\"url\":[\"x\"]}", true), ("{\"url\":[]}", true)] {
        assert_eq!(server.post("/api/parse", "application/json", body).json().is_array(), is_list, "{body}");
    }
    let form = server.post("/api/parse", "application/x-www-form-urlencoded", "url=a+b%2Fc");
    assert_eq!(form.json()["input"], "a b/c");
}

/// A document in the request body is read by its media type.
#[test]
fn documents_are_read_by_their_media_type() {
    let server = Server::start(&[]);
    // (media type, document, contexts)
    let cases = [
        ("text/html", "<a href=x>", &["html a[href]"][..]),
        ("text/html; charset=utf-8", "<a href=x>", &["html a[href]"]),
        ("text/css", "@import 'x';", &["css @import"]),
        ("text/markdown", "[x](y)", &["markdown link"]),
        ("application/octet-stream", "<!DOCTYPE html><a href=x>", &["html a[href]"]),
        ("", "http://pub.example/", &["text bare"]),
        ("message/rfc822", "To: Kim <kim@pub.example>\r\n\r\nhttp://pub.example/\r\n", &["text bare"]),
    ];
    for (media_type, document, contexts) in cases {
        let answer = server.post("/api/links", media_type, document).json();
        let found: Vec<&str> =
            answer.as_array().into_iter().flatten().filter_map(|link| link["context"].as_str()).collect();
        assert_eq!(found, contexts, "{media_type}: {answer}");
    }
    // A document in a legacy encoding.
    let answer = server.request(
        "POST",
        "/api/links",
        &[("Content-Type", "text/html; charset=windows-1252")],
        b"<a href='?\xe4'>",
    );
    assert_eq!(answer.json()[0]["readings"][0], "?\u{e4}");
}

/// A URL is never taken for a file of this machine, as an argument of the command is.
#[test]
fn no_file_is_read() {
    let server = Server::start(&[]);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pub.html");
    assert!(fs::metadata(file).is_ok_and(|file| file.is_file()));
    let audited = server.get(&format!("/api/audit?url={}", encoded(file)));
    let sources: Vec<_> = audited.json().as_array().into_iter().flatten().map(|one| one["source"].clone()).collect();
    assert!(sources.iter().all(|source| source == "argument"), "{}", audited.body);
    let record = server.get(&format!("/api/audit?verdict=true&url={}", encoded(file))).json();
    assert_eq!(record["input"], file);
    let linted = server.post("/api/lint", "application/toml", file).json();
    assert!(linted[0]["scheme"].is_null() && linted[0]["ok"] == false, "{linted}");
}

/// A document in the request body has the same records as the same document in a parameter.
#[test]
fn documents_are_audited_and_linted_as_they_are() {
    let server = Server::start(&[]);
    let page = "<a href='http://127.1/'>x</a>";
    let audited = server.post("/api/audit?base=https://pub.example/", "text/html", page).json();
    let rules: Vec<_> = audited.as_array().into_iter().flatten().map(|one| one["rule"].clone()).collect();
    assert!(rules.contains(&"ip-spelling".into()), "{audited}");
    let parameters = json!({"document": page, "type": "html", "base": "https://pub.example/"}).to_string();
    assert_eq!(server.post("/api/audit", "application/json", &parameters).json(), audited);
    let definitions =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/schemes.toml")).expect("a file");
    let linted = server.post("/api/lint", "application/toml", &definitions).json();
    let linted = linted.as_array().expect("a list");
    assert!(linted.len() > 20 && linted.iter().all(|one| one["ok"] == true), "{linted:?}");
}
