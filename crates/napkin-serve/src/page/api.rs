//! Describes the API for people: each route, its parameters, and a request to try. All texts come from the OpenAPI description.

use maud::{Markup, html};
use napkin::whatwg::SearchParams;
use serde_json::Value;

use crate::answer::Answer;
use crate::markup::{LIST, sentence, table};

/// The description in OpenAPI, which programs read.
pub(crate) const OPENAPI: &str = include_str!("../../openapi.json");

pub(crate) fn show() -> Answer {
    let description: Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let routes = description["paths"].as_object().into_iter().flatten();
    let page = html! {
        h1 { "API" }
        p { "Each command of napkin has a route, with the options of the command as parameters. The answer is the JSON of " code { "--json" } "." }
        ul {
            li { "One reference under one standard returns a record. Several references, documents and " code { "standard=all" } " return a list." }
            li { "POST takes the parameters as JSON or as a form. A document is a body with its own media type; its parameters are in the query." }
            li { "With " code { "Accept: application/jsonl" } " the answer is the output of the command, byte for byte." }
            li { "An invalid URL has status 200 and " code { "\"ok\": false" } ". An invalid request has a status from 400 on." }
            li { "Programs read " a href="/api/openapi.json" { code { "/api/openapi.json" } } " (OpenAPI 3.1)." }
        }
        p #status .unseen role="status" {}
        @for (path, methods) in routes.filter(|(path, _)| path.starts_with("/api/") && *path != "/api/openapi.json") {
            (route(path, methods))
        }
    };
    Answer::page("API", page)
}

fn route(path: &str, methods: &Value) -> Markup {
    let (get, post) = (&methods["get"], &methods["post"]);
    let described = if get.is_object() { get } else { post };
    let names: Vec<_> = [("GET", get), ("POST", post)].into_iter().filter(|(_, of)| of.is_object()).collect();
    let id = path.trim_start_matches("/api/").replace('/', "-");
    let parameters = described["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    html! {
        section aria-labelledby=(id) {
            h2 #(id) { code { (path) } " " span class="aside" { @for (name, _) in &names { (name) " " } } }
            p { (text(&described["summary"])) "." }
            @if !described["description"].is_null() { p { (text(&described["description"])) } }
            (commands(path, get, parameters))
            @if !parameters.is_empty() {
                details {
                    summary { (parameters.len()) @if parameters.len() == 1 { " parameter" } @else { " parameters" } }
                    (table(LIST, "Parameters", &["parameter", "meaning", "values"], html! {
                        @for one in parameters { (parameter(one)) }
                    }))
                }
            }
        }
    }
}

/// Shows a request to try: by GET as a link too, otherwise with a document.
fn commands(path: &str, get: &Value, parameters: &[Value]) -> Markup {
    const SERVER: &str = "http://127.0.0.1:8640";
    if get.is_null() {
        let file = if path == "/api/lint" { "definition.toml" } else { "page.html" };
        let kind = if path == "/api/lint" { "application/toml" } else { "text/html" };
        let line = format!("curl -H 'Content-Type: {kind}' --data-binary @{file} '{SERVER}{path}'\n");
        return html! { pre class="commands" tabindex="0" { (line) } };
    }
    let target = format!("{path}{}", query(parameters));
    html! {
        pre class="commands" tabindex="0" { "curl '" (SERVER) (target) "'\n" }
        p { a href=(target) { "Try it" } }
    }
}

/// Returns the query with the examples of the parameters.
fn query(parameters: &[Value]) -> String {
    let mut query = SearchParams::new();
    for one in parameters {
        let example = &one["example"];
        let example = example.get(0).unwrap_or(example);
        if let (Some(name), Some(value)) = (one["name"].as_str(), example.as_str()) {
            query.append(name, value);
        }
    }
    let query = query.to_string();
    if query.is_empty() { query } else { format!("?{query}") }
}

fn parameter(one: &Value) -> Markup {
    let schema = &one["schema"];
    let values: Vec<_> = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let is_list = schema["type"] == "array";
    html! {
        tr {
            th scope="row" { code { (text(&one["name"])) } @if is_list { "…" } }
            td { (text(&one["description"])) @if one["required"] == true { " (required)" } }
            td { @if !values.is_empty() { code { (values.join(", ")) } } @else if schema["type"] == "boolean" { code { "true, false" } } }
        }
    }
}

fn text(value: &Value) -> Markup {
    sentence(value.as_str().unwrap_or_default())
}
