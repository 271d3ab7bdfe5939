//! Cases of the data files. Start at `cases`.

use std::collections::HashMap;

use napkin_document::bundle::BundleLimits;

/// The objects of a site by their URLs: bytes and media types.
pub(crate) type Files = HashMap<String, (Vec<u8>, Option<String>)>;

/// The URL of the folder that contains the files of a case.
pub(crate) const ROOT: &str = "http://pub.example/";

/// An entry of a data file.
pub(crate) struct Case(pub(crate) toml::Table);

/// Returns the cases of a file in `data/`.
pub(crate) fn cases(name: &str) -> Vec<Case> {
    let path = format!("{}/../../data/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let data: toml::Table = std::fs::read_to_string(path).expect("the cases").parse().expect("a table");
    data["case"].as_array().expect("cases").iter().map(|case| Case(case.as_table().expect("a case").clone())).collect()
}

/// Fails with the differences, if there are any.
pub(crate) fn assert_none(differ: &[String]) {
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

impl Case {
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|value| value.as_str().expect("a text"))
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        self.get(key).unwrap_or_default()
    }

    pub(crate) fn list(&self, key: &str) -> Vec<String> {
        let list = self.0.get(key).and_then(toml::Value::as_array);
        list.into_iter().flatten().map(|item| item.as_str().expect("a string").to_owned()).collect()
    }

    /// Returns the names and texts of a table.
    pub(crate) fn texts(&self, key: &str) -> impl Iterator<Item = (&str, &str)> {
        let table = self.0.get(key).and_then(toml::Value::as_table);
        table.into_iter().flatten().map(|(name, text)| (name.as_str(), text.as_str().expect("a text")))
    }

    /// Returns the URL of the page of a site.
    pub(crate) fn at(&self) -> &str {
        self.get("at").unwrap_or("http://pub.example/menu/page.html")
    }

    /// Returns the text of a file of a site; the key `latin1` lists the files that are not in UTF-8.
    pub(crate) fn bytes(&self, name: &str, text: &str) -> Vec<u8> {
        match self.list("latin1").iter().any(|one| one == name) {
            true => text.chars().map(|c| u8::try_from(u32::from(c)).expect("a character of Latin-1")).collect(),
            false => text.as_bytes().to_vec(),
        }
    }

    /// Returns the files of a site. The name of a file may be followed by its media type in parentheses.
    pub(crate) fn files(&self) -> Files {
        let file = |(name, text): (&str, &str)| {
            let (end, media_type) = match name.strip_suffix(')').and_then(|name| name.split_once(" (")) {
                Some((end, media_type)) => (end, Some(media_type.to_owned())),
                None => (name, None),
            };
            (format!("{ROOT}{end}"), (self.bytes(end, text), media_type))
        };
        self.texts("files").map(file).collect()
    }

    pub(crate) fn limits(&self) -> BundleLimits {
        let mut limits = BundleLimits::default();
        for (name, number) in self.0.get("limits").and_then(toml::Value::as_table).into_iter().flatten() {
            let number = number.as_integer().and_then(|number| usize::try_from(number).ok()).expect("a number");
            match name.as_str() {
                "object" => limits.object = number,
                "total" => limits.total = number,
                "depth" => limits.depth = number,
                "count" => limits.count = number,
                other => panic!("there is no limit {other}"),
            }
        }
        limits
    }
}
