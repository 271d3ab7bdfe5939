//! Finds the modules of a crate, and the uses between its files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, UseTree};

/// The path of a module or an item from the root of its crate: `["html", "scanner"]`.
type ItemPath = Vec<String>;

/// The modules and paths that have been searched.
type Tried = BTreeSet<(ItemPath, ItemPath)>;

/// A module: its file and its names.
#[derive(Default)]
struct Module {
    /// The place of its file in [`Graph::files`].
    file: usize,
    items: BTreeSet<String>,
    /// Names from other modules, with their paths as written in the `use`.
    imports: BTreeMap<String, ItemPath>,
    /// The paths of modules whose names are all imported.
    globs: Vec<ItemPath>,
}

/// The files of a crate and the uses between them.
pub(crate) struct Graph {
    /// Each file, relative to the crate's `src`, with `/` between folders.
    pub(crate) files: Vec<String>,
    /// Pairs of places in `files`: the first file uses an item that the second defines.
    pub(crate) uses: BTreeSet<(usize, usize)>,
}

impl Graph {
    /// Reads a crate from the file of its root, for example `src/lib.rs`. Tests and code behind features count too.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let mut reader = Reader { source: root.parent().unwrap_or(root).to_owned(), ..Reader::default() };
        reader.file(root, &[])?;
        let uses = reader.uses.iter().filter_map(|(user, path)| {
            let (from, to) = (reader.modules[user].file, reader.definer(user, path)?);
            (from != to).then_some((from, to))
        });
        Ok(Self { uses: uses.collect(), files: reader.files })
    }

    /// The top-level module of a file: `html` for `html/scanner.rs`; `None` for the root of the crate.
    pub(crate) fn top_level(&self, file: usize) -> Option<&str> {
        self.files[file].split(['/', '.']).next().filter(|name| !matches!(*name, "lib" | "main"))
    }
}

#[derive(Default)]
struct Reader {
    source: PathBuf,
    files: Vec<String>,
    modules: BTreeMap<ItemPath, Module>,
    /// Each module, and a path in its code.
    uses: Vec<(ItemPath, ItemPath)>,
}

