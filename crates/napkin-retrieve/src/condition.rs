//! Evaluates the conditions of a request (RFC 9110 section 13).
//!
//! For schemes whose servers have no conditions, they are decided by the validators of the object: an entity tag and a
//! date. HTTP servers decide themselves.

use httpdate::parse_http_date;

use crate::{Entity, Request};

/// Returns whether the client already has the object, which is then not sent (section 13.2.2, steps 3 and 4).
pub(crate) fn is_same(request: &Request, entity: &Entity) -> bool {
    match (&request.if_none_match, &request.if_modified_since) {
        (Some(tags), _) => tags.trim() == "*" || entity.field("etag").is_some_and(|own| has_tag(tags, own)),
        (None, Some(since)) => {
            let read = |date: &str| parse_http_date(date).ok();
            let dates = (entity.field("last-modified").and_then(read), read(since));
            matches!(dates, (Some(modified), Some(since)) if modified <= since)
        }
        (None, None) => false,
    }
}

/// Returns whether a list of tags contains this one, by the weak comparison of `If-None-Match` (section 8.8.3.2).
fn has_tag(list: &str, own: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    list.split(',').any(|one| opaque(one) == opaque(own))
}

impl Request {
    /// Returns whether to send a part of an object with the validators of `entity`: not if it need not be sent at all,
    /// nor if [`if_range`](Self::with_if_range) names another version or a weak validator (RFC 9110 section 13.1.5). For
    /// programs that cut ranges which a server cannot.
    ///
    /// ```
    /// use napkin_retrieve::{Body, Entity, Request};
    /// let mut menu = Entity::new(None, Some(10), Body::from("0123456789"));
    /// menu.fields.push(("etag".into(), "\"today\"".into()));
    /// let rest = |tag: &str| Request::get("file:///menu").from_byte(5).with_if_range(tag);
    /// assert!(rest("\"today\"").wants_part_of(&menu));
    /// assert!(!rest("\"yesterday\"").wants_part_of(&menu));
    /// ```
    #[must_use]
    pub fn wants_part_of(&self, entity: &Entity) -> bool {
        let is_its = |validator: &str| {
            let is_strong = !validator.starts_with("W/");
            is_strong && ["etag", "last-modified"].iter().any(|name| entity.field(name) == Some(validator))
        };
        !is_same(self, entity) && self.if_range.as_deref().is_none_or(is_its)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Body;

    const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

    fn entity(tag: &str) -> Entity {
        let fields = [("etag", tag), ("last-modified", DATE)].map(|(name, value)| (name.to_owned(), value.to_owned()));
        Entity { fields: fields.into(), ..Entity::new(None, None, Body::empty()) }
    }

    /// RFC 9110 section 8.8.3.2: the weak comparison treats `W/"1"` and `"1"` as equal.
    #[test]
    fn if_none_match_compares_tags_weakly() {
        let request = |tags: &str| Request::get("x:").with_if_none_match(tags);
        for (tags, expected) in [
            ("\"1\"", true),
            ("W/\"1\"", true),
            ("\"2\", W/\"1\"", true),
            ("*", true),
            ("\"2\"", false),
            ("1", false),
            ("", false),
        ] {
            assert_eq!(is_same(&request(tags), &entity("\"1\"")), expected, "{tags}");
            assert_eq!(is_same(&request(tags), &entity("W/\"1\"")), expected, "{tags}");
        }
        // Section 13.1.3: a date is ignored if there are tags.
        assert!(!is_same(&request("\"2\"").with_if_modified_since(DATE), &entity("\"1\"")));
    }

    /// Section 13.1.3.
    #[test]
    fn dates_of_conditions_are_those_of_http() {
        for (since, expected) in [
            (DATE, true),
            ("Sun, 06 Nov 1994 08:49:38 GMT", true),
            ("Sun, 06 Nov 1994 08:49:36 GMT", false),
            ("no date", false),
        ] {
            assert_eq!(
                is_same(&Request::get("x:").with_if_modified_since(since), &entity("\"1\"")),
                expected,
                "{since}"
            );
        }
        let undated = Entity::new(None, None, Body::empty());
        assert!(!is_same(&Request::get("x:").with_if_modified_since(DATE), &undated));
    }

    /// Section 13.1.5: a condition with a weak validator is false.
    #[test]
    fn if_range_needs_a_strong_validator() {
        let request = |validator: &str| Request::get("x:").from_byte(1).with_if_range(validator);
        for (validator, own, expected) in [
            ("\"1\"", "\"1\"", true),
            ("\"2\"", "\"1\"", false),
            ("W/\"1\"", "W/\"1\"", false),
            (DATE, "\"1\"", true),
            ("Sun, 06 Nov 1994 08:49:38 GMT", "\"1\"", false),
        ] {
            assert_eq!(request(validator).wants_part_of(&entity(own)), expected, "{validator} {own}");
        }
        assert!(!Request::get("x:").from_byte(1).with_if_none_match("\"1\"").wants_part_of(&entity("\"1\"")));
        assert!(Request::get("x:").from_byte(1).wants_part_of(&entity("\"1\"")));
    }
}
