//! Templates of `--format` and `--get`: `{scheme} {host}`.

use napkin::Encoded;
use napkin::query::pairs;

use super::{Value, shown};

/// A template, parsed once and printed for every record.
#[derive(Debug)]
pub struct Template {
    pieces: Vec<Piece>,
    /// Whether values go to a terminal and must be escaped.
    is_shown: bool,
}

#[derive(Debug)]
enum Piece {
    Text(String),
    Field(Field),
}

/// A field, and how it is printed.
#[derive(Debug, Default)]
struct Field {
    name: String,
    /// The name of a pair of the query, for the field `params`; with `true`, all pairs of this name.
    pair: Option<(String, bool)>,
    must: bool,
    /// Whether an undefined port is the default port of the scheme.
    default: bool,
    /// Whether a pair is printed as it is written.
    raw: bool,
    /// Whether escapes are decoded.
    decode: bool,
}

impl Field {
    /// Parses the text between braces.
    fn parse(text: &str, fields: &[&str]) -> Result<Self, String> {
        let mut field = Self::default();
        let mut rest = text;
        loop {
            let (modifier, behind) = rest.split_once(':').unwrap_or(("", rest));
            match modifier {
                "must" => field.must = true,
                "default" => field.default = true,
                "decode" => field.decode = true,
                "url" => field.raw = true,
                "" if rest.starts_with(':') => field.raw = true,
                "query" | "query-all" if fields.contains(&"params") => {
                    field.name = "params".to_owned();
                    field.pair = Some((behind.to_owned(), modifier == "query-all"));
                    return Ok(field);
                }
                _ => break,
            }
            rest = behind;
        }
        field.name = rest.replace('-', "_");
        if !fields.contains(&&*field.name) {
            return Err(format!("no field `{rest}`; there are {}", fields.join(", ")));
        }
        Ok(field)
    }

