//! "file state", "file slash state" and "file host state".

use super::super::{Host, Path, Record, host_parse, is_normalized_windows_drive_letter, is_windows_drive_letter};
use super::{CONTINUE, FAILURE, Flow, Machine, RETURN, State};

impl<'a> Machine<'a> {
    /// "base is non-null and base's scheme is 'file'".
    fn file_base(&self) -> Option<&'a Record> {
        self.base.filter(|base| base.scheme == "file")
    }

    /// "file state".
    pub(super) fn file(&mut self) -> Flow {
        "file".clone_into(&mut self.url.scheme);
        self.url.host = Some(Host::Empty);
        if let Some('/' | '\\') = self.c() {
            if self.c() == Some('\\') {
                self.report("invalid-reverse-solidus");
            }
            self.state = State::FileSlash;
        } else if let Some(base) = self.file_base() {
            self.url.host.clone_from(&base.host);
            self.url.path.clone_from(&base.path);
            self.url.query.clone_from(&base.query);
            match self.c() {
                Some('?') => self.start_query(),
                Some('#') => self.start_fragment(),
                Some(_) => {
                    self.url.query = None;
                    if !self.at_windows_drive_letter() {
                        self.url.shorten();
                    } else {
                        self.report("file-invalid-Windows-drive-letter");
                        self.url.path = Path::List(Vec::new());
                    }
                    self.again_in(State::Path);
                }
                None => {}
            }
        } else {
            self.again_in(State::Path);
        }
        CONTINUE
    }

    /// "file slash state".
    pub(super) fn file_slash(&mut self) -> Flow {
        if let Some('/' | '\\') = self.c() {
            if self.c() == Some('\\') {
                self.report("invalid-reverse-solidus");
            }
            self.state = State::FileHost;
        } else {
            if let Some(base) = self.file_base() {
                self.url.host.clone_from(&base.host);
                if let Some(first) = base.path.list().first()
                    && !self.at_windows_drive_letter()
                    && is_normalized_windows_drive_letter(first)
                {
                    self.url.path.list_mut().push(first.clone());
                }
            }
            self.again_in(State::Path);
        }
        CONTINUE
    }

    /// "file host state".
    pub(super) fn file_host(&mut self) -> Flow {
        match self.c() {
            None | Some('/' | '\\' | '?' | '#') => {
                self.pointer -= 1;
                if self.state_override.is_none() && is_windows_drive_letter(&self.buffer) {
                    self.report("file-invalid-Windows-drive-letter-host");
                    // The buffer stays: path state uses it.
                    self.state = State::Path;
                } else if self.buffer.is_empty() {
                    self.url.host = Some(Host::Empty);
                    if self.state_override.is_some() {
                        return RETURN;
                    }
                    self.state = State::PathStart;
                } else {
                    let Some(mut host) = host_parse(&self.buffer, !self.url.is_special(), self.errors) else {
                        return FAILURE;
                    };
                    if host == Host::Domain("localhost".to_owned()) {
                        host = Host::Empty;
                    }
                    self.url.host = Some(host);
                    if self.state_override.is_some() {
                        return RETURN;
                    }
                    self.buffer.clear();
                    self.state = State::PathStart;
                }
            }
            Some(c) => self.buffer.push(c),
        }
        CONTINUE
    }
}
