//! What is written into a document is read there: any text for any link, each link's own text, and none; what is not
//! rewritten stays byte by byte, and no plan changes what a page refers to.
#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Standard, whatwg};
use napkin_document::rewrite::{Form, Found, Plan, rewrite};
use napkin_document::{Entity, Kind, Options};

const PLACE: &str = "http://pub.example/a/b";

fuzz_target!(|data: &[u8]| {
    // The first byte is the options; new texts stand before a 0xFF each, the document behind the last.
    let Some((&choice, rest)) = data.split_first() else { return };
    let options = Options { bare: choice & 1 == 1, ..Options::default() };
    let mut parts: Vec<&[u8]> = rest.split(|&byte| byte == 0xff).collect();
    let document = parts.pop().unwrap_or_default();
    let texts: Vec<String> = parts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    for kind in [Kind::Html, Kind::Text] {
        let entity = Entity::new(document).with_kind(kind).retrieved_from(PLACE);
        let mut texts = texts.iter().cycle();
        reads_back(&entity, &options, &mut |_| texts.next().cloned());
        reads_back(&entity, &options, &mut |found| Some(found.link.text.to_string()));
        let same = rewrite(&entity, &options, &mut |_: &Found<'_, '_>| None);
        assert_eq!(same.bytes, document);
    }
    let page = Entity::new(document).with_kind(Kind::Html).retrieved_from(PLACE);
    absolute(&page, &options);
});

fn reads_back(entity: &Entity<'_>, options: &Options, new: &mut dyn FnMut(&Found<'_, '_>) -> Option<String>) {
    let done = rewrite(entity, options, &mut |found: &Found<'_, '_>| new(found));
    assert_eq!(done.verify(entity, options), Ok(()), "{:?}", String::from_utf8_lossy(&done.bytes));
}

/// A page whose references are absolute refers to what it did.
fn absolute(page: &Entity<'_>, options: &Options) {
    let (done, _) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(page, options);
    assert_eq!(done.verify(page, options), Ok(()));
    for change in &done.changes {
        assert!(whatwg::Url::parse(&change.new, None).is_ok(), "{change:?}");
    }
    let again = Entity::new(&done.bytes).with_kind(Kind::Html).retrieved_from(PLACE);
    let (again, _) = Plan::new(Form::Absolute, Standard::Whatwg).rewrite(&again, options);
    assert_eq!(again.bytes, done.bytes);
}
