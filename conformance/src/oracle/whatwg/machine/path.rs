//! The states from "path start state" to "fragment state".

use std::mem::take;

use encoding_rs::UTF_8;

use super::super::code_points::PercentEncodeSet;
use super::super::percent::{percent_encode_after_encoding, utf8_percent_encode_char};
use super::super::{is_double_dot, is_single_dot, is_windows_drive_letter};
use super::{CONTINUE, Flow, Machine, State};

impl Machine<'_> {
    /// "path start state".
    pub(super) fn path_start(&mut self) -> Flow {
        if self.url.is_special() {
            if self.c() == Some('\\') {
                self.report("invalid-reverse-solidus");
            }
            self.state = State::Path;
            if !matches!(self.c(), Some('/' | '\\')) {
                self.pointer -= 1;
            }
        } else if self.state_override.is_none() && self.c() == Some('?') {
            self.start_query();
        } else if self.state_override.is_none() && self.c() == Some('#') {
            self.start_fragment();
        } else if self.c().is_some() {
            self.state = State::Path;
            if self.c() != Some('/') {
                self.pointer -= 1;
            }
        } else if self.state_override.is_some() && self.url.host.is_none() {
            self.url.path.list_mut().push(String::new());
        }
        CONTINUE
    }

    /// "path state".
    pub(super) fn path(&mut self) -> Flow {
        match self.c() {
            None | Some('/') => self.end_of_segment(),
            _ if self.at_special_backslash() => self.end_of_segment(),
            Some('?' | '#') if self.state_override.is_none() => self.end_of_segment(),
            Some(c) => {
                self.report_no_url_unit(c);
                self.buffer.push_str(&utf8_percent_encode_char(c, PercentEncodeSet::Path));
            }
        }
        CONTINUE
    }

    /// The steps of "path state" where a segment ends.
    fn end_of_segment(&mut self) {
        if self.at_special_backslash() {
            self.report("invalid-reverse-solidus");
        }
        let no_segment_follows = self.c() != Some('/') && !self.at_special_backslash();
        if is_double_dot(&self.buffer) {
            self.url.shorten();
            if no_segment_follows {
                self.url.path.list_mut().push(String::new());
            }
        } else if is_single_dot(&self.buffer) && no_segment_follows {
            self.url.path.list_mut().push(String::new());
        } else if !is_single_dot(&self.buffer) {
            let path_is_empty = self.url.path.list().is_empty();
            if self.url.scheme == "file" && path_is_empty && is_windows_drive_letter(&self.buffer) {
                self.buffer.replace_range(1..2, ":");
            }
            self.url.path.list_mut().push(self.buffer.clone());
        }
        self.buffer.clear();
        match self.c() {
            Some('?') => self.start_query(),
            Some('#') => self.start_fragment(),
            _ => {}
        }
    }

    /// "opaque path state".
    pub(super) fn opaque_path(&mut self) -> Flow {
        match self.c() {
            Some('?') => self.start_query(),
            Some('#') => self.start_fragment(),
            Some(' ') => {
                self.report("invalid-URL-unit");
                let ends_the_path = matches!(self.remaining().first(), Some('?' | '#'));
                self.url.path.opaque_mut().push_str(if ends_the_path { "%20" } else { " " });
            }
            Some(c) => {
                self.report_no_url_unit(c);
                let encoded = utf8_percent_encode_char(c, PercentEncodeSet::C0Control);
                self.url.path.opaque_mut().push_str(&encoded);
            }
            None => {}
        }
        CONTINUE
    }

    /// "query state".
    pub(super) fn query(&mut self) -> Flow {
        if self.encoding != UTF_8 && (!self.url.is_special() || ["ws", "wss"].contains(&self.url.scheme.as_str())) {
            self.encoding = UTF_8;
        }
        match self.c() {
            Some('#') if self.state_override.is_none() => {
                self.end_of_query();
                self.start_fragment();
            }
            None => self.end_of_query(),
            Some(c) => {
                self.report_no_url_unit(c);
                self.buffer.push(c);
            }
        }
        CONTINUE
    }

    /// The steps of "query state" where the query ends, but for the last.
    fn end_of_query(&mut self) {
        let set = if self.url.is_special() { PercentEncodeSet::SpecialQuery } else { PercentEncodeSet::Query };
        let encoded = percent_encode_after_encoding(self.encoding, &take(&mut self.buffer), set);
        self.url.query.as_mut().expect("set on the way to query state").push_str(&encoded);
    }

    /// "fragment state".
    pub(super) fn fragment(&mut self) -> Flow {
        if let Some(c) = self.c() {
            self.report_no_url_unit(c);
            let encoded = utf8_percent_encode_char(c, PercentEncodeSet::Fragment);
            self.url.fragment.as_mut().expect("set on the way to fragment state").push_str(&encoded);
        }
        CONTINUE
    }
}
