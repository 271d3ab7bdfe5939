//! Counts the public functions whose documentation has no example. `layers.toml` has the number for each crate, so that a new
//! function needs an example, and a number that has fallen is written down.

use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ExprLit, ImplItemFn, ItemFn, Lit, Meta, MetaNameValue, Visibility};

use crate::layers::{Layers, read, rust_files};

pub(crate) fn run(root: &Path) -> Result<String, String> {
    let (mut lines, mut complaints) = (Vec::new(), Vec::new());
    for each in Layers::read(root)?.crates {
        let folder = each.folder(root).join("src");
        let mut functions = Functions::default();
        for file in rust_files(&folder, &folder)? {
            let syntax = syn::parse_file(&read(&file)?).map_err(|error| format!("{}: {error}", file.display()))?;
            functions.visit_file(&syntax);
        }
        let Functions { all, without } = functions;
        lines.push(format!("{:16} {} of {all} public functions without an example", each.name, without.len()));
        if without.len() != each.without_example {
            complaints.push(format!(
                "{}: {} public functions have no example, but layers.toml says {}: add examples, or lower the number: {}",
                each.name,
                without.len(),
                each.without_example,
                without.join(" ")
            ));
        }
    }
    if complaints.is_empty() { Ok(lines.join("\n")) } else { Err(complaints.join("\n")) }
}

/// The functions that are `pub`: rustc's lint `unreachable_pub` proves that others can call them. Functions of traits and
/// those made by macros are not counted.
#[derive(Default)]
struct Functions {
    all: usize,
    /// The names of those without an example.
    without: Vec<String>,
}

impl Functions {
    fn function(&mut self, visibility: &Visibility, attributes: &[Attribute], name: &syn::Ident) {
        let docs = || attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).map(|each| &each.meta);
        let is_hidden = docs().any(|doc| matches!(doc, Meta::List(list) if list.tokens.to_string() == "hidden"));
        if matches!(visibility, Visibility::Public(_)) && !is_hidden {
            self.all += 1;
            if !docs().any(begins_example) {
                self.without.push(name.to_string());
            }
        }
    }
}

/// Returns whether a line of documentation begins or ends a block of code.
fn begins_example(doc: &Meta) -> bool {
    let Meta::NameValue(MetaNameValue { value: Expr::Lit(ExprLit { lit: Lit::Str(line), .. }), .. }) = doc else {
        return false;
    };
    line.value().contains("```")
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, of: &'ast ItemFn) {
        self.function(&of.vis, &of.attrs, &of.sig.ident);
        visit::visit_item_fn(self, of);
    }

    fn visit_impl_item_fn(&mut self, of: &'ast ImplItemFn) {
        self.function(&of.vis, &of.attrs, &of.sig.ident);
        visit::visit_impl_item_fn(self, of);
    }
}
