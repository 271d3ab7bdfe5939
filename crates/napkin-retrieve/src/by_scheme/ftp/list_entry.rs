//! Lines of lists: `MLSD`, a standard (RFC 3659 section 7), and `LIST`, whose format depends on the server. The formats
//! of Unix and Windows are understood.

use std::fmt;

/// An entry of a list: a file or a folder.
///
/// ```
/// use napkin_retrieve::by_scheme::ftp::Entry;
/// let entry = Entry::of_mlsd(b"type=dir;modify=20261102100000; beer list")?;
/// assert_eq!((entry.name(), entry.is_folder()), (&b"beer list"[..], true));
/// let entry = Entry::of_list(b"-rw-r--r--   1 sam  pub      4096 Nov  2 10:00 menu.html")?;
/// assert_eq!((entry.name(), entry.is_folder()), (&b"menu.html"[..], false));
/// # Ok::<(), napkin_retrieve::by_scheme::ftp::EntryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    name: &'a [u8],
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    /// The listed folder itself, or its parent.
    Own,
}

/// The error for a line in an unknown format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryError;

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a line of a list of files")
    }
}

impl std::error::Error for EntryError {}

impl<'a> Entry<'a> {
    /// Parses a line of `MLSD` without its end: facts, a space, and a name (RFC 3659 section 7.2).
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::ftp::Entry;
    /// assert!(Entry::of_mlsd(b"type=dir;modify=20261102100000; beer list")?.is_folder());
    /// assert!(Entry::of_mlsd(b"beer list").is_err());
    /// # Ok::<(), napkin_retrieve::by_scheme::ftp::EntryError>(())
    /// ```
    ///
    /// # Errors
    /// The line has no name, or a fact without a value.
    pub fn of_mlsd(line: &'a [u8]) -> Result<Self, EntryError> {
        let at = line.iter().position(|&octet| octet == b' ').ok_or(EntryError)?;
        let name = &line[at + 1..];
        let mut kind = Kind::File;
        for fact in line[..at].split(|&octet| octet == b';').filter(|fact| !fact.is_empty()) {
            let at = fact.iter().position(|&octet| octet == b'=').ok_or(EntryError)?;
            let value = fact[at + 1..].to_ascii_lowercase();
            if fact[..at].eq_ignore_ascii_case(b"type") {
                kind = match value.as_slice() {
                    b"dir" => Kind::Folder,
                    b"cdir" | b"pdir" => Kind::Own,
                    _ => Kind::File,
                };
            }
        }
        named(name, kind)
    }

    /// Parses a line of `LIST` without its end, in the formats of Unix and Windows. The name of a link ends before ` ->
    /// `, so a name that contains this is cut.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::ftp::Entry;
    /// let entry = Entry::of_list(b"11-02-26  10:00AM       <DIR>          beer list")?;
    /// assert_eq!((entry.name(), entry.is_folder()), (&b"beer list"[..], true));
    /// # Ok::<(), napkin_retrieve::by_scheme::ftp::EntryError>(())
    /// ```
    ///
    /// # Errors
    /// The line has another format.
    pub fn of_list(line: &'a [u8]) -> Result<Self, EntryError> {
        if line.first().is_some_and(u8::is_ascii_digit) { windows(line) } else { unix(line) }
    }

    /// Returns the name, in any encoding.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::ftp::Entry;
    /// assert_eq!(Entry::of_mlsd(b"type=file; menu.html")?.name(), b"menu.html");
    /// # Ok::<(), napkin_retrieve::by_scheme::ftp::EntryError>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &'a [u8] {
        self.name
    }

    /// Returns whether the entry is a folder.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::ftp::Entry;
    /// assert!(!Entry::of_mlsd(b"type=file; menu.html")?.is_folder());
    /// # Ok::<(), napkin_retrieve::by_scheme::ftp::EntryError>(())
    /// ```
    #[must_use]
    pub fn is_folder(&self) -> bool {
        self.kind != Kind::File
    }

    /// Returns whether the entry is the listed folder itself or its parent.
    ///
    /// ```
    /// use napkin_retrieve::by_scheme::ftp::Entry;
    /// assert!(Entry::of_mlsd(b"type=pdir; /srv")?.is_own());
    /// # Ok::<(), napkin_retrieve::by_scheme::ftp::EntryError>(())
    /// ```
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.kind == Kind::Own || matches!(self.name, b"." | b"..")
    }
}

/// Refuses names with a slash, which would be in another folder.
fn named(name: &[u8], kind: Kind) -> Result<Entry<'_>, EntryError> {
    let is_name = !name.is_empty() && (kind == Kind::Own || !name.contains(&b'/'));
    if is_name { Ok(Entry { name, kind }) } else { Err(EntryError) }
}

