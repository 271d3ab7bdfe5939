//! The files below a folder, looked up by the paths of URLs. Start with `Folder::place`.
//!
//! Names are compared with the names that the folder lists, so that a link in another case is broken on every system. Nothing
//! outside of the folder is looked at: a symbolic link counts if its target is in the folder.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use napkin::percent::{self, Encoded};
use napkin_document::archive::ArchiveLimits;
use napkin_document::container::Members;
use unicode_normalization::UnicodeNormalization;

use crate::Options;
use crate::moves::Moves;
use crate::nearest::Nearest;

/// What a path leads to.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// The number of a file.
    File(usize),
    /// A folder.
    Folder,
    /// Nothing.
    Missing(Arc<Missing>),
    /// Something that could not be looked at, and why.
    Unseen(Arc<str>),
}

/// Why a path leads to nothing.
#[derive(Clone, Debug)]
pub(crate) struct Missing {
    pub(crate) reason: String,
    /// The encoded path of the file that has this name in another case.
    pub(crate) other_case: Option<String>,
}

/// A folder with what is known about it.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    /// The root without symbolic links, once one is found.
    canonical: OnceLock<Option<PathBuf>>,
    places: HashMap<Box<str>, Place>,
    listings: HashMap<PathBuf, Arc<Listing>>,
    files: Vec<Arc<Path>>,
    known: HashMap<Arc<Path>, usize>,
    endings: Vec<String>,
    /// The archive that the root is, if it is one.
    archive: Option<Members>,
}

/// The characters of suggested names that are not escaped. Formats have escapes of their own for those left out, so that a
/// suggestion can be written into each.
const NAME: percent::Set = percent::SEGMENT.without(percent::Set::of(b"'()&"));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    File,
    Folder,
    Link,
}

/// The names in a folder, sorted; none if it cannot be listed.
#[derive(Debug)]
struct Listing {
    names: Option<Vec<(OsString, Type)>>,
    /// The names in lower case and in one normal form; made for the first name that is missing.
    lower: OnceLock<HashMap<String, usize>>,
}

impl Listing {
    fn read(folder: &Path) -> Self {
        let read = || -> std::io::Result<_> {
            let mut names = Vec::new();
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let about = entry.file_type()?;
                let kind = match about {
                    _ if about.is_symlink() => Type::Link,
                    _ if about.is_dir() => Type::Folder,
                    _ => Type::File,
                };
                names.push((entry.file_name(), kind));
            }
            names.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            Ok(names)
        };
        Self { names: read().ok(), lower: OnceLock::new() }
    }

    /// Returns the type of a name, or the same name in another case.
    fn find(&self, folder: &Path, name: &OsStr) -> Result<Type, Option<OsString>> {
        let Some(names) = &self.names else {
            // A folder that may be entered but not listed.
            let about = fs::symlink_metadata(folder.join(name)).map_err(|_| None)?;
            return Ok(match about.file_type() {
                about if about.is_symlink() => Type::Link,
                about if about.is_dir() => Type::Folder,
                _ => Type::File,
            });
        };
        if let Ok(at) = names.binary_search_by(|(other, _)| other.as_os_str().cmp(name)) {
            return Ok(names[at].1);
        }
        let lower = self.lower.get_or_init(|| {
            let numbered = names.iter().enumerate();
            numbered.map(|(at, (name, _))| (folded(name), at)).collect()
        });
        Err(lower.get(&folded(name)).map(|&at| names[at].0.clone()))
    }
}

impl Folder {
    pub(crate) fn new(root: PathBuf, endings: Vec<String>) -> Self {
        let (places, listings, known) = Default::default();
        Self { root, canonical: OnceLock::new(), places, listings, files: Vec::new(), known, endings, archive: None }
    }

    /// Opens an archive as a folder; `None` if it cannot be opened.
    pub(crate) fn of_archive(root: PathBuf, options: &Options) -> Option<Self> {
        // The members have been counted by who reads the documents.
        let limits = ArchiveLimits::default().with_members(usize::MAX).with_member(options.max_document);
        let opened = Members::open(&root, limits).ok()?;
        let mut folders: HashMap<PathBuf, BTreeMap<OsString, Type>> = HashMap::from([(root.clone(), BTreeMap::new())]);
        for path in opened.paths() {
            let mut at = root.clone();
            let mut names = path.split('/').filter(|name| !name.is_empty()).peekable();
            while let Some(name) = names.next() {
                let is_file = names.peek().is_none() && !path.ends_with('/');
                let kind = if is_file { Type::File } else { Type::Folder };
                folders.entry(at.clone()).or_default().insert(name.into(), kind);
                at.push(name);
            }
        }
        let listing =
            |names: BTreeMap<_, _>| Listing { names: Some(names.into_iter().collect()), lower: OnceLock::new() };
        let listings = folders.into_iter().map(|(folder, names)| (folder, Arc::new(listing(names)))).collect();
        Some(Self { listings, archive: Some(opened), ..Self::new(root, options.fallback_extensions.clone()) })
    }

