//! Rewrites documents of every kind: each new text for each link reads back, all other bytes stay, and no plan changes
//! the meaning of a page's references.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Standard, whatwg};
use napkin_document::rewrite::{Form, Found, LeftReason, Plan, rewrite};
use napkin_document::{Entity, Kind, Options};

const PLACE: &str = "http://pub.example/a/b";

fuzz_target!(|data: &[u8]| {
    // The first byte has the options and the kind; each new text ends at a 0xFF, and the document follows the last.
    let Some((&choice, rest)) = data.split_first() else { return };
    let options = Options::default().with_bare(choice & 1 == 1);
    let kind = Kind::ALL[usize::from(choice >> 1) % Kind::ALL.len()];
    let mut parts: Vec<&[u8]> = rest.split(|&byte| byte == 0xff).collect();
    let document = parts.pop().unwrap_or_default();
    let texts: Vec<String> = parts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    let entity = Entity::new(document).with_kind(kind).retrieved_from(PLACE);
    let mut texts = texts.iter().cycle();
    assert_reads_back(&entity, &options, &mut |_| texts.next().cloned());
    assert_same(&entity, &options, &mut |_| None);
    assert_same(&entity, &options, &mut |found| Some(found.link.text.to_string()));
    assert_absolute(&entity, &options);
});

type New<'n> = &'n mut dyn FnMut(&Found<'_, '_>) -> Option<String>;

fn assert_same(entity: &Entity<'_>, options: &Options, new: New<'_>) {
    let done = rewrite(entity, options, &mut |found: &Found<'_, '_>| new(found));
    assert_eq!((done.bytes.as_slice(), done.changes.len(), done.left.len()), (entity.bytes, 0, 0));
}

fn assert_reads_back(entity: &Entity<'_>, options: &Options, new: New<'_>) {
    let done = rewrite(entity, options, &mut |found: &Found<'_, '_>| new(found));
    assert_eq!(done.verify(entity, options), Ok(()), "{:?}", String::from_utf8_lossy(&done.bytes));
    // Only prose has no escapes, so an edit may have to be undone.
    let is_prose = matches!(
        entity.kind,
        Kind::Text
            | Kind::Markdown
            | Kind::Json
            | Kind::AsciiDoc
            | Kind::Http
            | Kind::Latex
            | Kind::Org
            | Kind::Playlist
            | Kind::Rst
            | Kind::Toml
            | Kind::Yaml
    );
    assert!(is_prose || done.left.iter().all(|left| left.reason != LeftReason::Misread), "{:?}", done.left);
}

/// A document with absolute references keeps its targets.
fn assert_absolute(page: &Entity<'_>, options: &Options) {
    let (done, _) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(page, options);
    assert_eq!(done.verify(page, options), Ok(()));
    for change in &done.changes {
        assert!(whatwg::Url::parse(&change.new, None).is_ok(), "{change:?}");
    }
    if page.kind == Kind::Html {
        let again = Entity::new(&done.bytes).with_kind(Kind::Html).retrieved_from(PLACE);
        let (again, _) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(&again, options);
        assert_eq!(again.bytes, done.bytes);
    }
}
