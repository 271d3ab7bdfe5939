//! The rules of the lint about how a scheme is defined: RFC 2718 sections 2.1 to 2.2.5.
//!
//! The examples are definitions in TOML. [`crate::lint`] reports these rules.

use napkin::Severity::{Error, Remark};
use napkin::Standard;
use napkin::rules::{Example, Record};

/// The common values of the lint's records: a finding says what is missing, not which character is wrong.
pub(super) const DEFINITION: Record = Record { names_found: false, ..Record::EMPTY };

/// A definition of a scheme that breaks a rule of the lint.
pub(super) const fn defines(text: &'static str) -> Option<Example> {
    Some(Example::new(Standard::Rfc3986, text))
}

/// The sections of RFC 2718 and of its successor, in the positions of the two standards of their time.
pub(super) const fn guideline(rfc2718: &'static str, rfc7595: &'static str) -> [&'static str; 4] {
    [rfc2718, rfc7595, "", ""]
}

napkin::rules! {
    /// The rules of the lint about how a scheme is defined: RFC 2718 sections 2.1 to 2.2.5.
    pub DEFINITION_RULES of "definition";

    SCHEME_NAME_SYNTAX = Record {
        code: "scheme-name-syntax",
        severity: Error,
        sentence: "the name of a scheme is letters, digits, `+`, `-` and `.`, and begins with a letter",
        why: "Under every standard except the draft of 1997, a parser takes any other name for a relative reference.",
        see: guideline("RFC 2718 section 2.1", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"1http\""),
        ..DEFINITION
    };

    SCHEME_NAME_LOWERCASE = Record {
        code: "scheme-name-lowercase",
        severity: Error,
        sentence: "the name of a scheme is defined in lower case",
        why: "Schemes are compared without regard to case, and their canonical form is lower case. A program that \
              compares bytes does not recognise another form.",
        see: guideline("RFC 2718 section 2.1", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"Gopher\""),
        ..DEFINITION
    };

    SCHEME_GENERIC_SYNTAX = Record {
        code: "scheme-generic-syntax",
        severity: Error,
        sentence: "an example is not a URL of the scheme by the generic syntax, or a component has the name of a \
                   generic component but is not it",
        why: "Programs split a URL before they know its scheme. The part that they call host must be the host of the \
              scheme.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nexamples = [\"pub:%zz\"]"),
        ..DEFINITION
    };

    SCHEME_FRAGMENT_KEPT = Record {
        code: "scheme-fragment-kept",
        severity: Error,
        sentence: "the scheme uses `#` itself",
        why: "Programs remove the fragment before they use the scheme, whatever the scheme is, so that a document with \
              references to itself can move.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"page\", part = \"fragment\" }]",
        ),
        ..DEFINITION
    };

    SCHEME_FRAGMENT_FROM_MEDIA_TYPE = Record {
        code: "scheme-fragment-from-media-type",
        severity: Remark,
        sentence: "the meaning of a fragment comes from the media type of the retrieved object",
        why: "If fragments depended on the scheme, references within a document would break when another scheme, or \
              another format, serves it.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    SCHEME_RELATIVE_SHARED = Record {
        code: "scheme-relative-shared",
        severity: Error,
        sentence: "an ordinary relative reference against an example resolves to a URL that is not valid for the \
                   scheme",
        why: "Another scheme can serve a set of documents that refer to each other only if both schemes share the \
              relative forms.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             relative = true\n\
             hierarchical = true\n\
             components = [{ name = \"path\", part = \"path\", allow = \"DIGIT /\" }]\n\
             examples = [\"pub:/1/2\"]",
        ),
        ..DEFINITION
    };

    SCHEME_DOT_SEGMENTS = Record {
        code: "scheme-dot-segments",
        severity: Error,
        sentence: "`..` does not lead one level up",
        why: "Programs remove `..` before they use the scheme, so that no other meaning reaches it.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             relative = true\n\
             examples = [\"pub:menu/today\"]",
        ),
        ..DEFINITION
    };

    SCHEME_ROOTED_PATH = Record {
        code: "scheme-rooted-path",
        severity: Error,
        sentence: "a reference that begins with `/` does not replace the whole path under the same authority",
        why: "With this form, documents at different depths refer to the same resource below the root.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             relative = true\n\
             examples = [\"pub:menu/today\"]",
        ),
        ..DEFINITION
    };

    SCHEME_SHARED_AUTHORITY = Record {
        code: "scheme-shared-authority",
        severity: Error,
        sentence: "the text after `//` is not the generic authority",
        why: "Several schemes can serve one name space, as on sites that moved from FTP to HTTP, only if the naming \
              authority has the same syntax.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             authority = \"required\"\n\
             hierarchical = true\n\
             examples = [\"pub://table.7.300/\"]",
        ),
        ..DEFINITION
    };

    DOUBLE_SLASH_WITHOUT_HIERARCHY = Record {
        code: "double-slash-without-hierarchy",
        severity: Error,
        sentence: "`//` is used without a hierarchy",
        why: "The slashes have a meaning: the top of a hierarchy follows, in which programs remove dot segments and \
              replace paths.",
        see: guideline("RFC 2718 section 2.1.2", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             hierarchical = false\n\
             examples = [\"pub://menu\"]",
        ),
        ..DEFINITION
    };

    HIERARCHY_WITHOUT_DOUBLE_SLASH = Record {
        code: "hierarchy-without-double-slash",
        severity: Remark,
        sentence: "an example of a scheme with a naming authority lacks its `//`",
        why: "Without the slashes, the authority becomes a part of the path, and relative references replace it.",
        see: guideline("RFC 2718 section 2.1.2", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             authority = \"required\"\n\
             hierarchical = true\n\
             examples = [\"pub:/menu\"]",
        ),
        ..DEFINITION
    };

    RELATIVE_NEEDS_GENERIC_SYNTAX = Record {
        code: "relative-needs-generic-syntax",
        severity: Error,
        sentence: "relative references need the generic syntax of a hierarchy",
        why: "Programs resolve relative references by that syntax, without regard to the scheme.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nrelative = true\nhierarchical = false"),
        ..DEFINITION
    };

    RELATIVE_FORMS_STATED = Record {
        code: "relative-forms-stated",
        severity: Error,
        sentence: "the definition does not say which relative forms are allowed",
        why: "The definition should list the allowed forms; `none` is a valid answer.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nrelative = true"),
        ..DEFINITION
    };

    COMPONENT_BREAKS_EXPLAINED = Record {
        code: "component-breaks-explained",
        severity: Error,
        sentence: "a component that is a part of a generic component does not explain its boundaries",
        why: "Programs that do not know the scheme split a URL in the usual places. A scheme that splits it elsewhere \
              should give the reason.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"table\", part = \"path\", piece = \"the first two digits\" }]",
        ),
        ..DEFINITION
    };

    HIERARCHY_LEFT_TO_RIGHT = Record {
        code: "hierarchy-left-to-right",
        severity: Error,
        sentence: "the definition does not say that levels go from left to right with slashes between them, or uses \
                   `/` for something else",
        why: "The resolution of relative references relies on this order.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nhierarchical = true"),
        ..DEFINITION
    };

    SEMANTICS_STATED = Record {
        code: "semantics-stated",
        severity: Error,
        sentence: "the definition does not say what a URL of the scheme locates",
        why: "Two programs treat a URL alike only if both know what it names.",
        see: guideline("RFC 2718 section 2.2", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    MAPPING_COMPLETE = Record {
        code: "mapping-complete",
        severity: Error,
        sentence: "the mapping from the other name space is missing, or a value differs after conversion to a URL and \
                   back",
        why: "Most schemes translate another name space. The author and the reader of a URL must arrive at the same \
              name.",
        see: guideline("RFC 2718 section 2.2.1", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             [scheme.mapping]\n\
             from = \"tables\"\n\
             template = \"pub:{table}\"\n\
             values = [[\"7\", \"pub:8\"]]",
        ),
        ..DEFINITION
    };

    MAPPING_ESCAPES_STATED = Record {
        code: "mapping-escapes-stated",
        severity: Error,
        sentence: "a component does not list the octets that need no escape, or lists one that the generic syntax or \
                   the scheme reserves",
        why: "Programs read an unescaped reserved octet as a delimiter.",
        see: guideline("RFC 2718 section 2.2.1", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"table\", part = \"path\", allow = \"ALPHA ?\" }]",
        ),
        ..DEFINITION
    };

    MAPPING_ALL_LEGAL_VALUES = Record {
        code: "mapping-all-legal-values",
        severity: Error,
        sentence: "an octet is legal in the other name space, but cannot be represented and is not listed as excluded",
        why: "The owner of such a name must learn from the definition whether the name has a URL, and which.",
        see: guideline("RFC 2718 section 2.2.1", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"table\", part = \"path\", allow = \"DIGIT\", escapes = false }]\n\
             [scheme.mapping]\n\
             from = \"tables\"\n\
             template = \"pub:{table}\"\n\
             legal = \"DIGIT ALPHA\"",
        ),
        ..DEFINITION
    };

    MAPPING_MODIFIERS_STATED = Record {
        code: "mapping-modifiers-stated",
        severity: Error,
        sentence: "the definition does not say which modifiers and alternate forms of the other name space it includes",
        why: "FTP has types of transfer, TFTP has modes, email addresses have comments: the definition must include or \
              exclude each of them on purpose.",
        see: guideline("RFC 2718 section 2.2.1", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n[scheme.mapping]\nfrom = \"tables\""),
        ..DEFINITION
    };

    PROTOCOL_ACTIONS_STATED = Record {
        code: "protocol-actions-stated",
        severity: Error,
        sentence: "the actions of the protocol are missing, do not use a component, or use a value that can end their \
                   line",
        why: "Access must be unambiguous: an action uses each component, or the component is marked as unused. If a \
              value may contain the line end of the protocol, the author of the URL can write commands.",
        see: guideline("RFC 2718 section 2.2.2", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             protocol = \"PUB/1.0\"\n\
             operations = [{ name = \"GET\", does = \"serves\" }]",
        ),
        ..DEFINITION
    };

    CONFIGURATION_IDENTIFIED = Record {
        code: "configuration-identified",
        severity: Error,
        sentence: "an action needs information that neither a component nor the configuration supplies",
        why: "The definition must name the information that an implementation needs and the URL lacks, such as the \
              server of `news:`.",
        see: guideline("RFC 2718 section 2.2.2", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             operations = [{ name = \"GET\", does = \"serves\", actions = [\"ASK {waiter}\"] }]",
        ),
        ..DEFINITION
    };

    DEFAULT_PORT_STATED = Record {
        code: "default-port-stated",
        severity: Error,
        sentence: "a protocol over TCP or UDP has no default port here, or another than its well-known port",
        why: "Without a default port, two programs may connect to different ports for one URL.",
        see: guideline("RFC 2718 section 2.2.2", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\nprotocol = \"PUB/1.0\"\ntransport = \"tcp\""),
        ..DEFINITION
    };

    NON_PROTOCOL_NOTATION = Record {
        code: "non-protocol-notation",
        severity: Error,
        sentence: "there is no protocol, and the notation is not described",
        why: "If the context determines the access, the notation and the origin of the names are all that a definition \
              can specify.",
        see: guideline("RFC 2718 section 2.2.3", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    NOT_DATA_PROPERTIES = Record {
        code: "not-data-properties",
        severity: Error,
        sentence: "the URLs locate no data, and the properties of the names are not defined",
        why: "A program that cannot retrieve anything needs to know what the name tells: whether two names are the \
              same, how long a name lasts, and its purpose.",
        see: guideline("RFC 2718 section 2.2.4", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\nlocates = \"not data\""),
        ..DEFINITION
    };

    NOT_DATA_NOT_RETRIEVABLE = Record {
        code: "not-data-not-retrievable",
        severity: Error,
        sentence: "the URLs locate no data, but there is an operation `GET`",
        why: "A program that retrieves every URL with a `GET` would act on a mailbox or a telephone. RFC 2017 refuses \
              such schemes for external bodies.",
        see: guideline("RFC 2718 section 2.2.4", "RFC 7595 section 3.4"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             locates = \"not data\"\n\
             operations = [{ name = \"GET\", does = \"rings\" }]",
        ),
        ..DEFINITION
    };

    CHARSET_UTF8 = Record {
        code: "charset-utf8",
        severity: Error,
        sentence: "the definition says that characters are UTF-8, but the examples do not show it",
        why: "If characters can become octets in several ways, one name has several URLs.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             charset = \"UTF-8\"\n\
             components = [{ name = \"beer\", part = \"path\", text = true }]",
        ),
        ..DEFINITION
    };

    CHARSET_REASON = Record {
        code: "charset-reason",
        severity: Error,
        sentence: "the definition neither says that characters are UTF-8 nor gives a reason",
        why: "Another encoding needs a compelling reason.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines("[[scheme]]\nname = \"pub\"\ncharset = \"ISO-8859-1\""),
        ..DEFINITION
    };

    NO_ENCODING_VARIETY = Record {
        code: "no-encoding-variety",
        severity: Error,
        sentence: "two examples are declared equivalent, but normalisation does not make them equal",
        why: "A program that compares URLs without knowledge of the scheme takes one resource for two.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines("[[scheme]]\nname = \"pub\"\nequal = [[\"pub:a\", \"pub:A\"]]"),
        ..DEFINITION
    };
}
