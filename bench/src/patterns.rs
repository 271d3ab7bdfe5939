//! Compares URL patterns and URI templates with peers: `napkin-bench-patterns` prints Markdown tables.

#[expect(dead_code, reason = "only the tables of the generic syntax compare the rivals' results")]
mod timing;

use std::hint::black_box;
use std::time::Instant;

use napkin::pattern::{Component, Init, Pattern, PatternSet};
use napkin::template::{Template, Value};
use napkin::whatwg::Url;
use timing::{Case, fastest};
use uri_template::{HashValues, UriTemplate};
use urlpattern::{UrlPattern, UrlPatternInit, UrlPatternMatchInput, UrlPatternOptions};
use wayfind::RouterBuilder;

/// Templates of the levels of RFC 6570, with the variables of its examples.
const TEMPLATES: [&str; 6] = [
    "http://pub.example/{var}",
    "http://pub.example/{+path}/here{#hello}",
    "http://pub.example/search{?x,hello,y}",
    "http://pub.example{/var,x}/here{?y*}",
    "http://pub.example{/list*}{?keys*}",
    "http://pub.example/{var:3}/{hello}{&list*}",
];

/// A pattern, a URL that it matches, and one that it does not match.
const PATTERNS: [(&str, &str, &str); 6] = [
    ("https://pub.example/users/:id", "https://pub.example/users/42", "https://pub.example/menu/42"),
    ("https://*.pub.example/*", "https://cork.pub.example/menu/stout", "https://cork.other.example/menu"),
    ("https://pub.example/menu/:drink{/:size}?", "https://pub.example/menu/stout/pint", "https://pub.example/menu"),
    ("https://pub.example/*.:kind(jpg|png)", "https://pub.example/snug.png", "https://pub.example/snug.gif"),
    ("http{s}?://pub.example/a/*/b/*/c", "http://pub.example/a/1/2/b/3/c", "http://pub.example/a/1/2/b/3/d"),
    ("https://pub.example/search?*q=*", "https://pub.example/search?a=1&q=beer", "https://pub.example/search?a=1"),
];

fn main() {
    println!("| work | napkin, ns | peer, ns | ratio |\n|---|--:|--:|--:|");
    templates();
    patterns();
    sets();
    many();
}

