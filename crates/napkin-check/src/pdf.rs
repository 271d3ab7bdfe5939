//! What fragments name in PDF files.

use napkin_document::pdf;

use crate::names::Names;

/// The places of a file that fragments name.
#[derive(Clone, Debug)]
pub(crate) struct Destinations {
    /// The number of pages, if it is known.
    pages: Option<u64>,
    names: Names,
}

/// Reads the places of a file. The error is the reason why they are unknown.
pub(crate) fn read(file: &[u8]) -> Result<Destinations, &'static str> {
    let found = pdf::destinations(file)?;
    Ok(Destinations { pages: found.pages, names: Names::new(found.names) })
}

impl Destinations {
    /// Returns why a fragment names nothing (RFC 8118 section 3). A text without `=` is the name of a destination.
    pub(crate) fn missing(&self, fragment: &str, file: &str) -> Option<String> {
        fragment.split('&').filter(|part| !part.is_empty()).find_map(|part| {
            let (key, value) = part.split_once('=').unwrap_or(("nameddest", part));
            match key {
                "page" => {
                    let (pages, page) = (self.pages?, value.parse::<u64>().unwrap_or(0));
                    (page == 0 || page > pages).then(|| format!("no page `{value}` in {file}, which has {pages}"))
                }
                "nameddest" => (!self.names.contains(value)).then(|| format!("no place named `{value}` in {file}")),
                _ => None,
            }
        })
    }

    pub(crate) fn names(&self) -> &Names {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(file: &[u8], fragment: &str) -> bool {
        read(file).unwrap().missing(fragment, "`a.pdf`").is_none()
    }

    const PLAIN: &[u8] = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Names << /Dests 6 0 R >> /Dests 5 0 R >>\nendobj\n\
        2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 2 >>\nendobj\n3 0 obj\n<< /Type /Pages /Parent 2 0 R /Count 9 >>\nendobj\n\
        5 0 obj\n<< /old#20ale [3 0 R /XYZ 0 0 0] /stout 7 0 R /Title << /D [1] >> >>\nendobj\n\
        6 0 obj\n<< /Limits [(a) (z)] /Names [(beer \\(dark\\)) [3 0 R /Fit (no)] <FEFF0063006100660 0E9> 7 0 R (w\\151ne) << /D [3 0 R] >>] >>\nendobj\n";

    #[test]
    fn destinations_of_plain_files_are_found() {
        for (fragment, is_there) in [
            ("page=1", true),
            ("page=2", true),
            ("page=3", false),
            ("page=0", false),
            ("page=x", false),
            ("nameddest=beer (dark)", true),
            ("caf\u{e9}", true),
            ("wine&zoom=50", true),
            ("old ale", true),
            ("stout", true),
            ("Title", true),
            ("no", false),
            ("D", false),
            ("XYZ", false),
            ("zoom=50", true),
            ("", true),
        ] {
            assert_eq!(found(PLAIN, fragment), is_there, "{fragment}");
        }
    }
}
