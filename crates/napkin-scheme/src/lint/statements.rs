//! The rules that require only a statement.

use super::remark::Lint;
use crate::rules;
use crate::{Authority, Locates, Statement, Status};

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    lint.key(rules::SCHEME_FRAGMENT_FROM_MEDIA_TYPE, "name", "");
    lint.stated(rules::SEMANTICS_STATED, Statement::Resource, "`resource`");
    if lint.definition.kinds.is_empty() {
        lint.key(rules::SEMANTICS_STATED, "kinds", "`kinds` of resource, such as `file` and `directory`");
    }
    lint.stated(rules::UTILITY_STATED, Statement::Utility, "`utility`");
    lint.stated(rules::SECURITY_STATED, Statement::Security, "`security`");
    lint.stated(rules::SECURITY_REQUESTER_IDENTITY, Statement::Identity, "`identity`");
    lint.stated(rules::SCHEME_CONTEXT_STATED, Statement::Context, "`context`");
    lint.stated(rules::PRIVACY_STATED, Statement::Privacy, "`privacy`");
    lint.stated(rules::INTEROP_STATED, Statement::Interoperability, "`interoperability`");
    charset(lint);
    name(lint);
    successors(lint);
    if lint.definition.locates == Locates::NotData {
        lint.stated(rules::NOT_DATA_PROPERTIES, Statement::Properties, "`properties`");
    }
}

fn charset(lint: &mut Lint<'_, '_>) {
    if !lint.definition.text(Statement::Charset).contains("UTF-8") {
        lint.stated(rules::CHARSET_REASON, Statement::CharsetReason, "UTF-8, or a `charset_reason`");
    }
}

/// RFC 2718 section 2.5.
fn name(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    if !definition.name.get(..2).is_some_and(|two| two.eq_ignore_ascii_case("ur")) {
        return;
    }
    let description = definition.text(Statement::Description).to_ascii_lowercase();
    let is_loud = ["uniform", "universal", "unifying"].iter().any(|word| description.contains(word));
    let expected = if is_loud { "another name, especially because the description explains the `u`" } else { "" };
    lint.key(rules::STARTS_WITH_UR, "name", expected);
    lint.stated(rules::UR_CONSENSUS, Statement::Consensus, "`consensus`, or another name");
}

/// The requirements that RFC 7595 and RFC 8615 have added.
fn successors(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    if definition.status == Status::Private && !definition.name.contains('.') {
        lint.key(
            rules::SCHEME_NAME_PRIVATE_USE,
            "name",
            "a name that begins with a reversed domain, such as `com.example.`",
        );
    }
    if definition.authority != Authority::None {
        lint.stated(rules::WELL_KNOWN_STATED, Statement::WellKnown, "`well_known`");
    }
    let rule = rules::REGISTRATION_TEMPLATE_COMPLETE;
    lint.stated(rule, Statement::Applications, "`applications`");
    lint.stated(rule, Statement::Contact, "`contact`");
    lint.stated(rule, Statement::ChangeController, "`change_controller`");
    if definition.reference.is_empty() {
        lint.key(rule, "reference", "`reference`");
    }
}