    /// Returns whether it is an archive, whose links may lead out of it.
    pub(crate) const fn is_archive(&self) -> bool {
        self.archive.is_some()
    }

    /// Reads a file, unless it has more than `limit` bytes.
    pub(crate) fn bytes(&mut self, file: &Path, limit: u64) -> Result<Vec<u8>, Arc<str>> {
        let failed = |error: &dyn std::fmt::Display| Arc::from(format!("the file cannot be read: {error}"));
        let too_large = |length: u64| Arc::from(format!("expected at most {limit} bytes, found a file of {length}"));
        if let Some(archive) = &mut self.archive {
            let path = file.strip_prefix(&self.root).unwrap_or(file).to_string_lossy();
            let member = archive.read(&path).ok_or_else(|| failed(&"it is not in the archive"))?;
            let bytes = member.map_err(|error| failed(&error))?;
            return if bytes.len() as u64 > limit { Err(too_large(bytes.len() as u64)) } else { Ok(bytes) };
        }
        let length = fs::metadata(file).map_err(|error| failed(&error))?.len();
        if length > limit {
            return Err(too_large(length));
        }
        fs::read(file).map_err(|error| failed(&error))
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of a file.
    pub(crate) fn file(&self, number: usize) -> &Path {
        &self.files[number]
    }

    /// Looks up a path: relative to the root, percent-encoded, without query and fragment.
    pub(crate) fn place(&mut self, path: &str) -> Place {
        if let Some(place) = self.places.get(path) {
            return place.clone();
        }
        let place = self.look(path, true);
        self.places.insert(path.into(), place.clone());
        place
    }

    /// Returns the first of these files that exists in a folder.
    pub(crate) fn index(&mut self, folder: &str, names: &[impl AsRef<str>]) -> Option<Place> {
        let folder = folder.trim_end_matches('/');
        let slash = if folder.is_empty() { "" } else { "/" };
        names.iter().map(AsRef::as_ref).find_map(|name| match name {
            "." => Some(Place::Folder),
            _ => match self.place(&format!("{folder}{slash}{name}")) {
                file @ Place::File(_) => Some(file),
                _ => None,
            },
        })
    }

    /// Returns the encoded path that exists and differs from a missing one only in case.
    pub(crate) fn other_case(&mut self, missing: &Missing) -> Option<String> {
        let mut path = missing.other_case.clone()?;
        // Each step corrects one more segment.
        loop {
            match self.place(&path) {
                Place::Missing(missing) => path = missing.other_case.clone()?,
                Place::Unseen(_) => return None,
                Place::File(_) | Place::Folder => return Some(path),
            }
        }
    }

    /// Returns the encoded path at which a file is that has moved within the folder.
    pub(crate) fn moved(&mut self, path: &str, moves: &Moves) -> Option<String> {
        let root =
            self.canonical.get_or_init(|| fs::canonicalize(&self.root).ok()).clone().filter(|_| !self.is_archive())?;
        let mut old = root.clone();
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            old.push(name_of(segment)?);
        }
        let new = moves.of(&old)?;
        let new = new.strip_prefix(&root).ok()?.iter().map(|name| percent::encode(name.as_encoded_bytes(), NAME));
        let path = new.map(|name| name.as_str().to_owned()).collect::<Vec<_>>().join("/");
        matches!(self.place(&path), Place::File(_)).then_some(path)
    }

