//! The rules of the lint about how a scheme is defined: RFC 2718 sections 2.1 to 2.2.5.
//!
//! The examples are definitions, in TOML. What finds them is [`crate::scheme::lint`].

use super::Severity::{Error, Remark};
use super::{Entry, defines, guideline};

/// One entry a rule, in the order of [`super::Rule`].
pub(super) const TABLE: [Entry; 29] = [
    Entry {
        code: "scheme-name-syntax",
        severity: Error,
        sentence: "the name of a scheme is letters, digits, `+`, `-` and `.`, and begins with a letter",
        why: "Readers of every standard but the draft of 1997 take anything else for a relative reference.",
        see: guideline("RFC 2718 section 2.1", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"1http\""),
    },
    Entry {
        code: "scheme-name-lowercase",
        severity: Error,
        sentence: "the name of a scheme is defined in lower case",
        why: "Schemes are compared without regard to case, and their canonical form is lower case; who compares bytes \
              will miss another.",
        see: guideline("RFC 2718 section 2.1", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"Gopher\""),
    },
    Entry {
        code: "scheme-generic-syntax",
        severity: Error,
        sentence: "an example is no URL of the scheme by the generic syntax, or a component is called like a generic \
                    one and is another",
        why: "Programs split a URL before they know its scheme. What they call host must be what the scheme calls host.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nexamples = [\"pub:%zz\"]"),
    },
    Entry {
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
    },
    Entry {
        code: "scheme-fragment-from-media-type",
        severity: Remark,
        sentence: "the meaning of a fragment comes from the media type of what is retrieved",
        why: "If fragments meant something by the scheme, references within a document would break where it is served \
              by another scheme, or in a better format.",
        see: guideline("RFC 2718 section 2.1.1", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
        code: "relative-needs-generic-syntax",
        severity: Error,
        sentence: "relative references need the generic syntax of a hierarchy",
        why: "They are resolved by that syntax, without looking at the scheme.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nrelative = true\nhierarchical = false"),
    },
    Entry {
        code: "relative-forms-stated",
        severity: Error,
        sentence: "the definition does not say which relative forms are allowed",
        why: "A description of them should be included; `none` is one.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nrelative = true"),
    },
    Entry {
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
    },
    Entry {
        code: "hierarchy-left-to-right",
        severity: Error,
        sentence: "the definition does not say that levels go from left to right with slashes between them, or takes \
                    `/` for something else",
        why: "That is what resolving relies on.",
        see: guideline("RFC 2718 section 2.1.3", "RFC 7595 section 3.2"),
        example: defines("[[scheme]]\nname = \"pub\"\nhierarchical = true"),
    },
    Entry {
        code: "semantics-stated",
        severity: Error,
        sentence: "the definition does not say what a URL of the scheme locates",
        why: "Two programs do the same with a URL only if both know what it stands for.",
        see: guideline("RFC 2718 section 2.2", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
        code: "mapping-modifiers-stated",
        severity: Error,
        sentence: "the definition does not say which modifiers and alternate forms of the other name space it includes",
        why: "FTP has types of transfer, TFTP has modes, mail has comments: each is included or left out, and not by \
              accident.",
        see: guideline("RFC 2718 section 2.2.1", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n[scheme.mapping]\nfrom = \"tables\""),
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
        code: "default-port-stated",
        severity: Error,
        sentence: "a protocol over TCP or UDP has no default port here, or another than it is known for",
        why: "Without it two programs connect to different places for one URL.",
        see: guideline("RFC 2718 section 2.2.2", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\nprotocol = \"PUB/1.0\"\ntransport = \"tcp\""),
    },
    Entry {
        code: "non-protocol-notation",
        severity: Error,
        sentence: "there is no protocol, and the notation is not described",
        why: "Where the way of access is left to the context, the notation and where its names come from are all that a \
              definition can say.",
        see: guideline("RFC 2718 section 2.2.3", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
    },
    Entry {
        code: "not-data-properties",
        severity: Error,
        sentence: "the URLs locate no data, and the properties of the names are not defined",
        why: "Who cannot retrieve it needs to know what can be told from the name: whether two are the same, how long \
              it lasts, what it is for.",
        see: guideline("RFC 2718 section 2.2.4", "RFC 7595 section 3.3"),
        example: defines("[[scheme]]\nname = \"pub\"\nlocates = \"not data\""),
    },
    Entry {
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
    },
    Entry {
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
    },
    Entry {
        code: "charset-reason",
        severity: Error,
        sentence: "characters are not said to be UTF-8, and no reason is given",
        why: "Another encoding needs a compelling reason.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines("[[scheme]]\nname = \"pub\"\ncharset = \"ISO-8859-1\""),
    },
    Entry {
        code: "no-encoding-variety",
        severity: Error,
        sentence: "two examples are declared equivalent and do not become so by normalising",
        why: "Who compares URLs without knowing the scheme will take one resource for two.",
        see: guideline("RFC 2718 section 2.2.5", "RFC 7595 section 3.6"),
        example: defines("[[scheme]]\nname = \"pub\"\nequal = [[\"pub:a\", \"pub:A\"]]"),
    },
];
