//! The media types that browsers run as JavaScript, for the screen and for bundles.

/// *JavaScript MIME types*, section 4.6 of the MIME Sniffing Standard.
const JAVASCRIPT: [&str; 16] = [
    "application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript",
    "text/ecmascript", "text/javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
    "text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript",
    "text/x-ecmascript", "text/x-javascript",
];

/// Returns whether an essence, in lower case, is a JavaScript MIME type.
pub(crate) fn is_javascript(essence: &str) -> bool {
    JAVASCRIPT.contains(&essence)
}
