//! The API gives the records of the commands, as its description says.
#![cfg(feature = "serve")]

mod common;

use std::fs;

use common::napkin_with;
use common::server::{Answer, Server, encoded};
use serde_json::{Value, json};

/// `data/openapi.json`.
fn description() -> Value {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/openapi.json")).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

/// Whether a value is as a schema of the description says.
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

/// The members of an object of JSON.
fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// A query of the examples of an operation's parameters.
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

#[test]
fn what_is_wrong_is_a_problem() {
    let server = Server::start(&[]);
    let description = description();
    let schema = json!({"$ref": "#/components/schemas/Problem"});
    let json = "application/json";
    // (method, target, media type, body, status, rule, parameter)
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
    for (method, target, media_type, body, status, rule, parameter) in cases {
        let fields: &[_] = if media_type.is_empty() { &[] } else { &[("Content-Type", media_type)] };
        let answer = server.request(method, target, fields, body.as_bytes());
        let what = format!("{method} {target} {body}");
        assert_eq!((answer.status, &*answer.rule()), (status, rule), "{what}: {}", answer.body);
        assert_eq!(answer.json()["error"]["parameter"].as_str(), parameter, "{what}");
        assert_eq!(answer.field("allow").is_some(), status == 405, "{what}");
        assert_valid(&answer.json(), &schema, &description, &what);
    }
}

/// The arguments of the command for the parameters of the API, and its standard input.
fn arguments(path: &str, parameters: &Value) -> (Vec<String>, String) {
    let mut arguments: Vec<String> = path.trim_start_matches("/api/").split('/').map(str::to_owned).collect();
    arguments.push("--json".into());
    let (mut last, mut input) = (Vec::new(), String::new());
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    for (name, value) in members(parameters) {
        let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        let is_about = |name: &str| matches!(name, "url" | "a" | "b" | "rule");
        match &**name {
            name if is_about(name) => last.extend(values.iter().map(text)),
            "document" if path == "/api/links" || path == "/api/screen" => input = text(value),
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

/// Byte by byte, for every example of the description.
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

/// A document that is sent as it is, by its media type.
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
    ];
    for (media_type, document, contexts) in cases {
        let answer = server.post("/api/links", media_type, document).json();
        let found: Vec<&str> =
            answer.as_array().into_iter().flatten().filter_map(|link| link["context"].as_str()).collect();
        assert_eq!(found, contexts, "{media_type}: {answer}");
    }
    // In a legacy encoding.
    let answer = server.request(
        "POST",
        "/api/links",
        &[("Content-Type", "text/html; charset=windows-1252")],
        b"<a href='?\xe4'>",
    );
    assert_eq!(answer.json()[0]["readings"][0], "?\u{e4}");
}
