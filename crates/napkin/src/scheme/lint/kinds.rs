//! How each rule of the lint is judged, and what people are asked.

use super::{Kind, Kind::*};

/// In the order of the rules, from [`Rule::SchemeNameSyntax`](crate::Rule::SchemeNameSyntax) on.
pub(super) static KINDS: [(&[Kind], &str); 59] = [
    // scheme-name-syntax
    (&[Machine], ""),
    // scheme-name-lowercase
    (&[Machine], ""),
    // scheme-generic-syntax
    (&[Machine], ""),
    // scheme-fragment-kept
    (&[Machine], ""),
    // scheme-fragment-from-media-type
    (
        &[Human],
        "Does the meaning of a fragment come from the media type of what is retrieved, and from nothing in this scheme?",
    ),
    // scheme-relative-shared
    (&[Machine], ""),
    // scheme-dot-segments
    (&[Machine], ""),
    // scheme-rooted-path
    (&[Machine], ""),
    // scheme-shared-authority
    (&[Machine], ""),
    // double-slash-without-hierarchy
    (&[Machine], ""),
    // hierarchy-without-double-slash
    (&[Machine], ""),
    // relative-needs-generic-syntax
    (&[Machine], ""),
    // relative-forms-stated
    (&[Statement], ""),
    // component-breaks-explained
    (&[Statement], ""),
    // hierarchy-left-to-right
    (&[Machine, Human], ""),
    // semantics-stated
    (&[Statement], ""),
    // mapping-complete
    (&[Statement, Machine], ""),
    // mapping-escapes-stated
    (&[Machine], ""),
    // mapping-all-legal-values
    (&[Machine], ""),
    // mapping-modifiers-stated
    (&[Statement], ""),
    // protocol-actions-stated
    (&[Statement, Machine], ""),
    // configuration-identified
    (&[Machine], ""),
    // default-port-stated
    (&[Machine], ""),
    // non-protocol-notation
    (&[Statement], ""),
    // not-data-properties
    (&[Statement], ""),
    // not-data-not-retrievable
    (&[Machine], ""),
    // charset-utf8
    (&[Machine], ""),
    // charset-reason
    (&[Statement], ""),
    // no-encoding-variety
    (&[Machine], ""),
    // operations-listed
    (&[Statement], ""),
    // operations-described
    (&[Statement], ""),
    // stream-paradigm-stated
    (&[Machine], ""),
    // get-not-implied
    (&[Machine], ""),
    // utility-stated
    (&[Statement, Human], ""),
    // duplicates-existing-scheme
    (&[Machine], ""),
    // proxy-resolution-mechanism
    (&[Statement], ""),
    // proxy-run-your-own
    (&[Machine], ""),
    // proxy-operations-map
    (&[Machine], ""),
    // proxy-media-type-defined
    (&[Machine, Statement], ""),
    // proxy-html-translation
    (&[Statement], ""),
    // proxy-running-code
    (&[Machine], ""),
    // security-stated
    (&[Statement], ""),
    // security-unasked-retrieval
    (&[Statement, Machine], ""),
    // security-disguise
    (&[Machine], ""),
    // security-port-override
    (&[Machine], ""),
    // security-requester-identity
    (&[Statement], ""),
    // security-password-in-clear
    (&[Machine], ""),
    // starts-with-ur
    (&[Machine], ""),
    // ur-consensus
    (&[Statement], ""),
    // scheme-context-stated
    (&[Statement], ""),
    // privacy-stated
    (&[Statement], ""),
    // scheme-name-private-use
    (&[Machine], ""),
    // interop-stated
    (&[Statement], ""),
    // registration-template-complete
    (&[Machine], ""),
    // well-known-stated
    (&[Statement], ""),
    // accepted-without-need
    (&[Machine], ""),
    // scheme-definition
    (&[Machine], ""),
    // definition-too-deep
    (&[Machine], ""),
    // definition-too-many-items
    (&[Machine], ""),
];
