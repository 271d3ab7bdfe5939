//! The rules for SVG and MathML (13.2.6.5), and the conditions for their use (13.2.6).

use super::{Made, Start, Tree};
use crate::names::{BREAKOUT, HOME, HTML_POINT, Key, Name, TEXT_POINT};
use crate::tag::Namespace;

impl Tree {
    /// Returns whether a start tag follows the rules for foreign content.
    #[inline]
    pub(super) fn is_foreign_start(&self, name: Name) -> bool {
        let Some(last) = self.stack.last() else { return false };
        if last.namespace == Namespace::Html || last.is(HTML_POINT) {
            return false;
        }
        if last.is(TEXT_POINT) {
            return matches!(name, Name::Mglyph | Name::Malignmark);
        }
        !(last.name == Name::AnnotationXml && last.namespace == Namespace::MathMl && name == Name::Svg)
    }

    /// Returns whether text follows the rules for foreign content.
    #[inline]
    pub(super) fn is_foreign_text(&self) -> bool {
        self.stack.last().is_some_and(|last| last.namespace != Namespace::Html && !last.is(TEXT_POINT | HTML_POINT))
    }

    pub(super) fn foreign_start(&mut self, tag: &Start<'_>) -> Made {
        if tag.name.is(BREAKOUT) || tag.name == Name::Font && tag.attributes.styles_font() {
            self.leave_foreign();
            return self.html_start(tag);
        }
        let namespace = self.stack.last().map_or(Namespace::Html, |open| open.namespace);
        self.insert_foreign(tag, namespace)
    }

    /// Performs *insert a foreign element*.
    pub(super) fn insert_foreign(&mut self, tag: &Start<'_>, namespace: Namespace) -> Made {
        if !tag.is_closed {
            let encoding = tag.name == Name::AnnotationXml && tag.attributes.encodes_html();
            self.stack.push_foreign(&tag.label, namespace, encoding);
        }
        Made { namespace, ..Made::ELEMENT }
    }

    fn leave_foreign(&mut self) {
        self.stack.pop_while(|open| !open.is(HOME));
    }

    pub(super) fn foreign_end(&mut self, name: Name, key: Option<Key>) {
        if matches!(name, Name::Br | Name::P) {
            self.leave_foreign();
            return self.html_end(name, key);
        }
        // The caller has checked that the last element is foreign.
        let found = self
            .stack
            .down()
            .find(|(_, open)| open.namespace == Namespace::Html || key.is_some_and(|key| open.has_key(key)));
        match found.map(|(at, open)| (at, open.namespace)) {
            None | Some((0, _)) => {}
            Some((_, Namespace::Html)) => self.html_end(name, key),
            Some((at, _)) => self.stack.truncate(at),
        }
    }
}
