//! Chooses the file name extension by which a server recognizes a media type.
//!
//! The file name in the message has no influence.

/// Extensions by media type, sorted. Other types get `bin`. `mime_guess` sorts the extensions of a type by name: the first
/// of `text/plain` is `asm`.
const EXTENSIONS: [(&str, &str); 30] = [
    ("application/gzip", "gz"),
    ("application/json", "json"),
    ("application/msword", "doc"),
    ("application/pdf", "pdf"),
    ("application/postscript", "ps"),
    ("application/rtf", "rtf"),
    ("application/vnd.ms-excel", "xls"),
    ("application/vnd.ms-powerpoint", "ppt"),
    ("application/vnd.oasis.opendocument.spreadsheet", "ods"),
    ("application/vnd.oasis.opendocument.text", "odt"),
    ("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
    ("application/xml", "xml"),
    ("application/zip", "zip"),
    ("audio/mpeg", "mp3"),
    ("audio/ogg", "ogg"),
    ("audio/wav", "wav"),
    ("image/bmp", "bmp"),
    ("image/gif", "gif"),
    ("image/jpeg", "jpg"),
    ("image/png", "png"),
    ("image/svg+xml", "svg"),
    ("image/tiff", "tif"),
    ("image/webp", "webp"),
    ("text/calendar", "ics"),
    ("text/css", "css"),
    ("text/csv", "csv"),
    ("text/html", "html"),
    ("text/plain", "txt"),
];

/// Returns the file name extension for a media type in lower case, without a period; `bin` if the type is not in the table.
///
/// ```
/// use napkin_mail::extension;
/// assert_eq!((extension("image/jpeg"), extension("image/x-menu")), ("jpg", "bin"));
/// ```
#[must_use]
pub fn extension(media_type: &str) -> &'static str {
    let found = EXTENSIONS.binary_search_by(|(known, _)| (*known).cmp(media_type));
    found.map_or("bin", |at| EXTENSIONS[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_in_order() {
        assert!(EXTENSIONS.is_sorted());
        assert_eq!((extension("image/png"), extension("image/../png")), ("png", "bin"));
    }
}
