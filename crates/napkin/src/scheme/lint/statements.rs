//! The rules that ask for nothing but a statement.

use super::Lint;
use crate::Rule;
use crate::scheme::{Authority, Locates, Statement, Status};

pub(super) fn lint(lint: &mut Lint<'_, '_>) {
    lint.key(Rule::SchemeFragmentFromMediaType, "name", "");
    lint.stated(Rule::SemanticsStated, Statement::Resource, "`resource`");
    if lint.definition.kinds.is_empty() {
        lint.key(Rule::SemanticsStated, "kinds", "`kinds` of resource, such as `file` and `directory`");
    }
    lint.stated(Rule::UtilityStated, Statement::Utility, "`utility`");
    lint.stated(Rule::SecurityStated, Statement::Security, "`security`");
    lint.stated(Rule::SecurityRequesterIdentity, Statement::Identity, "`identity`");
    lint.stated(Rule::SchemeContextStated, Statement::Context, "`context`");
    lint.stated(Rule::PrivacyStated, Statement::Privacy, "`privacy`");
    lint.stated(Rule::InteropStated, Statement::Interoperability, "`interoperability`");
    charset(lint);
    name(lint);
    successors(lint);
    if lint.definition.locates == Locates::NotData {
        lint.stated(Rule::NotDataProperties, Statement::Properties, "`properties`");
    }
}

fn charset(lint: &mut Lint<'_, '_>) {
    if !lint.definition.text(Statement::Charset).contains("UTF-8") {
        lint.stated(Rule::CharsetReason, Statement::CharsetReason, "UTF-8, or a `charset_reason`");
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
    let expected = if is_loud { "another name, above all as the description says what the `u` stands for" } else { "" };
    lint.key(Rule::StartsWithUr, "name", expected);
    lint.stated(Rule::UrConsensus, Statement::Consensus, "`consensus`, or another name");
}

/// What RFC 7595 and RFC 8615 have added.
fn successors(lint: &mut Lint<'_, '_>) {
    let definition = lint.definition;
    if definition.status == Status::Private && !definition.name.contains('.') {
        lint.key(
            Rule::SchemeNamePrivateUse,
            "name",
            "a name that begins with a reversed domain, such as `com.example.`",
        );
    }
    if definition.authority != Authority::None {
        lint.stated(Rule::WellKnownStated, Statement::WellKnown, "`well_known`");
    }
    let rule = Rule::RegistrationTemplateComplete;
    lint.stated(rule, Statement::Applications, "`applications`");
    lint.stated(rule, Statement::Contact, "`contact`");
    lint.stated(rule, Statement::ChangeController, "`change_controller`");
    if definition.reference.is_empty() {
        lint.key(rule, "reference", "`reference`");
    }
}