    /// Returns the encoded path with the nearest name of a file or a folder at the first segment that is missing.
    pub(crate) fn nearest(&mut self, path: &str, nearest: &mut Nearest) -> Option<String> {
        let mut at = self.root.clone();
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            let (name, listing) = (name_of(segment)?, self.listing(&at));
            if listing.find(&at, &name).is_ok() {
                at.push(&name);
                continue;
            }
            let names = listing.names.as_ref()?.iter().filter_map(|(name, _)| name.to_str());
            let found = nearest.of(name.to_str()?, names)?;
            let start = segment.as_ptr() as usize - path.as_ptr() as usize;
            let (before, behind) = (&path[..start], &path[start + segment.len()..]);
            let better = format!("{before}{}{behind}", percent::encode(found, NAME).as_str());
            // Only a path that exists helps.
            return matches!(self.place(&better), Place::File(_) | Place::Folder).then_some(better);
        }
        None
    }

    fn look(&mut self, path: &str, with_endings: bool) -> Place {
        let mut at = self.root.clone();
        let mut segments = path.split('/').filter(|segment| !segment.is_empty()).peekable();
        while let Some(segment) = segments.next() {
            let is_last = segments.peek().is_none();
            let Some(name) = name_of(segment) else {
                return missing(format!("`{segment}` cannot be the name of a file"), None);
            };
            let found = match self.listing(&at).find(&at, &name) {
                Ok(found) => found,
                Err(_) if is_last && with_endings && self.with_ending(path).is_some() => {
                    return self.with_ending(path).unwrap_or(Place::Folder);
                }
                Err(other) => return self.missing(&at, &name, other, (path, segment)),
            };
            at.push(&name);
            let found = match found {
                Type::Link => match self.through_link(&at) {
                    Ok(found) => found,
                    Err(place) => return place,
                },
                found => found,
            };
            if found == Type::File {
                if is_last && !path.ends_with('/') {
                    return Place::File(self.number(at));
                }
                return missing(format!("`{}` is a file, not a folder", shown(&name)), None);
            }
        }
        Place::Folder
    }

    /// Returns the file that has one of the endings in addition.
    fn with_ending(&mut self, path: &str) -> Option<Place> {
        if path.ends_with('/') {
            return None;
        }
        self.endings.clone().iter().find_map(|ending| match self.look(&format!("{path}.{ending}"), false) {
            file @ Place::File(_) => Some(file),
            _ => None,
        })
    }

    fn missing(&self, at: &Path, name: &OsStr, other: Option<OsString>, (path, segment): (&str, &str)) -> Place {
        let name = shown(name);
        if let Some(other) = other {
            let start = segment.as_ptr() as usize - path.as_ptr() as usize;
            let written = percent::encode(other.as_encoded_bytes(), NAME);
            let path = format!("{}{}{}", &path[..start], written.as_str(), &path[start + segment.len()..]);
            let other = shown(&other);
            let reason = match name.nfc().eq(other.nfc()) {
                true => {
                    format!("the real name of `{name}` has other code points for its accents: {}", written.as_str())
                }
                false => format!("the real name of `{name}` is `{other}`"),
            };
            return missing(reason, Some(path));
        }
        match &*self.relative(at).to_string_lossy() {
            "" => missing(format!("no file `{name}`"), None),
            folder => missing(format!("no file `{name}` in the folder `{folder}`"), None),
        }
    }

    /// Returns a path as messages show it: relative to the folder that is checked; for a file alone, relative to the current folder.
    fn relative<'p>(&self, path: &'p Path) -> &'p Path {
        if self.root.parent().is_some() {
            return path.strip_prefix(&self.root).unwrap_or(path);
        }
        let current = std::env::current_dir();
        current.ok().and_then(|current| path.strip_prefix(current).ok()).unwrap_or(path)
    }

    /// Returns the type of what a symbolic link leads to, unless that is outside of the root.
    fn through_link(&self, path: &Path) -> Result<Type, Place> {
        let root = self.canonical.get_or_init(|| fs::canonicalize(&self.root).ok());
        let real = match fs::canonicalize(path) {
            Ok(real) => real,
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
                return Err(Place::Unseen(format!("a symbolic link cannot be followed: {error}").into()));
            }
            Err(_) => return Err(missing("a symbolic link leads to nothing".into(), None)),
        };
        if !root.as_ref().is_some_and(|root| real.starts_with(root)) {
            return Err(missing("a symbolic link leads out of the root folder".into(), None));
        }
        Ok(if real.is_dir() { Type::Folder } else { Type::File })
    }

    fn listing(&mut self, folder: &Path) -> Arc<Listing> {
        if let Some(listing) = self.listings.get(folder) {
            return Arc::clone(listing);
        }
        let listing = match self.archive {
            Some(_) => Listing { names: Some(Vec::new()), lower: OnceLock::new() },
            None => Listing::read(folder),
        };
        let listing = Arc::new(listing);
        self.listings.insert(folder.to_owned(), Arc::clone(&listing));
        listing
    }

    fn number(&mut self, file: PathBuf) -> usize {
        if let Some(&number) = self.known.get(&*file) {
            return number;
        }
        let number = self.files.len();
        let file: Arc<Path> = file.into();
        self.files.push(Arc::clone(&file));
        self.known.insert(file, number);
        number
    }
}

fn missing(reason: String, other_case: Option<String>) -> Place {
    Place::Missing(Arc::new(Missing { reason, other_case }))
}

fn shown(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Returns a name in lower case and in one normal form.
fn folded(name: &OsStr) -> String {
    let lower = name.to_string_lossy().to_lowercase();
    if lower.is_ascii() { lower } else { lower.nfc().collect() }
}

/// Returns the name of a file for a segment of a path; `None` if no file can have it.
fn name_of(segment: &str) -> Option<OsString> {
    let bytes = Encoded::unchecked(segment).decode_bytes();
    if bytes.contains(&b'/') || bytes.contains(&0) || matches!(&*bytes, b"." | b"..") {
        return None;
    }
    #[cfg(unix)]
    return Some(std::os::unix::ffi::OsStringExt::from_vec(bytes.into_owned()));
    #[cfg(not(unix))]
    return match bytes.contains(&b'\\') {
        true => None,
        false => String::from_utf8(bytes.into_owned()).ok().map(Into::into),
    };
}
