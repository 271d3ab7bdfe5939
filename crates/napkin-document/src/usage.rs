//! The use of a reference: an image, a style sheet, a script, a navigation and so on, by the element, the attribute and
//! the link type. Policies decide which uses to allow.

use std::fmt;
use std::str::FromStr;

/// How a document uses the target of a reference.
///
/// ```
/// use napkin_document::Use;
/// assert_eq!("image".parse(), Ok(Use::Image));
/// assert_eq!(Use::Navigation.to_string(), "navigation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Use {
    /// Shown as an image: `img`, `poster`, `url()` in a style sheet, `image` and `use` of SVG.
    Image,
    /// Applied as a style sheet.
    Style,
    /// Run as a script.
    Script,
    /// Followed by the user or the page: `a`, `form`, `meta` refresh.
    Navigation,
    /// A nested document: `iframe`, `object`, `embed`.
    Frame,
    /// Used as a font.
    Font,
    /// Played: `audio`, `video`, `source`, `track`.
    Media,
    /// Any other use, or a use that the place does not determine.
    Other,
}

impl Use {
    /// All uses.
    pub const ALL: [Self; 8] =
        [Self::Image, Self::Style, Self::Script, Self::Navigation, Self::Frame, Self::Font, Self::Media, Self::Other];

    /// Returns `image`, `style`, `script`, `navigation`, `frame`, `font`, `media` or `other`.
    ///
    /// ```
    /// use napkin_document::Use;
    /// assert_eq!(Use::Image.name(), "image");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Style => "style",
            Self::Script => "script",
            Self::Navigation => "navigation",
            Self::Frame => "frame",
            Self::Font => "font",
            Self::Media => "media",
            Self::Other => "other",
        }
    }

    /// Returns the use of an attribute of HTML or SVG; names in lower case. For `link` elements see
    /// [`of_link`](Self::of_link).
    pub(crate) fn of_attribute(element: &str, attribute: &str) -> Self {
        match (element, attribute) {
            (_, "background" | "poster" | "icon" | "lowsrc" | "dynsrc" | "srcset" | "imagesrcset") => Self::Image,
            ("img" | "image" | "input" | "feimage" | "cursor" | "use" | "pattern" | "filter", _)
                if attribute != "usemap" && attribute != "longdesc" && attribute != "formaction" =>
            {
                Self::Image
            }
            ("lineargradient" | "radialgradient" | "mpath" | "textpath", _) => Self::Image,
            ("script", _) | ("applet" | "object", "archive" | "code" | "classid") => Self::Script,
            ("iframe" | "frame" | "embed", "src") | ("object", "data") | ("applet", "object") => Self::Frame,
            ("audio" | "video" | "source" | "track" | "bgsound", _) => Self::Media,
            (_, "ping" | "manifest" | "profile" | "itemid" | "itemtype" | "usemap" | "codebase") => Self::Other,
            (_, "href" | "xlink:href" | "action" | "formaction" | "cite" | "longdesc") => Self::Navigation,
            _ => Self::Other,
        }
    }

    /// Returns the use of a `link` element, by its link types and its preload type.
    pub(crate) fn of_link(rel: &str, preloads: &str) -> Self {
        let of_type = |word: &str| match word {
            "stylesheet" => Some(Self::Style),
            "icon" | "apple-touch-icon" | "apple-touch-icon-precomposed" | "mask-icon" => Some(Self::Image),
            "modulepreload" => Some(Self::Script),
            "preload" | "prefetch" => Some(Self::of_destination(preloads)),
            "manifest" | "preconnect" | "dns-prefetch" => Some(Self::Other),
            _ => None,
        };
        rel.split_ascii_whitespace().find_map(|word| of_type(&word.to_ascii_lowercase())).unwrap_or(Self::Navigation)
    }

    fn of_destination(name: &str) -> Self {
        match name.to_ascii_lowercase().as_str() {
            "image" => Self::Image,
            "style" => Self::Style,
            "script" | "worker" => Self::Script,
            "font" => Self::Font,
            "audio" | "video" | "track" => Self::Media,
            "document" | "object" | "embed" => Self::Frame,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Use {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|place| place.name() == name);
        found.ok_or("expected image, style, script, navigation, frame, font, media or other")
    }
}
