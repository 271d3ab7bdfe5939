//! The content of an entity: its media type, its name, and its body without the transfer encoding.

use super::part::Part;
use crate::encoded_words;
use crate::parameters::{ContentType, Written};
use crate::transfer::{self, BodyReader, Decoded, Encoding};
use crate::tree::{KnownField, Subtype};
use napkin::Span;
use std::borrow::Cow;

impl<'m> Part<'m, '_> {
    /// Returns the parsed value of `Content-Type`.
    fn written(&self) -> Option<&'m Written> {
        self.node().content_type.map(|place| &self.message().tree.types[place])
    }

    /// Returns the `Content-Type`, if the entity has one. [`essence`](Self::essence) also has the default.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: text/plain; charset=utf-8\n\n");
    /// let content_type = message.root().content_type().unwrap();
    /// assert_eq!(content_type.parameter("charset").unwrap().text(), "utf-8");
    /// ```
    #[must_use]
    pub fn content_type(&self) -> Option<ContentType<'m>> {
        let field = self.known(KnownField::Type)?;
        Some(self.written()?.of(field.value(), field.raw.value.start))
    }

    /// Returns the media type in lower case: that of `Content-Type`, else `message/rfc822` in a digest (RFC 2046 section
    /// 5.1.5), else `text/plain` (RFC 2045 section 5.2).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.essence(), "text/plain");
    /// ```
    #[must_use]
    pub fn essence(&self) -> Cow<'static, str> {
        match self.written().map(Written::media_type) {
            Some(Some(media_type)) => media_type,
            None if self.parent().is_some_and(|parent| parent.node().subtype == Subtype::Digest) => {
                Cow::Borrowed("message/rfc822")
            }
            _ => Cow::Borrowed("text/plain"),
        }
    }

    /// Returns whether `Content-Type` gives this media type, which is in lower case.
    pub(crate) fn is_typed(&self, essence: &str) -> bool {
        self.written().is_some_and(|written| written.essence() == essence)
    }

    /// Returns the disposition type in lower case: `inline`, `attachment` (RFC 2183 section 2.1); `None` without a
    /// `Content-Disposition`.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Disposition: Attachment; filename=menu.pdf\n\n");
    /// assert_eq!(message.root().disposition().as_deref(), Some("attachment"));
    /// ```
    #[must_use]
    pub fn disposition(&self) -> Option<String> {
        let field = self.known(KnownField::Disposition)?.structured();
        Some(field.essence()).filter(|disposition| !disposition.is_empty()).map(str::to_owned)
    }

    /// Returns the file name of the part as its sender chose it: decoded, with its path.
    ///
    /// The name is the parameter `filename` of `Content-Disposition` (RFC 2183 section 2.3), else `name` of `Content-Type`.
    /// Pieces, charsets and escapes are decoded (RFC 2231), and also encoded words, which RFC 2047 section 5 forbids here and
    /// many programs write. `filename*` takes precedence over `filename` (RFC 6266 section 4.3). Never create a file of this
    /// name, and show it only with its control characters replaced.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Disposition: attachment; filename=\"../caf\xe9.pdf\"\n\n");
    /// assert_eq!(message.root().suggested_name().as_deref(), Some("../caf\u{e9}.pdf"));
    /// ```
    #[must_use]
    pub fn suggested_name(&self) -> Option<String> {
        self.names().next()
    }

    /// Returns the [suggested name](Self::suggested_name) without its path.
    ///
    /// Only the text after the last `/` or `\` counts. Of a name that is then empty, `.` or `..`, nothing counts, and the next
    /// field is asked. The name can contain control characters and characters that change the direction of text, and it can
    /// have a special meaning on some system, such as `CON`. Do not show it or create a file of that name without a check.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Disposition: attachment; filename*=utf-8''..%2Fcaf%C3%A9.pdf\n\n");
    /// assert_eq!(message.root().filename().as_deref(), Some("caf\u{e9}.pdf"));
    /// ```
    #[must_use]
    pub fn filename(&self) -> Option<String> {
        self.names().find_map(|name| {
            let name = name.rsplit(['/', '\\']).next().unwrap_or_default().trim();
            (!matches!(name, "" | "." | "..")).then(|| name.to_owned())
        })
    }

    /// Returns the names in the fields, the first of which counts.
    fn names(&self) -> impl Iterator<Item = String> {
        [(KnownField::Disposition, "filename"), (KnownField::Type, "name")].into_iter().filter_map(|(field, name)| {
            let value = self.known(field)?.structured();
            Some(value.extended_parameter(name).or_else(|| value.parameter(name))?.lenient_text())
        })
    }

    /// Returns whether the part is an attachment, which readers show only when asked to: its disposition is `attachment` or
    /// unknown (RFC 2183 section 2.8). Without a disposition, a part with a [file name](Self::filename) is one.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let is_attachment = |header: &str| Message::parse(format!("{header}\n\n").as_bytes()).root().is_attachment();
    /// assert!(is_attachment("Content-Disposition: attachment") && is_attachment("Content-Type: image/png; name=menu.png"));
    /// assert!(!is_attachment("Content-Disposition: inline; filename=menu.png") && !is_attachment("Subject: Menu"));
    /// ```
    #[must_use]
    pub fn is_attachment(&self) -> bool {
        match self.disposition() {
            Some(disposition) => disposition != "inline",
            None => self.filename().is_some(),
        }
    }

    /// Returns the transfer encoding of the body (RFC 2045 section 6).
    ///
    /// ```
    /// use napkin_mail::Message;
    /// use napkin_mail::Encoding;
    /// let message = Message::parse(b"Content-Transfer-Encoding: base64\n\nU291cA==\n");
    /// assert_eq!(message.root().encoding(), Encoding::Base64);
    /// ```
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.node().encoding
    }

    /// Returns the body as it is written, in its transfer encoding.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let bytes = b"Subject: Menu\n\nSoup\n";
    /// let message = Message::parse(bytes);
    /// let part = message.root();
    /// assert_eq!(part.raw_body(), b"Soup\n");
    /// ```
    #[must_use]
    pub fn raw_body(&self) -> &'m [u8] {
        self.body().of_bytes(self.text())
    }

    /// Returns the place in the message of the value of `Content-Type`, else of the first field.
    pub(crate) fn type_span(&self) -> Span {
        let field = self.known(KnownField::Type).or_else(|| self.fields().next());
        let start = Span::new(self.body().start, self.body().start);
        self.source_span(field.map_or(start, |field| field.trimmed_span()))
    }

    /// Returns a reader of the body without its transfer encoding, which decodes piece by piece in constant memory.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// use std::io::Read;
    /// let message = Message::parse(b"Content-Transfer-Encoding: base64\n\nU291cA==\n");
    /// let mut body = String::new();
    /// message.root().reader().read_to_string(&mut body).unwrap();
    /// assert_eq!(body, "Soup");
    /// ```
    #[must_use]
    pub fn reader(&self) -> BodyReader<'m> {
        BodyReader::new(self.raw_body(), self.encoding())
    }

    /// Returns the body without its transfer encoding, with a map to the bytes of the message.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// use napkin::Span;
    /// let bytes = b"Content-Transfer-Encoding: quoted-printable\n\na=3Db";
    /// let message = Message::parse(bytes);
    /// let body = message.root().decoded();
    /// assert_eq!(*body.bytes, *b"a=b");
    /// assert_eq!(body.source_span(Span::new(1, 2)).of_bytes(bytes), b"=3D");
    /// ```
    #[must_use]
    pub fn decoded(&self) -> Decoded<'m> {
        let mut body = transfer::decode(self.raw_body(), self.body().start, self.encoding());
        if let Some(outer) = &self.message().text(self.node().text).level {
            body.level = body.level.within(outer);
        }
        body
    }

    /// Returns the body as text: without its transfer encoding, and decoded from the charset of its `Content-Type`. A body
    /// without a charset that the Encoding Standard knows is read as UTF-8, or, if it is not UTF-8, as windows-1252. Line
    /// ends stay as they are written.
    ///
    /// ```
    /// use napkin_mail::Message;
    /// let message = Message::parse(b"Content-Type: text/plain; charset=iso-8859-2\nContent-Transfer-Encoding: quoted-printable\n\n=B3");
    /// assert_eq!(message.root().decoded_text(), "\u{142}");
    /// ```
    #[must_use]
    pub fn decoded_text(&self) -> String {
        let label = self.content_type().and_then(|content_type| content_type.parameter("charset"));
        encoded_words::text_in(&self.decoded().bytes, label.as_ref().map_or(&[][..], |label| label.bytes()))
    }
}
