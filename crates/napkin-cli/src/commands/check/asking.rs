//! Makes the checker and the client from the options.

#[cfg(feature = "retrieve")]
use std::path::Path;

use napkin_check::Checker;
#[cfg(feature = "retrieve")]
use napkin_check::HostRules;

use super::moves::Moves;
#[cfg(feature = "retrieve")]
use crate::options::Asking;
use crate::options::Check;
use crate::output::Trouble;

/// The longest retrieval, unless --timeout says otherwise.
#[cfg(feature = "retrieve")]
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(30);

pub(super) fn checker(options: &Check, report_good: bool) -> Result<Checker, Trouble> {
    let checker = asking(options, report_good)?;
    let mends = options.suggest || options.fix || options.diff;
    let moves = Moves::default();
    Ok(if mends { checker.with_moves(move |missing| moves.of(missing)) } else { checker })
}

fn asking(options: &Check, report_good: bool) -> Result<Checker, Trouble> {
    let library = options.options(report_good).with_filter(options.patterns.filter()?);
    #[cfg(feature = "retrieve")]
    if !options.offline {
        let library = library.with_hosts(hosts(&options.asking)?);
        let checker = Checker::new(library).with_client(client(options)?);
        return super::record::used(checker.map_err(|error| Trouble::io("runtime", error))?, &options.asking);
    }
    Ok(Checker::new(library))
}

/// Returns the rules for single hosts. The message about a login names the file, and never what it contains.
#[cfg(feature = "retrieve")]
fn hosts(options: &Asking) -> Result<HostRules, Trouble> {
    let mut rules = HostRules::default();
    for (host, statuses) in &options.accept {
        rules = statuses.iter().fold(rules, |rules, statuses| rules.accept(host.clone(), statuses.clone()));
    }
    for (host, field) in &options.host_header {
        let (name, value) = field
            .split_once(':')
            .ok_or_else(|| Trouble::Usage("--host-header: expected HOST=NAME: VALUE, found no colon".to_owned()))?;
        let request = napkin_retrieve::Request::get("http://pub.example/").with_field(name.trim(), value);
        request.map_err(|error| Trouble::Usage(format!("--host-header: {}", error.message())))?;
        rules = rules.field(host.clone(), name.trim(), value.trim());
    }
    for (host, file) in &options.host_login {
        let bytes = napkin_files::read(Path::new(file), 1 << 16).map_err(|error| Trouble::io(&**file, error))?;
        let text = String::from_utf8(bytes).ok();
        let login =
            text.as_deref().map(|text| text.trim_end_matches(['\n', '\r'])).and_then(|text| text.split_once(':'));
        let expected = || Trouble::Usage(format!("{file}: expected one line, USER:PASSWORD"));
        let (user, password) = login.filter(|(_, password)| !password.contains('\n')).ok_or_else(expected)?;
        rules = rules.login(host.clone(), user, password);
    }
    Ok(rules)
}

/// Returns the client. A redirect from https to http is followed, because nothing but the verdict depends on it.
#[cfg(feature = "retrieve")]
pub(super) fn client(options: &Check) -> Result<napkin_retrieve::Client, Trouble> {
    let (private, retrieval) = (options.asking.allow_private, &options.asking.retrieval);
    let change = |policy: napkin_retrieve::Policy| if private { policy.allow_private() } else { policy };
    let client = retrieval.client_without_cache()?.with_policy(|policy| change(policy.allow_downgrade()));
    let is_default = retrieval.timeout.as_secs() == 3600;
    let limits = client.limits().clone();
    let limits = if is_default { limits.with_timeout(TIMEOUT).with_first_byte_timeout(TIMEOUT) } else { limits };
    Ok(client.with_limits(limits))
}
