//! The rules of the lint about the use of a scheme: RFC 2718 sections 2.2.6 to 2.5, the later requirements of RFC
//! 7595, and the rules of reading definitions.
//!
//! The examples are definitions in TOML. [`crate::lint`] reports these rules.
//! The examples are definitions, in TOML. What finds them is [`crate::lint`].

use super::definition::{DEFINITION, defines, guideline};
use napkin::Severity::{Error, Remark};

const LIMIT: &str = "the caller's limit";

napkin::rules! {
    /// The rules of the lint about the use of a scheme: RFC 2718 sections 2.2.6 to 2.5, and the later requirements of
    /// RFC 7595.
    pub DEFINITION_USE_RULES of "definition";

    OPERATIONS_LISTED = Record {
        code: "operations-listed",
        severity: Error,
        sentence: "no operation is defined, nor does the definition say that there is none",
        why: "Only `GET`, or no operation, is a good answer. Without an answer, programs guess.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    OPERATIONS_DESCRIBED = Record {
        code: "operations-described",
        severity: Error,
        sentence: "an operation is not described",
        why: "Both the program that performs an operation and the one that permits it must know its effect.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines("[[scheme]]\nname = \"pub\"\noperations = [{ name = \"POUR\" }]"),
        ..DEFINITION
    };

    STREAM_PARADIGM_STATED = Record {
        code: "stream-paradigm-stated",
        severity: Error,
        sentence: "a stream in both directions does not fit retrieval, and the definition does not say so",
        why: "Programs that expect a document from every URL wait for the end of the stream.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             operations = [{ name = \"TALK\", does = \"talks\", stream = true }]",
        ),
        ..DEFINITION
    };

    GET_NOT_IMPLIED = Record {
        code: "get-not-implied",
        severity: Error,
        sentence: "objects can be retrieved but there is no operation `GET`, or the reverse",
        why: "Programs assume `GET` for a URL. The definition says whether they may.",
        see: guideline("RFC 2718 section 2.2.6", "RFC 7595 section 3.4"),
        example: defines("[[scheme]]\nname = \"pub\"\nretriever = \"the waiter\""),
        ..DEFINITION
    };

    UTILITY_STATED = Record {
        code: "utility-stated",
        severity: Error,
        sentence: "the definition does not state the use of the scheme",
        why: "Every program has to add support for a new scheme. That is worthwhile if its resources have no other \
              name, or if a gateway would be much harder to use.",
        see: guideline("RFC 2718 section 2.3", "RFC 7595 section 3.1"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    DUPLICATES_EXISTING_SCHEME = Record {
        code: "duplicates-existing-scheme",
        severity: Remark,
        sentence: "another scheme has the same protocol, the same port and the same components",
        why: "Several schemes for one purpose make programs larger without a benefit.",
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

    PROXY_RESOLUTION_MECHANISM = Record {
        code: "proxy-resolution-mechanism",
        severity: Error,
        sentence: "the definition does not say how an object is found: by one mechanism for all, by configuration, or \
                   by context",
        why: "The answer determines whether any gateway can find an object.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    PROXY_RUN_YOUR_OWN = Record {
        code: "proxy-run-your-own",
        severity: Error,
        sentence: "objects are not found by one mechanism for all, and there is nothing to configure",
        why: "A user must be able to run a gateway, and therefore to configure where it looks.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\nresolution = \"configured\""),
        ..DEFINITION
    };

    PROXY_OPERATIONS_MAP = Record {
        code: "proxy-operations-map",
        severity: Error,
        sentence: "an operation maps to no method of HTTP, or two operations map to the same method",
        why: "Only the method tells a gateway which operation is requested.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             operations = [{ name = \"POUR\", does = \"pours\" }]",
        ),
        ..DEFINITION
    };

    PROXY_MEDIA_TYPE_DEFINED = Record {
        code: "proxy-media-type-defined",
        severity: Error,
        sentence: "the media type of a retrieved object is not defined, or its table is incomplete",
        why: "A gateway must name the type of its answer. If it guesses, the author of the data decides.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    PROXY_HTML_TRANSLATION = Record {
        code: "proxy-html-translation",
        severity: Error,
        sentence: "a retrieved object has no media type of its own, and the definition does not say how it becomes \
                   HTML",
        why: "People read gopher menus, FTP listings and newsgroups through a gateway as pages.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             media_type = \"table\"\n\
             media_types = [[\"*\", \"text/plain\"]]",
        ),
        ..DEFINITION
    };

    PROXY_RUNNING_CODE = Record {
        code: "proxy-running-code",
        severity: Error,
        sentence: "there is no running gateway",
        why: "A gateway brings a scheme to programs that do not know it, and a running one shows that the definition \
              is sufficient.",
        see: guideline("RFC 2718 section 2.3.1", ""),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    SECURITY_STATED = Record {
        code: "security-stated",
        severity: Error,
        sentence: "the definition says nothing about security",
        why: "The author of a scheme knows best what can happen when a program merely follows a URL.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    SECURITY_UNASKED_RETRIEVAL = Record {
        code: "security-unasked-retrieval",
        severity: Error,
        sentence: "the definition does not say whether a program may act without asking, or allows it although an \
                   operation does more than read",
        why: "A page makes browsers retrieve the URLs in it. A gateway refuses this to schemes that are not safe.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             safe_unasked = true\n\
             operations = [{ name = \"POUR\", does = \"pours\", writes = true, unasked = true }]",
        ),
        ..DEFINITION
    };

    SECURITY_DISGUISE = Record {
        code: "security-disguise",
        severity: Error,
        sentence: "an example looks like something else",
        why: "People copy URLs from their definition. It should not present a user that looks like a host, the port of \
              another service, or a host on which readers disagree.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             examples = [\"pub://bank.example@pub.example/\"]",
        ),
        ..DEFINITION
    };

    SECURITY_PORT_OVERRIDE = Record {
        code: "security-port-override",
        severity: Error,
        sentence: "a URL can name any port and the text to send to it, and the definition does not list the allowed \
                   ports",
        why: "With such a URL, a program can be made to speak to other services: the draft of 1997 describes how email \
              was sent by gopher.",
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

    SECURITY_REQUESTER_IDENTITY = Record {
        code: "security-requester-identity",
        severity: Error,
        sentence: "the definition does not say what identifies the requester",
        why: "A `From` field, a ticket or the password of anonymous FTP reveals the requester, whether or not the user \
              intends it.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    SECURITY_PASSWORD_IN_CLEAR = Record {
        code: "security-password-in-clear",
        severity: Error,
        sentence: "a URL contains a password in clear text",
        why: "The password is displayed, logged, and passed on with each document that contains the URL.",
        see: guideline("RFC 2718 section 2.4", "RFC 7595 section 3.7"),
        example: defines(
            "[[scheme]]\n\
             name = \"pub\"\n\
             components = [{ name = \"password\", part = \"password\" }]",
        ),
        ..DEFINITION
    };

    STARTS_WITH_UR = Record {
        code: "starts-with-ur",
        severity: Remark,
        sentence: "the name begins with `ur`",
        why: "Names that claim to be uniform, universal or unifying start a debate about everything except the scheme.",
        see: guideline("RFC 2718 section 2.5", ""),
        example: defines("[[scheme]]\nname = \"url\""),
        ..DEFINITION
    };

    UR_CONSENSUS = Record {
        code: "ur-consensus",
        severity: Error,
        sentence: "the name begins with `ur`, without a documented consensus that it is the only one of its type",
        why: "A name with this claim needs the agreement of those who would use another one. Without it, another name \
              costs nothing.",
        see: guideline("RFC 2718 section 2.5", ""),
        example: defines("[[scheme]]\nname = \"url\""),
        ..DEFINITION
    };

    SCHEME_CONTEXT_STATED = Record {
        code: "scheme-context-stated",
        severity: Error,
        sentence: "the definition does not say in which context the scheme is used",
        why: "Some schemes are dereferenced everywhere, others by one application only. RFC 7595 requires this \
              statement.",
        see: guideline("", "RFC 7595 section 3.5"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    PRIVACY_STATED = Record {
        code: "privacy-stated",
        severity: Error,
        sentence: "the definition says nothing about privacy",
        why: "RFC 7595 requires this statement: what a URL reveals about its author and about those who follow it.",
        see: guideline("", "RFC 7595 section 3.7"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    SCHEME_NAME_PRIVATE_USE = Record {
        code: "scheme-name-private-use",
        severity: Error,
        sentence: "a scheme for private use is not named after a domain",
        why: "A name that begins with a reversed domain, such as `com.example.pub`, collides with no other name.",
        see: guideline("", "RFC 7595 section 3.8"),
        example: defines("[[scheme]]\nname = \"pub\"\nstatus = \"private\""),
        ..DEFINITION
    };

    INTEROP_STATED = Record {
        code: "interop-stated",
        severity: Error,
        sentence: "the definition says nothing about interoperability",
        why: "Implementers know which parts programs read differently; the definition should record it.",
        see: guideline("", "RFC 7595 section 3.9"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    REGISTRATION_TEMPLATE_COMPLETE = Record {
        code: "registration-template-complete",
        severity: Error,
        sentence: "the registration template lacks applications, contact, change controller or references",
        why: "IANA requires all of them.",
        see: guideline("", "RFC 7595 section 7.4"),
        example: defines("[[scheme]]\nname = \"pub\"\n"),
        ..DEFINITION
    };

    WELL_KNOWN_STATED = Record {
        code: "well-known-stated",
        severity: Error,
        sentence: "the scheme has an authority, and does not say whether `/.well-known/` is reserved under it",
        why: "The registry has had a field for this since RFC 8615.",
        see: guideline("", "RFC 8615 section 3"),
        example: defines("[[scheme]]\nname = \"pub\"\nauthority = \"required\""),
        ..DEFINITION
    };

    ACCEPTED_WITHOUT_NEED = Record {
        code: "accepted-without-need",
        severity: Error,
        sentence: "the definition accepts a rule that it does not break",
        why: "An outdated reason misleads readers.",
        see: guideline("RFC 2718 section 2", "RFC 7595 section 3"),
        example: defines("[[scheme]]\nname = \"pub\"\naccepted = { starts-with-ur = \"once it did\" }"),
        ..DEFINITION
    };
}

napkin::rules! {
    /// The rules of reading definitions.
    pub DEFINITION_SOURCE_RULES of "definition-source";

    SCHEME_DEFINITION = Record {
        code: "scheme-definition",
        severity: Error,
        sentence: "this is not a definition of a scheme in the format of `napkin scheme`",
        why: "`napkin scheme template NAME` prints one with all keys.",
        see: guideline("RFC 2718 section 2", "RFC 7595 section 7.4"),
        example: defines("[[scheme]]\nport = 80"),
        ..DEFINITION
    };

    DEFINITION_TOO_DEEP = Record {
        code: "definition-too-deep",
        severity: Error,
        sentence: "lists and tables of a definition are nested deeper than the limit",
        why: "No definition needs as many levels. napkin has not read the file.",
        see: [LIMIT; 4],
        example: defines("[[scheme]]\nname = \"pub\"\nexamples = [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]"),
        ..DEFINITION
    };

    DEFINITION_TOO_MANY_ITEMS = Record {
        code: "definition-too-many-items",
        severity: Error,
        sentence: "a list of a definition has more items than the limit",
        why: "The lint compares some lists item by item, which takes time. Items beyond the limit are ignored.",
        see: [LIMIT; 4],
        example: defines(
            "[[scheme]]\nname = \"pub\"\nexamples = [\"pub:a\", \"pub:b\", \"pub:c\", \"pub:d\", \"pub:e\"]",
        ),
        ..DEFINITION
    };
}
