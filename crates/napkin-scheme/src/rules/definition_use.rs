//! The rules of the lint about the use of a scheme: RFC 2718 sections 2.2.6 to 2.5, the later requirements of RFC
//! 7595, and the rules of reading definitions.
//!
//! The examples are definitions in TOML. [`crate::lint`] reports these rules.
//! The examples are definitions, in TOML. What finds them is [`crate::lint`].

use super::definition::{DEFINITION, defines, guideline};
use napkin::Record;
use napkin::Severity::{Error, Remark};

const LIMIT: &str = "the caller's limit";

napkin::rules! {
    /// The rules of the lint about the use of a scheme: RFC 2718 sections 2.2.6 to 2.5, and the later requirements of
    /// RFC 7595.
    pub DEFINITION_USE_RULES of "definition";

    /// No operation is defined, nor does the definition say that there is none.
    OPERATIONS_LISTED = Record {
        code: "operations-listed",
        severity: Error,
        sentence: "no operation is defined, nor does the definition say that there is none",
        why: "That only `GET` is defined, or nothing, is a good answer; silence is none, since programs then guess.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// An operation is not described.
    OPERATIONS_DESCRIBED = Record {
        code: "operations-described",
        severity: Error,
        sentence: "an operation is not described",
        why: "What an operation is supposed to do must be known to who carries it out, and to who allows it.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines("[[scheme]]\nname = \"pub\"\noperations = [{ name = \"POUR\" }]"),
        ..DEFINITION
    };

    /// A stream in both directions does not fit retrieval, and the definition does not say so.
    STREAM_PARADIGM_STATED = Record {
        code: "stream-paradigm-stated",
        severity: Error,
        sentence: "a stream in both directions does not fit retrieval, and the definition does not say so",
        why: "Programs that expect a document from every URL wait for one that never ends.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             operations = [{ name = \"TALK\", does = \"talks\", stream = true }]",
        ),
        ..DEFINITION
    };

    /// Something retrieves objects, and there is no operation `GET`; or the reverse.
    GET_NOT_IMPLIED = Record {
        code: "get-not-implied",
        severity: Error,
        sentence: "something retrieves objects, and there is no operation `GET`; or the reverse",
        why: "`GET` is assumed of a URL. A definition says whether it is right to.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines("[[scheme]]\nname = \"pub\"\nretriever = \"the waiter\""),
        ..DEFINITION
    };

    /// The definition does not say what the scheme is good for.
    UTILITY_STATED = Record {
        code: "utility-stated",
        severity: Error,
        sentence: "the definition does not say what the scheme is good for",
        why: "Every program has to learn a new scheme. It is worth that if its resources have no other name, or if a \
              gateway would be much harder to use.",
        see: guideline("RFC 2718 section 2.3", "RFC 7595 section 3.1"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// Another scheme has the same protocol, the same port and the same components.
    DUPLICATES_EXISTING_SCHEME = Record {
        code: "duplicates-existing-scheme",
        severity: Remark,
        sentence: "another scheme has the same protocol, the same port and the same components",
        why: "Several schemes for one thing make programs larger, and give nobody anything new.",
        see: guideline("RFC 2718 section 2.3", "RFC 7595 section 3.1"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             protocol = \"WebSocket\"\n\
             port = 80\n\
             components = [{ name = \"host\" }, { name = \"port\" }, { name = \"path\" }, { name = \"query\" }]",
        ),
        ..DEFINITION
    };

    /// The definition does not say how an object is found: by one mechanism for all, by configuration, or by context.
    PROXY_RESOLUTION_MECHANISM = Record {
        code: "proxy-resolution-mechanism",
        severity: Error,
        sentence: "the definition does not say how an object is found: by one mechanism for all, by configuration, or \
                    by context",
        why: "Whether any gateway can find an object depends on it.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// Objects are not found by one mechanism for all, and there is nothing to configure.
    PROXY_RUN_YOUR_OWN = Record {
        code: "proxy-run-your-own",
        severity: Error,
        sentence: "objects are not found by one mechanism for all, and there is nothing to configure",
        why: "A user must be able to run a gateway of his own, and so to tell it where to look.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\nresolution = \"configured\""),
        ..DEFINITION
    };

    /// An operation maps to no method of HTTP, or two map to the same.
    PROXY_OPERATIONS_MAP = Record {
        code: "proxy-operations-map",
        severity: Error,
        sentence: "an operation maps to no method of HTTP, or two map to the same",
        why: "A gateway knows what is asked by the method alone.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             operations = [{ name = \"POUR\", does = \"pours\" }]",
        ),
        ..DEFINITION
    };

    /// The media type of what is retrieved is not defined, or its table leaves some out.
    PROXY_MEDIA_TYPE_DEFINED = Record {
        code: "proxy-media-type-defined",
        severity: Error,
        sentence: "the media type of what is retrieved is not defined, or its table leaves some out",
        why: "A gateway must say the type of what it returns, and who guesses it is at the mercy of who wrote the data.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// What is retrieved has no media type of its own, and nothing says how it becomes HTML.
    PROXY_HTML_TRANSLATION = Record {
        code: "proxy-html-translation",
        severity: Error,
        sentence: "what is retrieved has no media type of its own, and nothing says how it becomes HTML",
        why: "Menus of gopher, lists of FTP and groups of news are read by people through a gateway as pages.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             media_type = \"table\"\n\
             media_types = [[\"*\", \"text/plain\"]]",
        ),
        ..DEFINITION
    };

    /// There is no running gateway.
    PROXY_RUNNING_CODE = Record {
        code: "proxy-running-code",
        severity: Error,
        sentence: "there is no running gateway",
        why: "A gateway brings a scheme to programs that do not know it, and one that runs shows that the definition is \
              enough to write it.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// The definition says nothing about security.
    SECURITY_STATED = Record {
        code: "security-stated",
        severity: Error,
        sentence: "the definition says nothing about security",
        why: "What can happen when a URL is merely followed is known best to who defines the scheme; others find out \
              later.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// The definition does not say whether a program may act without asking, or says that it may although an
    /// operation does more than read.
    SECURITY_UNASKED_RETRIEVAL = Record {
        code: "security-unasked-retrieval",
        severity: Error,
        sentence: "the definition does not say whether a program may act without asking, or says that it may although \
                    an operation does more than read",
        why: "A page makes browsers retrieve what it refers to. A gateway refuses that to schemes that are not safe.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             safe_unasked = true\n\
             operations = [{ name = \"POUR\", does = \"pours\", writes = true, unasked = true }]",
        ),
        ..DEFINITION
    };

    /// An example looks like something else than it is.
    SECURITY_DISGUISE = Record {
        code: "security-disguise",
        severity: Error,
        sentence: "an example looks like something else than it is",
        why: "URLs are copied from their definition. A user that looks like a host, the port of another service, or a \
              host on which readers differ should not be shown as normal.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             examples = [\"pub://bank.example@pub.example/\"]",
        ),
        ..DEFINITION
    };

    /// A URL can name any port and the text to send to it, and the definition does not list the ports.
    SECURITY_PORT_OVERRIDE = Record {
        code: "security-port-override",
        severity: Error,
        sentence: "a URL names any port and what is said to it, and no list says which ports",
        why: "By such a URL a program speaks to other services than it means to: the draft of 1997 tells how mail was \
              sent by gopher.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             terminator = \"%0D %0A\"\n\
             components = [{ name = \"port\", part = \"port\" }, { name = \"drink\", part = \"path\" }]\n\
             operations = [{ name = \"GET\", does = \"serves\", actions = [\"{drink}\"] }]",
        ),
        ..DEFINITION
    };

    /// The definition does not say what identifies the requester.
    SECURITY_REQUESTER_IDENTITY = Record {
        code: "security-requester-identity",
        severity: Error,
        sentence: "the definition does not say what identifies the requester",
        why: "A `From` field, a ticket or the password of anonymous FTP tells who asks, whether or not the user means \
              it to.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// A URL contains a password in the clear.
    SECURITY_PASSWORD_IN_CLEAR = Record {
        code: "security-password-in-clear",
        severity: Error,
        sentence: "a password stands in the URL in the clear",
        why: "It is shown, logged, and passed on with the document that refers by it.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"password\", part = \"password\" }]",
        ),
        ..DEFINITION
    };

    /// The name begins with `ur`.
    STARTS_WITH_UR = Record {
        code: "starts-with-ur",
        severity: Remark,
        sentence: "the name begins with `ur`",
        why: "Names that claim to be uniform, universal or unifying start a debate in which everything but the scheme \
              is discussed.",
        see: guideline("RFC 2718 section 2.5", ""),
        example: defines("[[scheme]]\nname = \"url\""),
        ..DEFINITION
    };

    /// The name begins with `ur`, and no consensus is shown that it will be the only one of its type.
    UR_CONSENSUS = Record {
        code: "ur-consensus",
        severity: Error,
        sentence: "the name begins with `ur`, and no consensus is shown that it will be the only one of its type",
        why: "A name that claims as much needs the agreement of those who would use another; without it, another name \
              costs nothing.",
        see: guideline("RFC 2718 section 2.5", ""),
        example: defines("[[scheme]]\nname = \"url\""),
        ..DEFINITION
    };

    /// The definition does not say in which context the scheme is used.
    SCHEME_CONTEXT_STATED = Record {
        code: "scheme-context-stated",
        severity: Error,
        sentence: "the definition does not say in which context the scheme is used",
        why: "Some schemes are dereferenced anywhere, some by one application only. RFC 7595 asks for it since.",
        see: guideline("", "RFC 7595 section 3.5"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// The definition says nothing about privacy.
    PRIVACY_STATED = Record {
        code: "privacy-stated",
        severity: Error,
        sentence: "the definition says nothing about privacy",
        why: "RFC 7595 asks for it beside security: what a URL of the scheme tells about who made it and who follows \
              it.",
        see: guideline("", "RFC 7595 section 3.7"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// A scheme for private use is not named after a domain.
    SCHEME_NAME_PRIVATE_USE = Record {
        code: "scheme-name-private-use",
        severity: Error,
        sentence: "a scheme for private use is not named after a domain",
        why: "A name that begins with a reversed domain, such as `com.example.pub`, clashes with nobody else's.",
        see: guideline("", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"pub\"\nstatus = \"private\""),
        ..DEFINITION
    };

    /// The definition says nothing about interoperability.
    INTEROP_STATED = Record {
        code: "interop-stated",
        severity: Error,
        sentence: "the definition says nothing about interoperability",
        why: "What implementations read differently is known to who has tried.",
        see: guideline("", "RFC 7595 section 3.9"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// The registration template lacks applications, contact, change controller or references.
    REGISTRATION_TEMPLATE_COMPLETE = Record {
        code: "registration-template-complete",
        severity: Error,
        sentence: "the registration template lacks applications, contact, change controller or references",
        why: "IANA asks for them all.",
        see: guideline("", "RFC 7595 section 7.4"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    /// The scheme has an authority, and does not say whether `/.well-known/` is reserved under it.
    WELL_KNOWN_STATED = Record {
        code: "well-known-stated",
        severity: Error,
        sentence: "the scheme has an authority, and does not say whether `/.well-known/` is reserved under it",
        why: "The registry has a field for it since RFC 8615.",
        see: guideline("", "RFC 8615 section 3"),
        example: defines("[[scheme]]\nname = \"pub\"\nauthority = \"required\""),
        ..DEFINITION
    };

    /// A rule is accepted that the definition does not break.
    ACCEPTED_WITHOUT_NEED = Record {
        code: "accepted-without-need",
        severity: Error,
        sentence: "a rule is accepted that the definition does not break",
        why: "A reason that explains nothing any more misleads its readers.",
        see: guideline("RFC 2718 section 2", "RFC 7595 section 3"),
        example: defines("[[scheme]]\nname = \"pub\"\naccepted = { starts-with-ur = \"once it did\" }"),
        ..DEFINITION
    };
}

napkin::rules! {
    /// The rules of reading definitions.
    pub DEFINITION_SOURCE_RULES of "definition-source";

    /// This is no definition of a scheme as `napkin scheme` reads them.
    SCHEME_DEFINITION = Record {
        code: "scheme-definition",
        severity: Error,
        sentence: "this is no definition of a scheme as `napkin scheme` reads them",
        why: "`napkin scheme template NAME` prints one with all keys.",
        see: guideline("RFC 2718 section 2", "RFC 7595 section 7.4"),
        example: defines("[[scheme]]\nport = 80"),
        ..DEFINITION
    };

    /// Lists and tables of a definition are nested deeper than the limit.
    DEFINITION_TOO_DEEP = Record {
        code: "definition-too-deep",
        severity: Error,
        sentence: "lists and tables of a definition stand in each other deeper than the limit",
        why: "No definition needs as many levels; the file has not been read.",
        see: [LIMIT; 4],
        example: defines("[[scheme]]\nname = \"pub\"\nexamples = [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]"),
        ..DEFINITION
    };

    /// A list of a definition has more items than the limit.
    DEFINITION_TOO_MANY_ITEMS = Record {
        code: "definition-too-many-items",
        severity: Error,
        sentence: "a list of a definition has more items than the limit",
        why: "Some of them are held against each other, which takes time. What is beyond the limit is left out.",
        see: [LIMIT; 4],
        example: defines(
            "[[scheme]]\nname = \"pub\"\nexamples = [\"pub:a\", \"pub:b\", \"pub:c\", \"pub:d\", \"pub:e\"]",
        ),
        ..DEFINITION
    };
}
