//! Checks the order of the crates and of the modules in each crate, and the list of files with unsafe code.
//!
//! `xtask/layers.toml` has the order and the list.

mod circles;
mod modules;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;

use self::modules::Graph;

/// The most files in an allowed circle: a module and two of its submodules.
const MOST_FILES: usize = 3;

/// The contents of `layers.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Layers {
    /// The files that may contain `allow(unsafe_code)`.
    r#unsafe: Vec<String>,
    /// The crates; each depends only on those before it.
    #[serde(rename = "crate")]
    pub(crate) crates: Vec<Crate>,
}

impl Layers {
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let text = read(&root.join("xtask/layers.toml"))?;
        toml::from_str(&text).map_err(|error| format!("xtask/layers.toml: {error}"))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Whether the crate is in the workspace `columns/`.
    #[serde(default)]
    apart: bool,
    /// The top-level modules; each uses only those before it.
    modules: Vec<Group>,
    /// The sizes of known circles of too many files, largest first; they are still to be broken up.
    #[serde(default)]
    file_circles: Vec<usize>,
    /// The number of public functions without an example.
    #[serde(default)]
    pub(crate) without_example: usize,
}

impl Crate {
    pub(crate) fn folder(&self, root: &Path) -> PathBuf {
        root.join(if self.apart { "columns" } else { "crates" }).join(&self.name)
    }
}

/// A module, or a known circle of modules, which is still to be broken up.
#[derive(Deserialize)]
#[serde(untagged)]
enum Group {
    One(String),
    Circle(Vec<String>),
}

impl Group {
    fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Circle(names) => names,
        }
    }
}

/// Runs `cargo xtask layers`; without `--check` it prints the order that it finds, and the circles of files.
pub(crate) fn run(root: &Path, only_check: bool) -> Result<String, String> {
    let layers = Layers::read(root)?;
    let complaints = complaints(root, &layers, only_check)?;
    if complaints.is_empty() { Ok(summary(&layers.crates)) } else { Err(complaints.join("\n")) }
}

fn summary(crates: &[Crate]) -> String {
    let sizes: Vec<usize> = crates.iter().flat_map(|each| &each.modules).map(|group| group.names().len()).collect();
    format!(
        "layers: {} modules and {} crates in order, unsafe code where it is listed; known circles: {} of modules, {} of files",
        sizes.iter().sum::<usize>(),
        crates.len(),
        sizes.iter().filter(|&&size| size > 1).count(),
        crates.iter().map(|each| each.file_circles.len()).sum::<usize>()
    )
}

fn complaints(root: &Path, layers: &Layers, only_check: bool) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for (place, each) in layers.crates.iter().enumerate() {
        let folder = each.folder(root);
        let source = ["src/lib.rs", "src/main.rs"].map(|name| folder.join(name)).into_iter().find(|file| file.exists());
        let graph = Graph::read(&source.ok_or_else(|| format!("{}: no src/lib.rs and no src/main.rs", each.name))?)?;
        if !only_check {
            print_order(each, &graph);
        }
        complaints.extend(module_order(each, &graph));
        complaints.extend(module_circles(each, &graph));
        complaints.extend(file_circles(each, &graph));
        complaints.extend(manifest(each, &layers.crates[place + 1..], &read(&folder.join("Cargo.toml"))?));
    }
    complaints.extend(unsafe_code(root, layers)?);
    Ok(complaints)
}

fn print_order(of: &Crate, graph: &Graph) {
    println!("{}", of.name);
    circles::modules(graph).iter().for_each(|group| println!("  {}", group.join(" <-> ")));
    for circle in circles::files(graph, MOST_FILES) {
        println!("  circle of {} files: {}", circle.len(), circle.join(" "));
    }
}

/// Complains about modules without a place in the list, and about uses of later modules.
fn module_order(of: &Crate, graph: &Graph) -> Vec<String> {
    let position = |module: &str| of.modules.iter().position(|group| group.names().iter().any(|name| name == module));
    let has_no_place = |&file: &usize| graph.top_level(file).is_some_and(|module| position(module).is_none());
    let mut complaints: Vec<String> = (0..graph.files.len())
        .filter(has_no_place)
        .map(|file| format!("{}: {} has no place in the order of modules of layers.toml", of.name, graph.files[file]))
        .collect();
    for &(from, to) in &graph.uses {
        let [user, used] = [from, to].map(|file| graph.top_level(file).and_then(position));
        if user.zip(used).is_some_and(|(user, used)| user < used) {
            let [from, to] = [from, to].map(|file| &graph.files[file]);
            complaints.push(format!("{}: {from} uses {to}, whose module comes later in the order", of.name));
        }
    }
    complaints
}

/// Complains about listed circles of modules that are not circles any more, and about listed modules that do not exist.
fn module_circles(of: &Crate, graph: &Graph) -> Vec<String> {
    let found = circles::modules(graph);
    let complaint = |group: &Group| match group {
        Group::One(name) => (!found.iter().flatten().any(|found| found == name))
            .then(|| format!("{}: layers.toml lists {name}, which is no module", of.name)),
        Group::Circle(names) => {
            let names: BTreeSet<&String> = names.iter().collect();
            (!found.iter().any(|found| found.iter().eq(names.iter().copied()))).then(|| {
                format!("{}: layers.toml lists {names:?}, which is no circle of exactly these modules", of.name)
            })
        }
    };
    of.modules.iter().filter_map(complaint).collect()
}

fn file_circles(of: &Crate, graph: &Graph) -> Option<String> {
    let found = circles::files(graph, MOST_FILES);
    let mut sizes: Vec<usize> = found.iter().map(Vec::len).collect();
    sizes.sort_by_key(|&size| std::cmp::Reverse(size));
    (sizes != of.file_circles).then(|| {
        let circles: Vec<String> = found.iter().map(|circle| circle.join(" ")).collect();
        format!(
            "{}: circles of {sizes:?} files, but layers.toml lists {:?}:\n  {}",
            of.name,
            of.file_circles,
            circles.join("\n  ")
        )
    })
}

/// Complains about a crate that does not use the workspace's lints, or that depends on a later crate.
fn manifest(of: &Crate, later: &[Crate], manifest: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    if !manifest.contains("[lints]\nworkspace = true") {
        complaints.push(format!("{}: the manifest does not use the workspace's lints", of.name));
    }
    for later in later {
        if manifest.lines().any(|line| line.split([' ', '=', '.']).next() == Some(&later.name)) {
            complaints.push(format!("{}: depends on {}, which comes later in the order", of.name, later.name));
        }
    }
    complaints
}

fn unsafe_code(root: &Path, layers: &Layers) -> Result<Option<String>, String> {
    let mut allowed = Vec::new();
    for each in &layers.crates {
        let folder = each.folder(root);
        for file in rust_files(&folder, &folder.join("target"))? {
            if read(&file)?.contains("allow(unsafe_code)") {
                allowed.push(file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/"));
            }
        }
    }
    allowed.sort();
    let differs = allowed != layers.r#unsafe;
    Ok(differs.then(|| format!("unsafe code is allowed in {allowed:?}, but layers.toml lists {:?}", layers.r#unsafe)))
}

/// Returns the Rust files of a folder, except the build folder `built` of a crate with its own workspace.
pub(crate) fn rust_files(folder: &Path, built: &Path) -> Result<Vec<PathBuf>, String> {
    let error = |error: io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        if path.is_dir() && path != built {
            files.extend(rust_files(&path, built)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

pub(crate) fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}
