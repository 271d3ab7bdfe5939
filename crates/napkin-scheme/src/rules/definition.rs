//! The rules of the lint about how a scheme is defined: RFC 2718 sections 2.1 to 2.2.5.
//!
//! The examples are definitions in TOML. [`crate::lint`] reports these rules.

use napkin::Severity::{Error, Remark};
use napkin::{Example, Record, Standard};

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

    /// The name of a scheme is letters, digits, `+`, `-` and `.`, and begins with a letter.
    SCHEME_NAME_SYNTAX = Record {
        code: "scheme-name-syntax",
        severity: Error,
        sentence: "the name of a scheme is letters, digits, `+`, `-` and `.`, and begins with a letter",
        why: "Readers of every standard but the draft of 1997 take anything else for a relative reference.",
        see: guideline("RFC 2718 section 2.1", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"1http\""),
        ..DEFINITION
    };

    /// The name of a scheme is defined in lower case.
    SCHEME_NAME_LOWERCASE = Record {
        code: "scheme-name-lowercase",
        severity: Error,
        sentence: "the name of a scheme is defined in lower case",
        why: "Schemes are compared without regard to case, and their canonical form is lower case; who compares bytes \
              will miss another.",
        see: guideline("RFC 2718 section 2.1", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"Gopher\""),
        ..DEFINITION
    };

    /// An example is no URL of the scheme by the generic syntax, or a component is called like a generic one and is
    /// another.
    SCHEME_GENERIC_SYNTAX = Record {
        code: "scheme-generic-syntax",
        severity: Error,
        sentence: "an example is no URL of the scheme by the generic syntax, or a component is called like a generic \
                    one and is another",
        why: "Programs split a URL before they know its scheme. What they call host must be what the scheme calls host.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nexamples = [\"pub:%zz\"]"),
        ..DEFINITION
    };

    /// The scheme takes `#` for itself.
    SCHEME_FRAGMENT_KEPT = Record {
        code: "scheme-fragment-kept",
        severity: Error,
        sentence: "the scheme takes `#` for itself",
        why: "The fragment is taken off before the scheme is asked for anything, whatever the scheme is, so that a \
              document with references into itself can move.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"page\", part = \"fragment\" }]",
        ),
        ..DEFINITION
    };

    /// The meaning of a fragment comes from the media type of what is retrieved.
    SCHEME_FRAGMENT_FROM_MEDIA_TYPE = Record {
        code: "scheme-fragment-from-media-type",
        severity: Remark,
        sentence: "the meaning of a fragment comes from the media type of what is retrieved",
        why: "If fragments meant something by the scheme, references within a document would break where it is served \
              by another scheme, or in a better format.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// An ordinary relative reference against an example makes a URL that is none of the scheme.
    SCHEME_RELATIVE_SHARED = Record {
        code: "scheme-relative-shared",
        severity: Error,
        sentence: "an ordinary relative reference against an example makes a URL that is none of the scheme",
        why: "Sets of documents that refer to each other can be served by another scheme only if both share the \
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

    /// `..` does not lead one level up.
    SCHEME_DOT_SEGMENTS = Record {
        code: "scheme-dot-segments",
        severity: Error,
        sentence: "`..` does not lead one level up",
        why: "Programs fold `..` before the scheme is asked, so that another meaning never arrives.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             relative = true\n\
             examples = [\"pub:menu/today\"]",
        ),
        ..DEFINITION
    };

    /// A reference that begins with `/` does not replace the whole path under the same authority.
    SCHEME_ROOTED_PATH = Record {
        code: "scheme-rooted-path",
        severity: Error,
        sentence: "a reference that begins with `/` does not replace the whole path under the same authority",
        why: "By that form documents at different depths share what lies at the root.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             relative = true\n\
             examples = [\"pub:menu/today\"]",
        ),
        ..DEFINITION
    };

    /// The part after `//` is not the generic authority.
    SCHEME_SHARED_AUTHORITY = Record {
        code: "scheme-shared-authority",
        severity: Error,
        sentence: "what stands behind `//` is not the generic authority",
        why: "One name space can be served by several schemes, as sites did that moved from FTP to HTTP, only if the \
              naming authority is written alike.",
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

    /// `//` is used where there is no hierarchy.
    DOUBLE_SLASH_WITHOUT_HIERARCHY = Record {
        code: "double-slash-without-hierarchy",
        severity: Error,
        sentence: "`//` is used where there is no hierarchy",
        why: "The slashes mean something: behind them stands the top of a hierarchy, in which programs fold dots and \
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

    /// An example of a scheme with a naming authority lacks its `//`.
    HIERARCHY_WITHOUT_DOUBLE_SLASH = Record {
        code: "hierarchy-without-double-slash",
        severity: Remark,
        sentence: "an example of a scheme with a naming authority lacks its `//`",
        why: "Without the slashes the authority is taken for part of the path, and relative references replace it.",
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

    /// Relative references need the generic syntax of a hierarchy.
    RELATIVE_NEEDS_GENERIC_SYNTAX = Record {
        code: "relative-needs-generic-syntax",
        severity: Error,
        sentence: "relative references need the generic syntax of a hierarchy",
        why: "They are resolved by that syntax, without looking at the scheme.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nrelative = true\nhierarchical = false"),
        ..DEFINITION
    };

    /// The definition does not say which relative forms are allowed.
    RELATIVE_FORMS_STATED = Record {
        code: "relative-forms-stated",
        severity: Error,
        sentence: "the definition does not say which relative forms are allowed",
        why: "A description of them should be included; `none` is one.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nrelative = true"),
        ..DEFINITION
    };

    /// A component that is a piece of a generic one does not say why it breaks there.
    COMPONENT_BREAKS_EXPLAINED = Record {
        code: "component-breaks-explained",
        severity: Error,
        sentence: "a component that is a piece of a generic one does not say why it breaks there",
        why: "Programs that do not know the scheme break a URL in the usual places. Who breaks it elsewhere should say \
              why.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"table\", part = \"path\", piece = \"the first two digits\" }]",
        ),
        ..DEFINITION
    };

    /// The definition does not say that levels go from left to right with slashes between them, or takes `/` for
    /// something else.
    HIERARCHY_LEFT_TO_RIGHT = Record {
        code: "hierarchy-left-to-right",
        severity: Error,
        sentence: "the definition does not say that levels go from left to right with slashes between them, or takes \
                    `/` for something else",
        why: "That is what resolving relies on.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nhierarchical = true"),
        ..DEFINITION
    };

    /// The definition does not say what a URL of the scheme locates.
    SEMANTICS_STATED = Record {
        code: "semantics-stated",
        severity: Error,
        sentence: "the definition does not say what a URL of the scheme locates",
        why: "Two programs do the same with a URL only if both know what it stands for.",
        see: guideline("RFC 2718 section 2.2", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// The mapping from the other name space is missing, or a value does not come back from its URL as it was.
    MAPPING_COMPLETE = Record {
        code: "mapping-complete",
        severity: Error,
        sentence: "the mapping from the other name space is missing, or a value does not come back from its URL as it \
                    was",
        why: "A scheme mostly translates another name space. Who writes a URL and who reads it must come to the same \
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

    /// A component does not list the octets that need no escape, or lists one that the generic syntax or the scheme reserves.
    MAPPING_ESCAPES_STATED = Record {
        code: "mapping-escapes-stated",
        severity: Error,
        sentence: "a component does not say which octets stand for themselves, or lets through what the generic syntax \
                    or the scheme reserves",
        why: "What is not escaped there is read as a delimiter.",
        see: guideline("RFC 2718 section 2.2.1", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"table\", part = \"path\", allow = \"ALPHA ?\" }]",
        ),
        ..DEFINITION
    };

    /// An octet is legal in the other name space and cannot be represented, nor is it listed as excluded.
    MAPPING_ALL_LEGAL_VALUES = Record {
        code: "mapping-all-legal-values",
        severity: Error,
        sentence: "an octet is legal in the other name space and cannot be represented, nor is it listed as excluded",
        why: "Whoever has such a name must learn from the definition whether it has a URL, and which.",
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

    /// The definition does not say which modifiers and alternate forms of the other name space it includes.
    MAPPING_MODIFIERS_STATED = Record {
        code: "mapping-modifiers-stated",
        severity: Error,
        sentence: "the definition does not say which modifiers and alternate forms of the other name space it includes",
        why: "FTP has types of transfer, TFTP has modes, mail has comments: each is included or left out, and not by \
              accident.",
        see: guideline("RFC 2718 section 2.2.1", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n[scheme.mapping]\nfrom = \"tables\""),
        ..DEFINITION
    };

    /// The actions of the protocol are missing, leave a component unused, or take a value that can end their line.
    PROTOCOL_ACTIONS_STATED = Record {
        code: "protocol-actions-stated",
        severity: Error,
        sentence: "the actions of the protocol are missing, leave a component unused, or take a value that can end \
                    their line",
        why: "Access must be unambiguous: each component goes into an action or is marked as unused. If a value may \
              hold the line end of the protocol, who writes the URL writes commands.",
        see: guideline("RFC 2718 section 2.2.2", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             protocol = \"PUB/1.0\"\n\
             operations = [{ name = \"GET\", does = \"serves\" }]",
        ),
        ..DEFINITION
    };

    /// An action needs something that neither a component nor the configuration supplies.
    CONFIGURATION_IDENTIFIED = Record {
        code: "configuration-identified",
        severity: Error,
        sentence: "an action needs something that neither a component nor the configuration supplies",
        why: "What an implementation must be told that no URL says must be named, like the server of `news:`.",
        see: guideline("RFC 2718 section 2.2.2", "RFC 7595 section 3.3"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             operations = [{ name = \"GET\", does = \"serves\", actions = [\"ASK {waiter}\"] }]",
        ),
        ..DEFINITION
    };

    /// A protocol over TCP or UDP has no default port here, or another than it is known for.
    DEFAULT_PORT_STATED = Record {
        code: "default-port-stated",
        severity: Error,
        sentence: "a protocol over TCP or UDP has no default port here, or another than it is known for",
        why: "Without it two programs connect to different places for one URL.",
        see: guideline("RFC 2718 section 2.2.2", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\nprotocol = \"PUB/1.0\"\ntransport = \"tcp\""),
        ..DEFINITION
    };

    /// There is no protocol, and the notation is not described.
    NON_PROTOCOL_NOTATION = Record {
        code: "non-protocol-notation",
        severity: Error,
        sentence: "there is no protocol, and the notation is not described",
        why: "Where the way of access is left to the context, the notation and where its names come from are all that a \
              definition can say.",
        see: guideline("RFC 2718 section 2.2.3", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// The URLs locate no data, and the properties of the names are not defined.
    NOT_DATA_PROPERTIES = Record {
        code: "not-data-properties",
        severity: Error,
        sentence: "the URLs locate no data, and the properties of the names are not defined",
        why: "Who cannot retrieve it needs to know what can be told from the name: whether two are the same, how long \
              it lasts, what it is for.",
        see: guideline("RFC 2718 section 2.2.4", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\nlocates = \"not data\""),
        ..DEFINITION
    };

    /// The URLs locate no data, and yet there is an operation `GET`.
    NOT_DATA_NOT_RETRIEVABLE = Record {
        code: "not-data-not-retrievable",
        severity: Error,
        sentence: "the URLs locate no data, and yet there is an operation `GET`",
        why: "A program that retrieves whatever has one would act on a mailbox or a telephone. RFC 2017 refuses such \
              schemes for external bodies.",
        see: guideline("RFC 2718 section 2.2.4", "RFC 7595 section 3.4"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             locates = \"not data\"\n\
             operations = [{ name = \"GET\", does = \"rings\" }]",
        ),
        ..DEFINITION
    };

    /// The definition says that characters are UTF-8, but the examples do not show it.
    CHARSET_UTF8 = Record {
        code: "charset-utf8",
        severity: Error,
        sentence: "characters are said to be UTF-8, and the examples do not show it or show otherwise",
        why: "Where characters become octets in more ways than one, one name has several URLs.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             charset = \"UTF-8\"\n\
             components = [{ name = \"beer\", part = \"path\", text = true }]",
        ),
        ..DEFINITION
    };

    /// Characters are not said to be UTF-8, and no reason is given.
    CHARSET_REASON = Record {
        code: "charset-reason",
        severity: Error,
        sentence: "characters are not said to be UTF-8, and no reason is given",
        why: "Another encoding needs a compelling reason.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines("[[scheme]]\nname = \"pub\"\ncharset = \"ISO-8859-1\""),
        ..DEFINITION
    };

    /// Two examples are declared equivalent and do not become so by normalising.
    NO_ENCODING_VARIETY = Record {
        code: "no-encoding-variety",
        severity: Error,
        sentence: "two examples are declared equivalent and do not become so by normalising",
        why: "Who compares URLs without knowing the scheme will take one resource for two.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines("[[scheme]]\nname = \"pub\"\nequal = [[\"pub:a\", \"pub:A\"]]"),
        ..DEFINITION
    };
}
