//! The peers. Each returns the same list: element, attribute and decoded value of the attributes of [`WANTED`].

use std::borrow::Cow;
use std::cell::RefCell;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use napkin_conformance::html::{Event, oracle as events};
use napkin_document::{Entity, Kind, Options};
use napkin_html::{Sink, Tag, scan};
use regex::bytes::Regex;

/// The attributes that contain URLs, on any element.
pub(crate) const WANTED: [&str; 14] = [
    "href", "src", "srcset", "action", "formaction", "poster", "data", "cite", "background", "longdesc", "ping",
    "imagesrcset", "manifest", "xlink:href",
];

fn is_wanted(name: &[u8]) -> bool {
    WANTED.iter().any(|wanted| wanted.len() == name.len() && name.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// Element, attribute, value.
type Report<'r> = &'r mut dyn FnMut(&[u8], &[u8], &str);

/// Passes each link of a page to a callback.
pub(crate) type Found = fn(&str, Report<'_>);

/// A peer.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    pub(crate) run: Found,
    /// Whether the peer names the element of an attribute.
    pub(crate) has_elements: bool,
    /// Whether the peer's list has the same links.
    pub(crate) is_comparable: bool,
}

const fn peer(name: &'static str, run: Found) -> Peer {
    Peer { name, run, has_elements: true, is_comparable: true }
}

/// All peers.
pub(crate) const PEERS: &[Peer] = &[
    peer("napkin", napkin),
    Peer { is_comparable: false, ..peer("napkin, links()", napkin_links) },
    peer("lol_html", lol_html),
    peer("html5gum", html5gum),
    peer("html5ever, tokenizer", html5ever),
    peer("tl", tl),
    Peer { has_elements: false, ..peer("regex", regex) },
];

/// html5ever with its tree builder: the reference.
pub(crate) fn oracle(page: &str, report: Report<'_>) {
    for event in events(page) {
        let Event::Tag(_, _, element, attributes) = event else { continue };
        for (name, value) in attributes.iter().filter(|(name, _)| is_wanted(name.as_bytes())) {
            report(element.as_bytes(), name.as_bytes(), value);
        }
    }
}

struct Ours<'r>(Report<'r>);

impl Sink for Ours<'_> {
    fn tag(&mut self, tag: &Tag<'_>) -> ControlFlow<()> {
        for (at, attribute) in tag.attributes.iter().enumerate() {
            let name = tag.bytes(attribute.name);
            let is_same = |other: &napkin_html::Attribute| tag.bytes(other.name).eq_ignore_ascii_case(name);
            if is_wanted(name) && !tag.attributes[..at].iter().any(is_same) {
                (self.0)(tag.bytes(tag.name), name, &tag.value(attribute));
            }
        }
        ControlFlow::Continue(())
    }
}

fn napkin(page: &str, report: Report<'_>) {
    let _ = scan(page.as_bytes(), &mut Ours(report));
}

/// All that the library reports about links, with places, bases and style sheets: more than the peers report.
fn napkin_links(page: &str, report: Report<'_>) {
    let entity = Entity::new(page.as_bytes()).with_kind(Kind::Html);
    napkin_document::links(&entity, &Options::default(), &mut |link| report(b"", b"", &link.text));
}

fn decode(value: &str) -> Cow<'_, str> {
    if value.contains('&') { htmlize::unescape_attribute(value) } else { Cow::Borrowed(value) }
}

fn lol_html(page: &str, report: Report<'_>) {
    use lol_html::{HtmlRewriter, Settings, element};
    let handler = element!("*", |element| {
        let mut seen: Vec<String> = Vec::new();
        for attribute in element.attributes() {
            let name = attribute.name();
            if is_wanted(name.as_bytes()) && !seen.contains(&name) {
                report(element.tag_name().as_bytes(), name.as_bytes(), &decode(&attribute.value()));
                seen.push(name);
            }
        }
        Ok(())
    });
    let settings = Settings::new().with_strict(false).append_element_content_handler(handler);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    if rewriter.write(page.as_bytes()).is_ok() {
        let _ = rewriter.end();
    }
}

/// The events of html5gum for the current tag.
struct Gum<'r> {
    report: Report<'r>,
    element: Vec<u8>,
    attribute: Vec<u8>,
    /// Whether the attribute is wanted and its value has not arrived.
    is_pending: bool,
    seen: Vec<Vec<u8>>,
}

impl Gum<'_> {
    fn event(&mut self, event: CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.element.clear();
                self.element.extend_from_slice(name);
                self.seen.clear();
                self.is_pending = false;
            }
            CallbackEvent::AttributeName { name } => {
                // There is no event for an empty value.
                self.flush(b"");
                self.is_pending = is_wanted(name) && !self.seen.iter().any(|seen| seen == name);
                self.attribute.clear();
                self.attribute.extend_from_slice(name);
            }
            CallbackEvent::AttributeValue { value } => self.flush(value),
            CallbackEvent::CloseStartTag { .. } => self.flush(b""),
            // An end tag may have attributes.
            CallbackEvent::EndTag { .. } => self.is_pending = false,
            _ => {}
        }
    }

    fn flush(&mut self, value: &[u8]) {
        if std::mem::take(&mut self.is_pending) {
            (self.report)(&self.element, &self.attribute, &String::from_utf8_lossy(value));
            self.seen.push(self.attribute.clone());
        }
    }
}

fn html5gum(page: &str, report: Report<'_>) {
    let mut gum = Gum { report, element: Vec::new(), attribute: Vec::new(), is_pending: false, seen: Vec::new() };
    let callback = |event: CallbackEvent<'_>, _: html5gum::Span<()>| -> Option<Infallible> {
        gum.event(event);
        None
    };
    let mut emitter = CallbackEmitter::new(callback);
    emitter.naively_switch_states(true);
    let Ok(()) = html5gum::Tokenizer::new_with_emitter(page, emitter).finish();
}

struct Tokens<'r>(RefCell<Report<'r>>);

impl TokenSink for Tokens<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        if tag.kind != TagKind::StartTag {
            return TokenSinkResult::Continue;
        }
        for attribute in &tag.attrs {
            if is_wanted(attribute.name.local.as_bytes()) {
                (self.0.borrow_mut())(tag.name.as_bytes(), attribute.name.local.as_bytes(), &attribute.value);
            }
        }
        match &*tag.name {
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "plaintext" => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }
}

/// Without the tree builder, which would take longer.
fn html5ever(page: &str, report: Report<'_>) {
    let tokenizer = Tokenizer::new(Tokens(RefCell::new(report)), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
}

fn tl(page: &str, report: Report<'_>) {
    let Ok(dom) = tl::parse(page, tl::ParserOptions::default()) else { return };
    for node in dom.nodes() {
        let Some(tag) = node.as_tag() else { continue };
        for (name, value) in tag.attributes().iter() {
            if is_wanted(name.as_bytes()) {
                report(tag.name().as_bytes(), name.as_bytes(), &decode(&value.unwrap_or_default()));
            }
        }
    }
}

fn regex(page: &str, report: Report<'_>) {
    static PATTERN: LazyLock<Regex> = LazyLock::new(|| {
        let names = WANTED.join("|");
        let pattern = format!(r#"(?i-u)[\s"'/]({names})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"#);
        Regex::new(&pattern).expect("a pattern of this file")
    });
    for captures in PATTERN.captures_iter(page.as_bytes()) {
        let value = captures.iter().skip(2).flatten().next().map_or(&b""[..], |value| value.as_bytes());
        report(b"", &captures[1], &decode(&String::from_utf8_lossy(value)));
    }
}
