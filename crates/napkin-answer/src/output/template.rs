//! Templates of `--format` and `--get`: `{scheme} {host}`.

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
    Field(String),
}

impl Template {
    /// Parses a template. `{name}` is a field, `{{` and `}}` are braces, `\t`, `\n`, `\0` and `\\` are escapes.
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
                    if !fields.contains(&name) {
                        return Err(format!("no field `{name}`; there are {}", fields.join(", ")));
                    }
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                    pieces.push(Piece::Field(name.to_owned()));
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
        self.pieces.iter().any(|piece| matches!(piece, Piece::Field(name) if name == field))
    }

    /// Prints one line; a field that the record lacks prints nothing.
    pub fn print(&self, fields: &[(&str, Value<'_>)], out: &mut Vec<u8>) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
                Piece::Field(name) => {
                    if let Some((_, value)) = fields.iter().find(|(field, _)| field == name) {
                        let from = out.len();
                        value.text(out);
                        if self.is_shown {
                            let text = shown(&String::from_utf8_lossy(&out[from..]));
                            out.truncate(from);
                            out.extend_from_slice(text.as_bytes());
                        }
                    }
                }
            }
        }
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
}
