//! The URL Pattern Standard of 20 March 2026: "URL patterns", "Pattern strings" and "Canonicalization".
//!
//! Regular expressions are those of the crate `regress`, which backtracks as the standard describes it.

pub mod canonical;
pub mod constructor;
pub mod init;
pub mod parser;
pub mod tokenizer;
pub mod writer;

use std::collections::BTreeMap;

use self::canonical::EncodingCallback;
use self::constructor::parse_constructor_string;
use self::init::process;
use self::parser::{Options, PartType, parse_pattern_string};
use self::writer::{generate_pattern_string, generate_regular_expression};
use super::whatwg::serialize::serialize_path;
use super::whatwg::{Errors, Record, default_port, is_special_scheme, parse};

/// An exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeError;

/// `URLPatternInit`, by the names of its members.
pub type Init = BTreeMap<&'static str, String>;

/// The names of components.
pub const NAMES: [&str; 8] = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];

/// `URLPatternInput`.
#[derive(Clone, Debug)]
pub enum Input {
    /// A string.
    Text(String),
    /// A dictionary.
    Init(Init),
}

/// "component".
#[derive(Clone, Debug)]
pub struct Component {
    /// "pattern string".
    pub pattern_string: String,
    regular_expression: regress::Regex,
    group_name_list: Vec<String>,
    has_regexp_groups: bool,
}

/// "URL pattern".
#[derive(Clone, Debug)]
pub struct UrlPattern {
    /// The components, in the order of [`NAMES`].
    pub components: Vec<Component>,
}

/// `URLPatternComponentResult`: the input, and the groups in the order of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentResult {
    /// `input`.
    pub input: String,
    /// `groups`.
    pub groups: Vec<(String, Option<String>)>,
}

/// "create".
pub fn create(input: &Input, base_url: Option<&str>, ignore_case: bool) -> Result<UrlPattern, TypeError> {
    let init = match input {
        Input::Text(input) => {
            let mut init = parse_constructor_string(input)?;
            if base_url.is_none() && !init.contains_key("protocol") {
                return Err(TypeError);
            }
            if let Some(base_url) = base_url {
                init.insert("baseURL", base_url.to_owned());
            }
            init
        }
        Input::Init(_) if base_url.is_some() => return Err(TypeError),
        Input::Init(init) => init.clone(),
    };
    let mut processed_init = process(&init, true, Init::new())?;
    for name in NAMES {
        processed_init.entry(name).or_insert_with(|| "*".to_owned());
    }
    let protocol = processed_init["protocol"].clone();
    if is_special_scheme(&protocol)
        && default_port(&protocol).is_some_and(|port| port.to_string() == processed_init["port"])
    {
        processed_init.insert("port", String::new());
    }
    let compile = |name, callback, options| compile_a_component(&processed_init[name], callback, options);
    let default = Options::default();
    let protocol = compile("protocol", EncodingCallback::Protocol, default)?;
    let username = compile("username", EncodingCallback::Username, default)?;
    let password = compile("password", EncodingCallback::Password, default)?;
    let hostname = if is_ipv6_address(&processed_init["hostname"]) {
        compile("hostname", EncodingCallback::Ipv6Hostname, Options::HOSTNAME)?
    } else {
        compile("hostname", EncodingCallback::Hostname, Options::HOSTNAME)?
    };
    let port = compile("port", EncodingCallback::Port, default)?;
    let compile_options = Options { ignore_case, ..default };
    let pathname = if matches_a_special_scheme(&protocol) {
        compile("pathname", EncodingCallback::Pathname, Options { ignore_case, ..Options::PATHNAME })?
    } else {
        compile("pathname", EncodingCallback::OpaquePathname, compile_options)?
    };
    let search = compile("search", EncodingCallback::Search, compile_options)?;
    let hash = compile("hash", EncodingCallback::Hash, compile_options)?;
    Ok(UrlPattern { components: vec![protocol, username, password, hostname, port, pathname, search, hash] })
}

impl UrlPattern {
    /// "match". `None` is null.
    pub fn matches(
        &self,
        input: &Input,
        base_url_string: Option<&str>,
    ) -> Result<Option<Vec<ComponentResult>>, TypeError> {
        let texts = match input {
            Input::Init(_) if base_url_string.is_some() => return Err(TypeError),
            Input::Init(init) => {
                let empty = NAMES.into_iter().map(|name| (name, String::new())).collect();
                let Ok(applied) = process(init, false, empty) else { return Ok(None) };
                NAMES.map(|name| applied[name].clone())
            }
            Input::Text(input) => {
                let mut base_url = None;
                if let Some(base) = base_url_string {
                    let Some(base) = parse(base, None, &mut Errors::new()) else { return Ok(None) };
                    base_url = Some(base);
                }
                let Some(url) = parse(input, base_url.as_ref(), &mut Errors::new()) else { return Ok(None) };
                texts(&url)
            }
        };
        let result = |(component, input): (&Component, String)| {
            let found = component.regular_expression.find(&input)?;
            let group = |index: usize| found.group(index).map(|range| input[range].to_owned());
            let names = component.group_name_list.iter().enumerate();
            let groups = names.map(|(index, name)| (name.clone(), group(index + 1))).collect();
            Some(ComponentResult { input, groups })
        };
        Ok(self.components.iter().zip(texts).map(result).collect())
    }

    /// "has regexp groups".
    #[must_use]
    pub fn has_regexp_groups(&self) -> bool {
        self.components.iter().any(|component| component.has_regexp_groups)
    }
}

fn texts(url: &Record) -> [String; 8] {
    [
        url.scheme.clone(),
        url.username.clone(),
        url.password.clone(),
        url.host.as_ref().map(ToString::to_string).unwrap_or_default(),
        url.port.map(|port| port.to_string()).unwrap_or_default(),
        serialize_path(url),
        url.query.clone().unwrap_or_default(),
        url.fragment.clone().unwrap_or_default(),
    ]
}

/// "compile a component".
pub fn compile_a_component(
    input: &str,
    encoding_callback: EncodingCallback,
    options: Options,
) -> Result<Component, TypeError> {
    let part_list = parse_pattern_string(input, options, encoding_callback)?;
    let (regular_expression_string, group_name_list) = generate_regular_expression(&part_list, options);
    let flags = regress::Flags { icase: options.ignore_case, unicode_sets: true, ..regress::Flags::default() };
    let regular_expression = regress::Regex::with_flags(&regular_expression_string, flags).map_err(|_| TypeError)?;
    let pattern_string = generate_pattern_string(&part_list, options);
    let has_regexp_groups = part_list.iter().any(|part| part.part_type == PartType::Regexp);
    Ok(Component { pattern_string, regular_expression, group_name_list, has_regexp_groups })
}

/// "protocol component matches a special scheme".
fn matches_a_special_scheme(protocol_component: &Component) -> bool {
    let special_scheme_list = ["ftp", "file", "http", "https", "ws", "wss"];
    special_scheme_list.iter().any(|scheme| protocol_component.regular_expression.find(scheme).is_some())
}

/// "hostname pattern is an IPv6 address".
fn is_ipv6_address(input: &str) -> bool {
    let input: Vec<char> = input.chars().collect();
    if input.len() < 2 {
        return false;
    }
    input[0] == '[' || (input[0] == '{' && input[1] == '[') || (input[0] == '\\' && input[1] == '[')
}
