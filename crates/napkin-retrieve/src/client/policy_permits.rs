//! Permits of a policy, for the client and for programs with their own, such as gateways and proxies.

use std::sync::Arc;

use crate::{Credentials, Error, Permit, Policy, Request, Target};

impl Policy {
    /// Returns the permit for the first hop of a request. [`Client`](crate::Client) calls this; so can programs with a
    /// client of their own, such as a gateway or a proxy.
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
    /// The first check that the URL fails.
    pub async fn permit(self: &Arc<Self>, request: &Request) -> Result<Permit, Error> {
        let (mut target, _) = Target::read(&request.url, request.operation)?;
        target.credentials = target.credentials.or_else(|| request.credentials.clone());
        self.permit_target(target, request.initiative).await
    }

    /// Checks the first hop of a request without a network request: everything except the addresses of a name. For
    /// showing the verdict before anything is retrieved.
    ///
    /// ```
    /// use napkin_retrieve::{Policy, Request};
    /// let policy = Policy::public_web();
    /// assert!(policy.precheck(&Request::get("http://pub.example/")).is_ok());
    /// let refused = policy.precheck(&Request::get("http://10.0.0.1/")).unwrap_err();
    /// assert_eq!(refused.rule().code(), "address-special");
    /// ```
    ///
    /// # Errors
    /// The first check that the URL fails.
    pub fn precheck(&self, request: &Request) -> Result<(), Error> {
        let (target, _) = Target::read(&request.url, request.operation)?;
        let target = self.at_server(target);
        self.check_offline(&target)?;
        self.check_literal(&target)
    }

    /// Returns the permit for the target of a redirect. The credentials of `from` stay with its origin.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use napkin_retrieve::{Policy, Request};
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let policy = Arc::new(Policy::public_web());
    /// let request = Request::get("https://8.8.8.8/menu");
    /// let permit = policy.permit(&request).await?;
    /// let next = policy.permit_redirect(permit.target(), "/beer", &request).await?;
    /// assert_eq!(next.target().url().as_str(), "https://8.8.8.8/beer");
    /// let downgrade = policy.permit_redirect(permit.target(), "http://8.8.8.8/", &request).await;
    /// assert_eq!(downgrade.unwrap_err().rule().code(), "redirect-downgrade");
    /// # Ok::<(), napkin_retrieve::Error>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// Like [`permit`](Self::permit); `redirect-downgrade`, `redirect-scheme`.
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