/// Prints a row: how many times as long the peer takes.
fn row(work: &str, items: usize, mut cases: [Case<'_>; 2]) {
    let peer = cases[1].peer;
    let times = fastest(&mut cases).into_iter().map(|seconds| seconds * 1e9 / items as f64).collect::<Vec<_>>();
    println!("| {work} | {:.1} | {peer} {:.1} | {:.2} |", times[0], times[1], times[1] / times[0]);
}

fn templates() {
    let (list, pairs) = (["red", "green", "blue"], [("semi", ";"), ("dot", "."), ("comma", ",")]);
    let values = [
        ("var", "value".into()),
        ("hello", "Hello World!".into()),
        ("path", "/foo/bar".into()),
        ("x", "1024".into()),
        ("y", "768".into()),
        ("list", Value::list(list)),
        ("keys", Value::pairs(pairs)),
    ];
    let mut peers = HashValues::new();
    for (name, value) in
        [("var", "value"), ("hello", "Hello World!"), ("path", "/foo/bar"), ("x", "1024"), ("y", "768")]
    {
        peers.insert(name, value);
    }
    peers.insert("list", list);
    peers.insert("keys", pairs);
    let each = |text: &&'static str| (*text, Template::parse(text).expect(text), UriTemplate::new(*text).expect(text));
    for (text, own, peer) in TEMPLATES.iter().map(each) {
        let [a, b] = [own.expand(&values).unwrap().into_owned(), peer.expand(&peers).unwrap()];
        assert_eq!(a, b);
        row(
            &format!("expand `{text}`"),
            1,
            [
                Case::new("napkin", || black_box(own.expand(black_box(&values)).unwrap()).len()),
                Case::new("uri-template", || black_box(peer.expand(black_box(&peers)).unwrap()).len()),
            ],
        );
    }
}

fn peer_of(text: &str) -> UrlPattern {
    let init = UrlPatternInit::parse_constructor_string::<regex::Regex>(text, None).expect(text);
    UrlPattern::parse(init, UrlPatternOptions::default()).expect(text)
}

fn own_of(text: &str) -> Pattern {
    let options = napkin::pattern::PatternOptions::default().with_engine(&napkin::pattern::Regex);
    Pattern::parse_with(text, None, options).expect(text)
}

fn patterns() {
    for (text, hit, miss) in PATTERNS {
        let (own, peer) = (own_of(text), peer_of(text));
        row(
            &format!("compile `{text}`"),
            1,
            [
                Case::new("napkin", || black_box(own_of(black_box(text))).text(Component::Hash).len()),
                Case::new("urlpattern", || black_box(peer_of(black_box(text))).hash().len()),
            ],
        );
        let urls = [hit, miss].map(|url| Url::parse(url, None).expect(url));
        let inputs = [hit, miss].map(|url| UrlPatternMatchInput::Url(url.parse().expect(url)));
        let found: [Vec<bool>; 2] = [
            urls.iter().map(|url| own.test(url)).collect(),
            inputs.iter().map(|input| peer.test(input.clone()).unwrap()).collect(),
        ];
        assert_eq!(found, [[true, false], [true, false]], "{text}");
        row(
            &format!("test `{text}`"),
            2,
            [
                Case::new("napkin", || urls.iter().filter(|url| own.test(black_box(*url))).count()),
                Case::new("urlpattern", || {
                    inputs.iter().filter(|input| peer.test(black_box((*input).clone())).unwrap()).count()
                }),
            ],
        );
        row(
            &format!("exec `{text}`"),
            2,
            [
                Case::new("napkin", || {
                    urls.iter().filter(|url| black_box(own.exec(black_box(*url))).is_some()).count()
                }),
                Case::new("urlpattern", || {
                    inputs.iter().filter(|input| black_box(peer.exec((*input).clone())).unwrap().is_some()).count()
                }),
            ],
        );
    }
}

/// Returns the number of a route as words, so that routes share beginnings as those of real services do.
fn words(number: usize) -> String {
    const WORDS: [&str; 10] = ["users", "repos", "menu", "orders", "teams", "keys", "tags", "files", "search", "admin"];
    number.to_string().bytes().map(|digit| WORDS[usize::from(digit - b'0')]).collect::<Vec<_>>().join("/")
}

fn sets() {
    for count in [100, 10_000] {
        let routes = (0..count).map(words).collect::<Vec<_>>();
        let own = PatternSet::new(routes.iter().map(|route| {
            Pattern::from_init(&Init::default().with(Component::Pathname, &*format!("/{route}/of/:id/:part"))).unwrap()
        }));
        let hosts = PatternSet::new(routes.iter().map(|route| {
            Pattern::parse(&format!("https://*.{}.example/{route}/of/:id/:part", route.len() % 7), None).unwrap()
        }));
        let (mut wayfind, mut matchit) = (RouterBuilder::new(), matchit::Router::new());
        for (number, route) in routes.iter().enumerate() {
            wayfind.insert(&format!("/{route}/of/<id>/<part>"), number).unwrap();
            matchit.insert(format!("/{route}/of/{{id}}/{{part}}"), number).unwrap();
        }
        let wayfind = wayfind.build();
        // Every second URL matches no route.
        let texts = (0..2000).map(|at| {
            let (route, end) = (&routes[at * 37 % count], if at % 2 == 0 { "of/42/name" } else { "by/42/name" });
            format!("https://cork.{}.example/{route}/{end}", route.len() % 7)
        });
        let urls = texts.map(|text| Url::parse(&text, None).unwrap()).collect::<Vec<_>>();
        let paths = urls.iter().map(|url| url.pathname().to_owned()).collect::<Vec<_>>();
        let found = |set: &PatternSet| urls.iter().filter(|url| set.exec(black_box(*url)).is_some()).count();
        let by_wayfind = || paths.iter().filter(|path| wayfind.search(black_box(path)).is_some()).count();
        let by_matchit = || paths.iter().filter(|path| matchit.at(black_box(path)).is_ok()).count();
        assert_eq!([found(&own), found(&hosts), by_wayfind(), by_matchit()], [1000; 4]);
        let work = format!("exec a set of {count} paths");
        row(&work, urls.len(), [Case::new("napkin", || found(&own)), Case::new("wayfind", by_wayfind)]);
        row(&work, urls.len(), [Case::new("napkin", || found(&own)), Case::new("matchit", by_matchit)]);
        let work = format!("exec a set of {count} hosts and paths; the peer paths");
        row(&work, urls.len(), [Case::new("napkin", || found(&hosts)), Case::new("wayfind", by_wayfind)]);
    }
}

/// Prints the time for a URL, and for building, of a set of 100,000.
fn many() {
    let text = |number: usize| match number % 4 {
        0 => format!("https://*.{}.example/{}/*", number % 1000, words(number)),
        1 => format!("https://{number}.pub.example/menu/:drink"),
        2 => format!("http{{s}}?://pub.example:{}/{}/:id", 1024 + number % 60_000, words(number)),
        _ => format!("https://pub.example/{}?id={number}", words(number)),
    };
    let built = Instant::now();
    let set = PatternSet::new((0..100_000).map(|number| Pattern::parse(&text(number), None).unwrap()));
    let built = built.elapsed().as_nanos() as usize / set.len();
    let urls = (0..20_000).map(|at| {
        let number = at * 7 % 100_000;
        let miss = if at % 2 == 0 { "" } else { "x" };
        let text = match number % 4 {
            0 => format!("https://cork.{}.example/{}{miss}/stout", number % 1000, words(number)),
            1 => format!("https://{number}.pub.example/menu{miss}/stout"),
            2 => format!("http://pub.example:{}/{}{miss}/42", 1024 + number % 60_000, words(number)),
            _ => format!("https://pub.example/{}?id={number}{miss}", words(number)),
        };
        Url::parse(&text, None).unwrap()
    });
    let urls = urls.collect::<Vec<_>>();
    let mut cases = [Case::new("napkin", || urls.iter().filter(|url| set.exec(black_box(*url)).is_some()).count())];
    assert_eq!((cases[0].run)(), 10_000);
    let seconds = fastest(&mut cases)[0];
    println!("| exec a set of 100,000 over all components | {:.1} | – | – |", seconds * 1e9 / urls.len() as f64);
    println!("| compile and index each of 100,000 patterns | {built} | – | – |");
}