/// `drwxr-xr-x 2 sam pub 4096 Nov 2 10:00 name`. Some servers omit the group, so the date is searched. One space
/// separates it from the name, which may begin with spaces.
fn unix(line: &[u8]) -> Result<Entry<'_>, EntryError> {
    const MONTHS: [&[u8]; 12] =
        [b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"];
    let kind = match line.first() {
        Some(b'd') => Kind::Folder,
        Some(b'-' | b'l' | b'b' | b'c' | b'p' | b's') => Kind::File,
        _ => return Err(EntryError),
    };
    let words = words(line);
    let is_number = |at: usize| words.get(at).is_some_and(|word| word.0.iter().all(u8::is_ascii_digit));
    let is_month = |at: usize| words.get(at).is_some_and(|word| MONTHS.contains(&&*word.0.to_ascii_lowercase()));
    // Permissions, links, user, optional group, size, and a date of three words.
    let month = (4..=5).find(|&at| is_month(at) && is_number(at - 1) && is_number(at + 1)).ok_or(EntryError)?;
    let end =
        words.get(month + 2).filter(|(word, _)| word.first().is_some_and(u8::is_ascii_digit)).ok_or(EntryError)?.1;
    let name = line.get(end + 1..).unwrap_or_default();
    let name = match name.windows(4).position(|part| part == b" -> ") {
        Some(at) if line[0] == b'l' => &name[..at],
        _ => name,
    };
    named(name, kind)
}

/// `11-02-26  10:00AM       <DIR>          name`.
fn windows(line: &[u8]) -> Result<Entry<'_>, EntryError> {
    let words = words(line);
    let [(date, _), (time, _), (size, end)] = *words.get(..3).ok_or(EntryError)? else { return Err(EntryError) };
    let is_date = date.iter().filter(|&&octet| octet == b'-').count() == 2;
    let is_folder = size == b"<DIR>";
    if !is_date || !time.contains(&b':') || (!is_folder && !size.iter().all(u8::is_ascii_digit)) {
        return Err(EntryError);
    }
    // A folder's name is in a separate column; a file's name follows one space.
    let rest = line.get(end..).unwrap_or_default();
    let name = if is_folder { rest.trim_ascii_start() } else { rest.strip_prefix(b" ").unwrap_or(rest) };
    named(name, if is_folder { Kind::Folder } else { Kind::File })
}

/// Returns the first words of a line, each with the offset of its end: as many as can precede a name.
fn words(line: &[u8]) -> Vec<(&[u8], usize)> {
    const MOST: usize = 8;
    let mut words = Vec::with_capacity(MOST);
    let mut at = 0;
    while words.len() < MOST {
        let Some(begin) = line[at..].iter().position(|octet| *octet != b' ') else { break };
        let begin = at + begin;
        at = line[begin..].iter().position(|octet| *octet == b' ').map_or(line.len(), |end| begin + end);
        words.push((&line[begin..at], at));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entry: Result<Entry<'_>, EntryError>) -> Option<(String, bool)> {
        entry.ok().map(|entry| (String::from_utf8_lossy(entry.name()).into_owned(), entry.is_folder()))
    }

    /// The examples of RFC 3659 section 7.7, and unusual names.
    #[test]
    fn mlsd_lines_are_parsed() {
        for (line, name, is_folder) in [
            ("type=cdir;modify=19981107085215; tmp", "tmp", true),
            ("type=pdir;unique=AQkAAAAAAAABCAAA; /tmp", "/tmp", true),
            ("Type=file;Size=25730;Modify=19940728095854;Perm=; capmux.tar.z", "capmux.tar.z", false),
            ("Type=dir;Modify=19990112033508;Perm=el; a b ", "a b ", true),
            ("Type=OS.unix=slink:/foobar;Perm=; barfoo", "barfoo", false),
            (" no facts", "no facts", false),
        ] {
            assert_eq!(read(Entry::of_mlsd(line.as_bytes())), Some((name.to_owned(), is_folder)), "{line}");
        }
        for line in ["", "type=file;", "type=file; ", "type; x", "type=file; a/b"] {
            assert_eq!(read(Entry::of_mlsd(line.as_bytes())), None, "{line}");
        }
    }

    #[test]
    fn list_lines_are_parsed() {
        for (line, name, is_folder) in [
            ("drwxr-xr-x    2 0        0            4096 Nov 02 10:00 sub", "sub", true),
            ("-rw-r--r--    1 0        0               5 Nov  2  2024 a  b", "a  b", false),
            ("-rw-r--r--    1 sam      pub             5 nov  2 10:00  leading", " leading", false),
            ("-rw-r--r--   1 sam           5 Nov  2 10:00 no group", "no group", false),
            ("lrwxrwxrwx    1 0        0               4 Nov  2 10:00 link -> sub", "link", false),
            ("-rw-r--r--    1 0        0               5 Nov  2 10:00 a -> b", "a -> b", false),
            ("11-02-26  10:00AM       <DIR>          sub folder", "sub folder", true),
            ("11-02-2026  10:00                 4096 menu.html", "menu.html", false),
        ] {
            assert_eq!(read(Entry::of_list(line.as_bytes())), Some((name.to_owned(), is_folder)), "{line}");
        }
        for line in
            ["", "total 12", "d", "-rw-r--r-- 1 0 0 5 Nov 2", "-rw-r--r-- 1 0 0 5 Nov 2 10:00 ", "x y z", "1 2 3"]
        {
            assert_eq!(read(Entry::of_list(line.as_bytes())), None, "{line}");
        }
        assert!(Entry::of_list(b"-rw-r--r--    1 0        0               5 Nov  2 10:00 a/b").is_err());
    }
}
