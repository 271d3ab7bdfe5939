//! The rules by name, in the order of their tables. This is one list, and so longer than other files.

/// A rule that a text can break, or a thing worth knowing about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Rule {
    /// The bytes are not UTF-8.
    Utf8,
    /// The text is longer than the limit.
    TooLong,
    /// A scheme begins with or contains what no scheme may.
    Scheme,
    /// A colon in the first segment of a relative reference.
    FirstSegmentColon,
    /// A character that no user or password may contain.
    Userinfo,
    /// A character that no host name may contain.
    Host,
    /// A label of a 1997 host name is malformed.
    Label,
    /// A user or a port without a host, under the 1997 grammar.
    HostMissing,
    /// A host in brackets that is not closed, or something after it.
    IpLiteral,
    /// A malformed IPv6 address.
    Ipv6,
    /// A malformed address of a future version of IP.
    IpvFuture,
    /// A port that is not made of digits.
    Port,
    /// A character that no path may contain.
    Path,
    /// A character that no query may contain.
    Query,
    /// A character that no fragment may contain.
    Fragment,
    /// A `%` without two hexadecimal digits.
    PctEncoded,
    /// A base that is itself relative.
    BaseNotAbsolute,
    /// A relative reference where there is no base.
    BaseMissing,
    /// A relative reference against a base without hierarchy.
    BaseOpaque,
    /// The URL of the current document is needed and not known.
    DocumentUnknown,
    /// More `..` than there are levels.
    AboveRoot,
    /// The result reads back as something else than it was made of.
    ReadsBackDifferently,
    /// The parts that were set cannot be written as one URL.
    Unrepresentable,
    /// Delimiters or white space were taken off what a person typed.
    Typed,
    /// A domain that strict Unicode ToASCII does not take.
    DomainToAscii,
    /// A domain that contains an escape.
    DomainPercentEncoded,
    /// A forbidden character in an opaque host.
    HostInvalidCodePoint,
    /// An IPv4 address with a dot at its end.
    Ipv4EmptyPart,
    /// An IPv4 address of fewer than four parts.
    Ipv4TooFewParts,
    /// An IPv4 address of more than four parts.
    Ipv4TooManyParts,
    /// A part of an IPv4 address that is no number.
    Ipv4NonNumericPart,
    /// A part of an IPv4 address in hexadecimal or octal.
    Ipv4NonDecimalPart,
    /// A part of an IPv4 address beyond 255.
    Ipv4OutOfRangePart,
    /// An IPv4 address with characters beyond ASCII.
    Ipv4NonAsciiInput,
    /// An IPv6 address without its `]`.
    Ipv6Unclosed,
    /// An IPv6 address that begins with one colon.
    Ipv6InvalidCompression,
    /// An IPv6 address of more than eight pieces.
    Ipv6TooManyPieces,
    /// A second `::`.
    Ipv6MultipleCompression,
    /// What does not belong into an IPv6 address.
    Ipv6InvalidCodePoint,
    /// An IPv6 address of fewer than eight pieces.
    Ipv6TooFewPieces,
    /// A leading zero in an IPv6 address.
    Ipv6PieceLeadingZero,
    /// Too many pieces before an IPv4 address.
    Ipv4InIpv6TooManyPieces,
    /// A malformed IPv4 address in an IPv6 address.
    Ipv4InIpv6InvalidCodePoint,
    /// A part beyond 255 of an IPv4 address in an IPv6 address.
    Ipv4InIpv6OutOfRangePart,
    /// Too few parts of an IPv4 address in an IPv6 address.
    Ipv4InIpv6TooFewParts,
    /// What is neither a URL code point nor an escape.
    InvalidUrlUnit,
    /// A special scheme without `//`, or with more.
    SpecialSchemeMissingFollowingSolidus,
    /// A relative URL without a base that fits.
    MissingSchemeNonRelativeUrl,
    /// A `\` for a `/`.
    InvalidReverseSolidus,
    /// A user or a password.
    InvalidCredentials,
    /// A port beyond 65535.
    PortOutOfRange,
    /// A port that is no number.
    PortInvalid,
    /// A drive letter at the start of a relative URL.
    FileInvalidWindowsDriveLetter,
    /// A drive letter where a host would be.
    FileInvalidWindowsDriveLetterHost,
    /// A URL that is not in its serialised form.
    NotSerialized,
    /// A domain beyond ASCII in a build without its tables.
    IdnaMissing,
    /// The text is no `data:` URL.
    DataScheme,
    /// A `data:` URL without its comma.
    DataComma,
    /// A comma between quotes that ends the media type.
    DataCommaInQuotes,
    /// A `;base64` that is not where it must be, or is escaped.
    DataBase64Marker,
    /// White space in a `data:` URL.
    DataWhiteSpace,
    /// A character that must be escaped in a `data:` URL.
    DataCharacter,
    /// A `?` in a `data:` URL.
    DataQuery,
    /// A `#` in a `data:` URL.
    DataFragment,
    /// A `data:` URL that begins with a slash.
    DataHierarchy,
    /// A `data:` URL beyond the length that is asked for.
    DataLong,
    /// A malformed media type.
    MediaType,
    /// A malformed parameter of a media type.
    MediaTypeParameter,
    /// An escape in the media type of a `data:` URL.
    MediaTypeEscape,
    /// A second parameter of the same name.
    MediaTypeRepeated,
    /// A media type beyond the limit.
    MediaTypeTooLong,
    /// More parameters than the limit.
    MediaTypeTooManyParameters,
    /// A byte that is none of base64.
    Base64Alphabet,
    /// A character of the other alphabet of base64.
    Base64UrlAlphabet,
    /// Too little or too much padding.
    Base64Padding,
    /// A character that is left over.
    Base64Length,
    /// Bits that are dropped.
    Base64TrailingBits,
    /// Data that looks like something else than its `data:` URL says.
    DataTypeMismatch,
    /// A `data:` URL on whose media type its readers disagree.
    DataTypeAmbiguous,
    /// A `data:` URL on whose data its readers disagree.
    DataBytesAmbiguous,
    /// Data of a type that a policy does not admit.
    DataTypeDenied,
    /// `data:` URLs inside each other beyond the limit.
    DataTooDeep,
    /// More `data:` URLs than the limit.
    DataTooMany,
    /// The data of one URL is larger than the limit.
    DataTooLarge,
    /// The data of all URLs together is larger than the limit.
    DataTotal,
    /// A page that ends inside a tag.
    EofInTag,
    /// A page that ends inside a comment.
    EofInComment,
    /// A page that ends inside its document type.
    EofInDoctype,
    /// A page that ends inside a CDATA section.
    EofInCdata,
    /// A page that ends inside what looks like a comment in a script.
    EofInScriptHtmlCommentLikeText,
    /// A page that ends inside a text that only its end tag ends.
    EofInRawText,
    /// A tag or a text of a page beyond the limit.
    TokenTooLong,
    /// A document beyond the limit on what is held.
    DocumentTooLarge,
    /// A nested document that is too deep.
    DocumentTooDeep,
    /// A document of a kind that cannot be read.
    DocumentUnreadable,
    /// Too many open elements in a page.
    ElementsTooDeep,
    /// XML entities that are too large or too deep.
    EntitiesTooLarge,
    /// Nested `xml:base` that are too deep.
    BasesTooDeep,
    /// A reference in plain text that is too long.
    ReferenceTooLong,
    /// The output for one document is too long.
    OutputTooLong,
    /// Further findings of a rule in one reference, beyond the number that is reported.
    FindingsOmitted,
    /// Text in place of a header.
    MailHeaderLine,
    /// A header line that is no field.
    MailLineSkipped,
    /// A bare CR in a header, or a message whose lines end with CR alone.
    MailBareCr,
    /// A header beyond the limit.
    MailHeaderTooLarge,
    /// A multipart without a boundary that can be used.
    MailBoundary,
    /// A multipart without its close delimiter.
    MailUnclosed,
    /// A line that begins like a delimiter.
    MailDelimiterDoubtful,
    /// Entities in each other beyond the limit.
    MailTooDeep,
    /// More entities than the limit.
    MailTooManyParts,
    /// Encoded messages beyond the limit.
    MailDecodedTooLarge,
    /// A composite entity with a transfer encoding.
    MailTransferEncoding,
    /// A parameter that is malformed.
    MailParameter,
    /// A parameter that stands there twice.
    MailParameterRepeated,
    /// A parameter of which a piece is missing.
    MailParameterPieces,
    /// A parameter with characters that it may not have.
    MailParameterCharacters,
    /// An external body whose access type is missing or unknown.
    MailAccessType,
    /// An external body without a parameter that it needs.
    MailAccessParameter,
    /// An external body by a URL that retrieves nothing.
    MailAccessScheme,
    /// White space in the URL of an external body.
    MailUrlWhiteSpace,
    /// A character in the URL of an external body that had to be escaped.
    MailUrlCharacter,
    /// A word of the URL of an external body beyond forty characters.
    MailUrlWord,
    /// An external body by a relative URL.
    MailUrlRelative,
    /// An external body without a Content-ID.
    MailContentId,
    /// A Content-ID of two entities.
    MailContentIdRepeated,
    /// A phantom body that is not blank.
    MailPhantomBody,
    /// An expiration that is no date.
    MailExpiration,
    /// A hash or a size that is none.
    MailHash,
    /// A Content-Base that is not absolute.
    MailBase,
    /// A second Content-Location, or something behind one.
    MailContentLocation,
    /// The start of a multipart/related that names none of its parts.
    MailStart,
    /// Two parts of a multipart/related with one Content-Location.
    MailContentLocationRepeated,
    /// An external body by whose parameters no URL is made.
    MailNoUrl,
    /// An external body whose expiration is past.
    MailExpired,
    /// A part of an encoded message, which is not changed.
    MailInsideEncoded,
    /// A part under a signature, or encrypted.
    MailProtected,
    /// An external body whose object is no part of the message.
    MailNoSuchPart,
    /// A part that is asked for as an external body and is none.
    MailNotExternal,
    /// An object that could not be retrieved.
    MailNotRetrieved,
    /// An object of another media type.
    MailObjectType,
    /// An object of another size.
    MailObjectSize,
    /// An object whose MD5 is another.
    MailObjectMd5,
    /// An object whose SHA-1 is another.
    MailObjectHash,
    /// An object that is not what was detached.
    MailObjectChanged,
    /// An object that would end a part.
    MailObjectBoundary,
    /// An object beyond the limit.
    MailObjectTooLarge,
    /// A part of a multipart/related or multipart/alternative, which stays.
    MailRelated,
    /// A composite part that was not read, and stays.
    MailPartsUnread,
    /// A part that is smaller than what would take its place.
    MailStubLarger,
    /// A part that would not come back as it is.
    MailNotReversible,
    /// A DKIM signature that detaching breaks.
    MailDkim,
    /// An attachment that was deleted and has no place.
    MailDeleted,
    /// An external body that cannot be pointed where it should.
    MailNotWritten,
    /// A message of a mailbox beyond the limit on its length.
    MailboxMessageTooLarge,
    /// A Content-Length that does not lead to the end of its message in the mailbox.
    MailboxContentLength,
    /// A message of a mailbox that begins without an empty line before it.
    MailboxNoEmptyLine,
    /// A line of a message that may begin another message.
    MailboxLineDoubtful,
    /// A line of what a message becomes that would begin another message of its mailbox.
    MailboxBeginsMessage,
    /// A line of what a message becomes that its mailbox would take for a quoted one.
    MailboxReadsQuoted,
    /// The standards do not read one and the same host.
    StandardsDisagree,
    /// The policy does not name the scheme.
    SchemeNotPermitted,
    /// The scheme names nothing that could be retrieved, or nothing here retrieves it.
    SchemeNotRetrievable,
    /// A user or a password in a URL that is to be retrieved.
    CredentialsNotPermitted,
    /// A port on which another protocol listens.
    PortReserved,
    /// A port that is neither the scheme's own nor named by the policy.
    PortNotPermitted,
    /// A name that means the machine itself, its network, or its cloud.
    HostNotPermitted,
    /// An address that is not one of the public Internet.
    AddressSpecial,
    /// A name without an address.
    HostNotFound,
    /// An escape for a control character that would reach a line of a text protocol.
    EscapedControl,
    /// A file that the policy does not admit.
    FileNotPermitted,
    /// Nobody has agreed to a retrieval that somebody else asks for.
    ConsentMissing,
    /// A redirect from a protected to an open connection.
    RedirectDowngrade,
    /// A redirect to a scheme to which no server may lead.
    RedirectScheme,
    /// More redirects than the limit.
    TooManyRedirects,
    /// A connection that would lead, or has led, elsewhere than was permitted.
    AddressMismatch,
    /// A media type that the policy does not admit.
    MediaTypeNotPermitted,
    /// An operation that the scheme does not have.
    OperationNotOffered,
    /// More bytes than the limit.
    BodyTooLarge,
    /// More bytes than the limit once decompressed.
    DecodedTooLarge,
    /// Header fields beyond the limit.
    FieldsTooLarge,
    /// Too many answers for one object.
    TooManyRanges,
    /// No connection within the limit.
    ConnectTimeout,
    /// No answer within the limit.
    FirstByteTimeout,
    /// A pause in the body beyond the limit.
    ReadTimeout,
    /// A retrieval beyond its time.
    TotalTimeout,
    /// A connection that cannot be made, or breaks.
    ConnectionFailed,
    /// A connection that cannot be protected.
    TlsFailed,
    /// An answer that is none of the protocol.
    ProtocolError,
    /// A body that ends before its end.
    BodyIncomplete,
    /// A compressed body that cannot be decompressed.
    ContentCoding,
    /// An answer that is not the object.
    StatusNotSuccess,
    /// A part that does not belong to what is there.
    RangeMismatch,
    /// An object that is not there or cannot be read.
    ObjectUnreadable,
    /// What has been retrieved cannot be kept.
    StorageFailed,
    /// A file that is there already.
    FileExists,
    /// Characters that were escaped for the request.
    RequestEscaped,
    /// A body of which only the end of the connection says that it is whole.
    BodyUnframed,
    /// Programs do not use the same host or port of this URL.
    ReadersDisagree,
    /// Programs read this differently, but for a form of it that all read alike.
    NormaliseFirst,
    /// The port is not the default of the scheme.
    PortNotDefault,
    /// An escape stands for a line break, behind which another command or field can begin.
    EscapedLineBreak,
    /// An escape in the authority, or at the end of a path, stands for a delimiter.
    EscapedDelimiter,
    /// The URL carries a password.
    PasswordInUrl,
    /// A user stands before the host of a web URL.
    UserInUrl,
    /// A gopher URL that speaks another protocol.
    GopherImpersonation,
    /// A label of the host mixes scripts that no language writes together.
    MixedScripts,
    /// A label of the host looks like one in plain Latin letters.
    ConfusableHost,
    /// A label of the host is in Punycode, and so cannot be read.
    PunycodeHost,
    /// A control character turns the direction of what follows.
    BidiControl,
    /// A character that shows nothing.
    InvisibleCharacter,
    /// What stands before the `@` looks like a host, and is a user.
    BrandBeforeAt,
    /// The host begins like another host.
    HostInHost,
    /// What stands right behind the host reads like another host.
    HostBehindHost,
    /// The host or the user begins like an option of a command.
    OptionHost,
    /// An address is not written in its usual form.
    IpSpelling,
    /// The host is in the network of whoever uses the URL.
    InwardHost,
    /// The host ends with a dot.
    TrailingDot,
    /// The host has no dot.
    DotlessHost,
    /// The host is a suffix under which anybody can register names.
    PublicSuffixHost,
    /// A parameter whose name says that its value is secret.
    SecretParameter,
    /// A text with the form of a well-known kind of credentials.
    TokenInUrl,
    /// A parameter that says where to go next names another host.
    RedirectParameter,
    /// A parameter holds a URL of another host.
    UrlParameter,
    /// A parameter holds a URL in a form that leads past checks.
    RedirectDisguised,
    /// An escape is escaped once more.
    DoubleEncoding,
    /// A `..` of the path is escaped, or hidden behind an escaped slash.
    EncodedDotSegment,
    /// A path or a parameter leads upwards past its beginning.
    PathTraversal,
    /// A backslash, which is a slash for browsers and a character for others.
    Backslash,
    /// A control character, or white space around or within the URL.
    ControlCharacter,
    /// Escapes write a character in more bytes of UTF-8 than it has.
    OverlongUtf8,
    /// The URL is a script.
    ScriptUrl,
    /// A `data:` URL of a type that can run scripts.
    ActiveData,
    /// A URL stands inside a URL of a scheme that unwraps it, or a `data:` URL inside another.
    NestedScheme,
    /// It is not clear what of this is the scheme.
    SchemeConfusion,
    /// A character that is hard to type, or to read aloud.
    HardToTranscribe,
    /// A page that came encrypted loads something that does not.
    MixedContent,
    /// A link by a protocol that sends everything in the clear.
    InsecureScheme,
    /// The text of the link names another host than it goes to.
    MisleadingLinkText,
    /// A suppression that suppresses nothing.
    SuppressionUnused,
    /// The scheme needs a host.
    HostRequired,
    /// The scheme has no authority, and so no `//`.
    AuthorityForbidden,
    /// The scheme does not define this component.
    ComponentUndefined,
    /// The scheme admits no fragment.
    FragmentForbidden,
    /// The scheme forbids this octet, even as an escape.
    EscapeForbidden,
    /// This character must be escaped in this component of the scheme, or cannot stand in it at all.
    ComponentCharacter,
    /// The escapes of this text are not UTF-8.
    EscapeNotUtf8,
    /// Relative references make no sense against this scheme.
    RelativeUnsuitable,
    /// A user in a URL of this scheme is deprecated.
    UserinfoDeprecated,
    /// The type of an `ftp:` URL is `a`, `i` or `d`.
    FtpType,
    /// This is no item type of gopher that is known.
    GopherType,
    /// A selector of gopher is followed by at most a search and a Gopher+ string.
    GopherSearch,
    /// A message identifier is `local@domain`, without angle brackets.
    MessageId,
    /// The name of a newsgroup is made of words with dots between them.
    NewsGroup,
    /// The article of an `nntp:` URL is its number in the group.
    NntpArticle,
    /// The address of a `mailto:` URL is not of the form `local@domain`.
    MailAddress,
    /// A header field in a `mailto:` URL is `name=value`.
    MailField,
    /// Programs should not set this header field from a URL.
    MailFieldUnsafe,
    /// A content identifier is `local@domain`, without angle brackets.
    ContentId,
    /// A `tftp:` URL names a file, and then at most `;mode=` with `netascii` or `octet`.
    TftpFile,
    /// The file is on another host.
    FileHost,
    /// A telephone number is digits, and begins with `+` unless it has a `phone-context`.
    TelNumber,
    /// A local number needs a `phone-context`.
    TelContext,
    /// A namespace identifier is 2 to 32 letters, digits and hyphens, and neither begins nor ends with a hyphen.
    UrnNid,
    /// A URN needs a name behind its namespace, which does not begin with a slash.
    UrnNss,
    /// Behind a URN stands `?+` and a resolution component, or `?=` and a query, and neither is empty.
    UrnComponent,
    /// A `blob:` URL is an origin, a slash and an identifier.
    BlobOrigin,
    /// The name of a scheme is letters, digits, `+`, `-` and `.`, and begins with a letter.
    SchemeNameSyntax,
    /// The name of a scheme is defined in lower case.
    SchemeNameLowercase,
    /// An example is no URL of the scheme by the generic syntax, or a component is called like a generic one and is
    /// another.
    SchemeGenericSyntax,
    /// The scheme takes `#` for itself.
    SchemeFragmentKept,
    /// The meaning of a fragment comes from the media type of what is retrieved.
    SchemeFragmentFromMediaType,
    /// An ordinary relative reference against an example makes a URL that is none of the scheme.
    SchemeRelativeShared,
    /// `..` does not lead one level up.
    SchemeDotSegments,
    /// A reference that begins with `/` does not replace the whole path under the same authority.
    SchemeRootedPath,
    /// What stands behind `//` is not the generic authority.
    SchemeSharedAuthority,
    /// `//` is used where there is no hierarchy.
    DoubleSlashWithoutHierarchy,
    /// An example of a scheme with a naming authority lacks its `//`.
    HierarchyWithoutDoubleSlash,
    /// Relative references need the generic syntax of a hierarchy.
    RelativeNeedsGenericSyntax,
    /// The definition does not say which relative forms are allowed.
    RelativeFormsStated,
    /// A component that is a piece of a generic one does not say why it breaks there.
    ComponentBreaksExplained,
    /// The definition does not say that levels go from left to right with slashes between them, or takes `/` for
    /// something else.
    HierarchyLeftToRight,
    /// The definition does not say what a URL of the scheme locates.
    SemanticsStated,
    /// The mapping from the other name space is missing, or a value does not come back from its URL as it was.
    MappingComplete,
    /// A component does not say which octets stand for themselves, or lets through what the generic syntax or the
    /// scheme reserves.
    MappingEscapesStated,
    /// An octet is legal in the other name space and cannot be represented, nor is it listed as excluded.
    MappingAllLegalValues,
    /// The definition does not say which modifiers and alternate forms of the other name space it includes.
    MappingModifiersStated,
    /// The actions of the protocol are missing, leave a component unused, or take a value that can end their line.
    ProtocolActionsStated,
    /// An action needs something that neither a component nor the configuration supplies.
    ConfigurationIdentified,
    /// A protocol over TCP or UDP has no default port here, or another than it is known for.
    DefaultPortStated,
    /// There is no protocol, and the notation is not described.
    NonProtocolNotation,
    /// The URLs locate no data, and the properties of the names are not defined.
    NotDataProperties,
    /// The URLs locate no data, and yet there is an operation `GET`.
    NotDataNotRetrievable,
    /// Characters are said to be UTF-8, and the examples do not show it or show otherwise.
    CharsetUtf8,
    /// Characters are not said to be UTF-8, and no reason is given.
    CharsetReason,
    /// Two examples are declared equivalent and do not become so by normalising.
    NoEncodingVariety,
    /// No operation is defined, nor does the definition say that there is none.
    OperationsListed,
    /// An operation is not described.
    OperationsDescribed,
    /// A stream in both directions does not fit retrieval, and the definition does not say so.
    StreamParadigmStated,
    /// Something retrieves objects, and there is no operation `GET`; or the reverse.
    GetNotImplied,
    /// The definition does not say what the scheme is good for.
    UtilityStated,
    /// Another scheme has the same protocol, the same port and the same components.
    DuplicatesExistingScheme,
    /// The definition does not say how an object is found: by one mechanism for all, by configuration, or by context.
    ProxyResolutionMechanism,
    /// Objects are not found by one mechanism for all, and there is nothing to configure.
    ProxyRunYourOwn,
    /// An operation maps to no method of HTTP, or two map to the same.
    ProxyOperationsMap,
    /// The media type of what is retrieved is not defined, or its table leaves some out.
    ProxyMediaTypeDefined,
    /// What is retrieved has no media type of its own, and nothing says how it becomes HTML.
    ProxyHtmlTranslation,
    /// There is no running gateway.
    ProxyRunningCode,
    /// The definition says nothing about security.
    SecurityStated,
    /// The definition does not say whether a program may act without asking, or says that it may although an
    /// operation does more than read.
    SecurityUnaskedRetrieval,
    /// An example looks like something else than it is.
    SecurityDisguise,
    /// A URL names any port and what is said to it, and no list says which ports.
    SecurityPortOverride,
    /// The definition does not say what identifies the requester.
    SecurityRequesterIdentity,
    /// A password stands in the URL in the clear.
    SecurityPasswordInClear,
    /// The name begins with `ur`.
    StartsWithUr,
    /// The name begins with `ur`, and no consensus is shown that it will be the only one of its type.
    UrConsensus,
    /// The definition does not say in which context the scheme is used.
    SchemeContextStated,
    /// The definition says nothing about privacy.
    PrivacyStated,
    /// A scheme for private use is not named after a domain.
    SchemeNamePrivateUse,
    /// The definition says nothing about interoperability.
    InteropStated,
    /// The registration template lacks applications, contact, change controller or references.
    RegistrationTemplateComplete,
    /// The scheme has an authority, and does not say whether `/.well-known/` is reserved under it.
    WellKnownStated,
    /// A rule is accepted that the definition does not break.
    AcceptedWithoutNeed,
    /// This is no definition of a scheme as `napkin scheme` reads them.
    SchemeDefinition,
    /// Lists and tables of a definition stand in each other deeper than the limit.
    DefinitionTooDeep,
    /// A list of a definition has more items than the limit.
    DefinitionTooManyItems,
}