    /// Prints the value. Returns `false` if there is none.
    fn print(&self, fields: &[(&str, Value<'_>)], out: &mut Vec<u8>) -> bool {
        let value = |name: &str| fields.iter().find(|(field, _)| *field == name).map(|&(_, value)| value);
        match (&self.pair, value(&self.name)) {
            (Some((name, all)), Some(Value::Params(query))) => self.print_pairs(name, *all, query, out),
            (None, Some(Value::Null | Value::Absent) | None) if self.default && self.name.starts_with("port") => {
                let Some(Value::Text(scheme)) = value("scheme") else { return false };
                let port = napkin::default_port(scheme);
                port.iter().for_each(|&port| Value::from(port).text(out));
                port.is_some()
            }
            (_, Some(Value::Null | Value::Absent) | None) => false,
            (_, Some(value)) if self.decode => {
                let mut text = Vec::new();
                value.text(&mut text);
                let mut decoded = Vec::new();
                napkin::percent::decode_into(&text, &mut decoded);
                put_line(&decoded, out);
                true
            }
            (_, Some(value)) => {
                let from = out.len();
                value.text(out);
                // A part of a host that does not exist is computed when it is printed.
                out.len() > from || !matches!(value, Value::PublicSuffix(_) | Value::RegistrableDomain(_))
            }
        }
    }

    fn print_pairs(&self, name: &str, all: bool, query: &str, out: &mut Vec<u8>) -> bool {
        let mut count = 0;
        for pair in pairs(Encoded::unchecked(query)).filter(|pair| *pair.name() == *name.as_bytes()) {
            if count > 0 {
                out.push(b' ');
            }
            count += 1;
            let written = pair.text().as_str();
            match self.raw {
                true => out.extend_from_slice(written.split_once('=').map_or("", |(_, value)| value).as_bytes()),
                false => put_line(&pair.value().unwrap_or_default(), out),
            }
            if !all {
                break;
            }
        }
        count > 0
    }
}

/// Appends decoded bytes. Control characters, which could end the line or act on a terminal, become escapes again.
fn put_line(decoded: &[u8], out: &mut Vec<u8>) {
    for &byte in decoded {
        match byte {
            ..0x20 | 0x7f => out.extend_from_slice(format!("%{byte:02X}").as_bytes()),
            _ => out.push(byte),
        }
    }
}

impl Template {
    /// Parses a template. `{name}` is a field, `{{` and `}}` are braces, `\t`, `\n`, `\0` and `\\` are escapes.
    ///
    /// A row with the field `params` also has `{query:NAME}`, the decoded value of the first pair of this name, and
    /// `{query-all:NAME}`, all values, separated by spaces. Before a name, `must:` makes a missing value an error, `default:` prints
    /// the scheme's default port for a missing port, `decode:` decodes escapes, and `url:` or `:` prints a pair as it is written.
    ///
    /// # Errors
    /// Returns a message with the error and the valid names.
    pub fn parse(template: &str, fields: &[&str]) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = template.chars();
        while let Some(character) = rest.next() {
            let next = rest.clone().next();
            match (character, next) {
                ('{', Some('{')) | ('}', Some('}')) => text.push(character),
                ('\\', Some('t')) => text.push('\t'),
                ('\\', Some('n')) => text.push('\n'),
                ('\\', Some('0')) => text.push('\0'),
                ('\\', Some('\\')) => text.push('\\'),
                ('{', _) => {
                    let (name, behind) =
                        rest.as_str().split_once('}').ok_or_else(|| format!("`{{` without `}}` in `{template}`"))?;
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    pieces.push(Piece::Field(Field::parse(name, fields)?));
                    rest = behind.chars();
                    continue;
                }
                ('}', _) => return Err(format!("`}}` without `{{` in `{template}`; a brace itself is `}}}}`")),
                _ => {
                    text.push(character);
                    continue;
                }
            }
            rest.next();
        }
        pieces.push(Piece::Text(text));
        Ok(Self { pieces, is_shown: false })
    }

    /// Returns the template with the setting for output on a terminal.
    pub fn on_terminal(self, is_shown: bool) -> Self {
        Self { is_shown, ..self }
    }

    /// Returns whether the template itself shows that a record is bad.
    pub fn tells_errors(&self) -> bool {
        self.has("ok") || self.has("error")
    }

    /// Returns whether the field is printed.
    pub fn has(&self, field: &str) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Field(of) if of.name == field))
    }

    /// Prints one line; a field that the record lacks prints nothing. Returns the name of the first missing field that must have a
    /// value.
    pub fn print(&self, fields: &[(&str, Value<'_>)], out: &mut Vec<u8>) -> Option<&str> {
        let mut missing = None;
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Field(field) => {
                    let from = out.len();
                    if !field.print(fields, out) && field.must {
                        missing = missing.or(Some(field.pair.as_ref().map_or(&*field.name, |(name, _)| name)));
                    }
                    if self.is_shown {
                        let text = shown(&String::from_utf8_lossy(&out[from..]));
                        out.truncate(from);
                        out.extend_from_slice(text.as_bytes());
                    }
                }
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        let print = |template: &str| {
            let template = Template::parse(template, &["a", "b"])?;
            let mut out = Vec::new();
            template.print(&[("a", Value::Text("x")), ("b", Value::Null)], &mut out);
            String::from_utf8(out).map_err(|error| error.to_string())
        };
        for (template, expected) in [
            ("", Ok("")),
            ("{a}\\t{b}|{{{a}}}\\\\", Ok("x\t|{x}\\")),
            ("\\q", Ok("\\q")),
            ("{c}", Err("no field `c`; there are a, b")),
            ("{a", Err("`{` without `}` in `{a`")),
            ("a}", Err("`}` without `{` in `a}`; a brace itself is `}}`")),
        ] {
            assert_eq!(print(template), expected.map(str::to_owned).map_err(str::to_owned), "{template}");
        }
    }

    /// The values that trurl 0.16 prints for the same templates, except `%0A`, which would end the line.
    #[test]
    fn templates_read_pairs_of_the_query() {
        let fields = [
            ("scheme", Value::Text("http")),
            ("host", Value::Text("a%20b")),
            ("port", Value::Null),
            ("params", Value::Params("q=a+b%26&=x&r&q=%0A&s%20t=1")),
        ];
        let names = fields.map(|(name, _)| name);
        for (template, expected, missing) in [
            ("{query:q}", "a b&", None),
            ("{:query:q}|{url:query:q}", "a+b%26|a+b%26", None),
            ("{query-all:q}", "a b& %0A", None),
            ("{query:}{must:query:r}", "x", None),
            ("{query:s t}", "1", None),
            ("{query:Q}{must:query:z}{must:port}", "", Some("z")),
            ("{port}{default:port}{must:default:port}", "8080", None),
            ("{decode:host} {host}", "a b a%20b", None),
        ] {
            let template = Template::parse(template, &names).expect("a template");
            let mut out = Vec::new();
            assert_eq!(template.print(&fields, &mut out), missing, "{template:?}");
            assert_eq!(String::from_utf8(out).as_deref(), Ok(expected), "{template:?}");
        }
        assert!(Template::parse("{query:q}", &["host"]).is_err());
    }
}
