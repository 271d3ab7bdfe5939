//! `include/napkin.h` is that of the functions. With NAPKIN_WRITE_HEADER=1 it is written.

use std::fs;
use std::path::Path;

#[test]
fn header_has_every_function() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("a configuration");
    let sources = ["src/types.rs", "src/abi.rs"];
    let builder = sources.iter().fold(cbindgen::Builder::new(), |builder, source| builder.with_src(root.join(source)));
    let mut header = Vec::new();
    builder.with_config(config).generate().expect("a header").write(&mut header);
    let header = String::from_utf8(header).expect("UTF-8");
    let path = root.join("include/napkin.h");
    if std::env::var_os("NAPKIN_WRITE_HEADER").is_some() {
        fs::write(&path, &header).expect("the header is written");
    }
    assert!(header.matches("napkin_").count() > 30, "{header}");
    assert_eq!(fs::read_to_string(&path).expect("the header"), header, "run with NAPKIN_WRITE_HEADER=1");
}
