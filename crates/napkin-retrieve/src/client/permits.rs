//! What a policy is asked by programs that have a driver of their own (a gateway, a proxy).

use std::sync::Arc;

use crate::{Credentials, Error, Permit, Policy, Request, Target};

impl Policy {
    /// The permit for the first hop of a request: what [`Client`](crate::Client) asks for, for programs that have a driver of their own
    /// (a gateway, a proxy).
    ///
    /// ```
    /// use std::sync::{Arc, OnceLock};
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Arc::new(Policy::public_web());
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let refused = policy.permit(&Request::get("http://[::ffff:127.0.0.1]/")).await.unwrap_err();
    /// assert_eq!(refused.rule().code(), "address-special");
    /// # });
    /// ```
    ///
    /// # Errors
    /// The first check that the URL does not pass.
    pub async fn permit(self: &Arc<Self>, request: &Request) -> Result<Permit, Error> {
        let (mut target, _) = Target::read(&request.url, request.operation)?;
        target.credentials = target.credentials.or_else(|| request.credentials.clone());
        self.permit_target(target, request.initiative).await
    }

    /// What this would say of the first hop of a request as far as nobody has to be asked: all but the addresses of a name. For
    /// whoever shows it before anything is retrieved.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web();
    /// assert!(policy.foresee(&Request::get("http://pub.example/")).is_ok());
    /// let refused = policy.foresee(&Request::get("http://10.0.0.1/")).unwrap_err();
    /// assert_eq!(refused.rule().code(), "address-special");
    /// ```
    ///
    /// # Errors
    /// The first check that the URL does not pass.
    pub fn foresee(&self, request: &Request) -> Result<(), Error> {
        let (target, _) = Target::read(&request.url, request.operation)?;
        let target = self.at_server(target);
        self.judge(&target)?;
        self.judge_literal(&target)
    }

    /// The permit for where a redirect leads. The credentials of `from` stay with its origin.
    ///
    /// # Errors
    /// As [`permit`](Self::permit), and those of redirects: `redirect-downgrade`, `redirect-scheme`.
    pub async fn permit_redirect(
        self: &Arc<Self>,
        from: &Target,
        reference: &str,
        request: &Request,
    ) -> Result<Permit, Error> {
        let url = self.follow(from, reference)?;
        let (mut target, _) = Target::read(&url, request.operation)?;
        if target.credentials.is_none() && from.same_origin(&target) {
            target.credentials = from.credentials().cloned() as Option<Credentials>;
        }
        self.permit_target(target, request.initiative).await
    }
}