impl Reader {
    fn file(&mut self, path: &Path, module: &[String]) -> Result<(), String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let syntax = syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.strip_prefix(&self.source).unwrap_or(path).to_string_lossy().replace('\\', "/");
        self.files.push(name);
        let is_folder = module.is_empty() || path.ends_with("mod.rs");
        let folder = if is_folder { path.parent().unwrap_or(path).to_owned() } else { path.with_extension("") };
        self.module(&syntax.items, module, self.files.len() - 1, &folder)
    }

    /// Reads the items of a module, and the files of its submodules in `folder`.
    fn module(&mut self, items: &[Item], module: &[String], file: usize, folder: &Path) -> Result<(), String> {
        self.modules.insert(module.to_vec(), Module { file, ..Module::default() });
        for item in items {
            match item {
                Item::Mod(child) => self.submodule(child, module, file, folder)?,
                Item::Use(import) => {
                    // A re-export is not a use.
                    let is_private = matches!(import.vis, syn::Visibility::Inherited);
                    for (alias, path) in imports(&import.tree, &[]) {
                        self.import(alias, path, module, is_private);
                    }
                }
                other => self.item(other, module),
            }
        }
        Ok(())
    }

    fn submodule(&mut self, child: &syn::ItemMod, module: &[String], file: usize, folder: &Path) -> Result<(), String> {
        let name = plain(&child.ident);
        let path = [module, std::slice::from_ref(&name)].concat();
        let inner = folder.join(&name);
        if let Some((_, items)) = &child.content {
            return self.module(items, &path, file, &inner);
        }
        // A `path` attribute means test code outside of `src` that several crates share.
        if child.attrs.iter().any(|attribute| attribute.path().is_ident("path")) {
            return Ok(());
        }
        let beside = inner.with_extension("rs");
        self.file(&if beside.exists() { beside } else { inner.join("mod.rs") }, &path)
    }

    /// Records what an item defines and uses.
    fn item(&mut self, item: &Item, module: &[String]) {
        if let Some(name) = item_name(item) {
            self.modules.entry(module.to_vec()).or_default().items.insert(name);
        }
        let mut paths = Paths { found: Vec::new() };
        paths.visit_item(item);
        self.uses.extend(paths.found.into_iter().map(|path| (module.to_vec(), path)));
    }

    /// Records one name of a `use`; `alias` is `None` for all names of a module.
    fn import(&mut self, alias: Option<String>, path: ItemPath, module: &[String], is_private: bool) {
        if is_private {
            self.uses.push((module.to_vec(), path.clone()));
        }
        let importer = self.modules.entry(module.to_vec()).or_default();
        match alias {
            Some(alias) => _ = importer.imports.insert(alias, path),
            None => importer.globs.push(path),
        }
    }

    /// Returns the file that defines the item at a path in the code of the module `user`, if this crate defines it.
    fn definer(&self, user: &[String], path: &[String]) -> Option<usize> {
        let module = self.find(user, path, &mut BTreeSet::new())?;
        Some(self.modules[&module].file)
    }

    /// Returns the module that defines the item at `path`, as written in the module `user`. `tried` has the searched paths,
    /// because imports may be circular, and `use memchr::memchr` leads to ever longer paths.
    fn find(&self, user: &[String], path: &[String], tried: &mut Tried) -> Option<ItemPath> {
        if tried.len() == 64 || !tried.insert((user.to_vec(), path.to_vec())) {
            return None;
        }
        let mut module = user.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                module.clear();
                rest = &path[1..];
            }
            "self" => rest = &path[1..],
            _ => {
                while rest.first().is_some_and(|step| step == "super") {
                    module.pop()?;
                    rest = &rest[1..];
                }
            }
        }
        if rest.len() == path.len() && !self.has(&module, &rest[0]) {
            return self.find_in_globs(&module, rest, tried);
        }
        while let Some((name, behind)) = rest.split_first() {
            let child = [&module[..], std::slice::from_ref(name)].concat();
            if self.modules.contains_key(&child) {
                module = child;
                rest = behind;
                continue;
            }
            let here = &self.modules[&module];
            return match here.imports.get(name) {
                _ if here.items.contains(name) => Some(module),
                // `use memchr::memchr` imports a name of another crate: its path begins with that same name.
                Some(target) if target != path => self.find(&module, &[target, behind].concat(), tried),
                _ => self.find_in_globs(&module, rest, tried).or(Some(module)),
            };
        }
        Some(module)
    }

    /// Like [`Self::find`] for a path whose first name comes from a `use` of all names of a module.
    fn find_in_globs(&self, module: &[String], path: &[String], tried: &mut Tried) -> Option<ItemPath> {
        self.modules[module].globs.iter().find_map(|glob| {
            let target = self.find(module, glob, tried)?;
            if self.has(&target, &path[0]) { self.find(&target, path, tried) } else { None }
        })
    }

    fn has(&self, module: &[String], name: &str) -> bool {
        let here = &self.modules[module];
        let child = [module, &[name.to_owned()]].concat();
        here.items.contains(name) || here.imports.contains_key(name) || self.modules.contains_key(&child)
    }
}

/// Returns the name of an identifier, without the `r#` of keywords.
fn plain(name: &proc_macro2::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

fn item_name(item: &Item) -> Option<String> {
    Some(plain(match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    }))
}

/// Collects the paths in an item, including single names and paths within macros.
struct Paths {
    found: Vec<ItemPath>,
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found.push(path.segments.iter().map(|segment| plain(&segment.ident)).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        self.visit_path(&of.path);
        self.tokens(of.tokens.clone());
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        self.found.extend(imports(&import.tree, &[]).into_iter().map(|(_, path)| path));
    }
}

impl Paths {
    /// Collects sequences of names with `::` between them.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: ItemPath = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.found.push(std::mem::take(&mut path));
                    }
                    path.push(plain(&name));
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    colons = 0;
                }
                _ => colons = 0,
            }
        }
        self.found.push(path);
        // `crate` alone is a visibility.
        self.found.retain(|path| !path.is_empty() && path != &["crate"]);
    }
}

/// Returns the names that a `use` imports below `prefix`, each with its path; the name is `None` for a glob.
fn imports(tree: &UseTree, prefix: &[String]) -> Vec<(Option<String>, ItemPath)> {
    let below = |name: &proc_macro2::Ident| [prefix, &[plain(name)]].concat();
    let named = |name: &proc_macro2::Ident, alias: Option<&proc_macro2::Ident>| {
        let path = if name == "self" { prefix.to_vec() } else { below(name) };
        (alias.map(plain).or_else(|| path.last().cloned()), path)
    };
    match tree {
        UseTree::Path(step) => imports(&step.tree, &below(&step.ident)),
        UseTree::Group(group) => group.items.iter().flat_map(|tree| imports(tree, prefix)).collect(),
        UseTree::Glob(_) => vec![(None, prefix.to_vec())],
        UseTree::Name(import) => vec![named(&import.ident, None)],
        UseTree::Rename(import) => vec![named(&import.ident, Some(&import.rename))],
    }
}
