//! The routes, and their names in logs and counters.

use hyper::Uri;

use crate::api::{ENDPOINTS, Endpoint, Takes};

/// The route of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Route {
    Workbench,
    Rules,
    Rule,
    /// The page about the API.
    ApiPage,
    OpenApi,
    Metrics,
    /// The gateway, by a link.
    Get,
    /// The gateway, as a proxy.
    Proxy,
    Trail,
    Schemes,
    Scheme,
    Lint,
    Missing,
    /// An endpoint of the API, by its place in [`ENDPOINTS`].
    Api(usize),
}

/// The routes outside of the API, with their names.
const OTHERS: [(Route, &str); 13] = [
    (Route::Workbench, "/"),
    (Route::Rules, "/rules"),
    (Route::Rule, "/rules/{rule}"),
    (Route::ApiPage, "/api"),
    (Route::OpenApi, "/api/openapi.json"),
    (Route::Metrics, "/metrics"),
    (Route::Get, "/get"),
    (Route::Proxy, "proxy"),
    (Route::Trail, "/trail"),
    (Route::Schemes, "/schemes"),
    (Route::Scheme, "/schemes/{scheme}"),
    (Route::Lint, "/lint"),
    (Route::Missing, "other"),
];

impl Route {
    /// The number of routes.
    pub(crate) const COUNT: usize = OTHERS.len() + ENDPOINTS.len();

    /// Returns all routes; the endpoints of the API follow the others.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        OTHERS.into_iter().map(|(route, _)| route).chain((0..ENDPOINTS.len()).map(Self::Api))
    }

    /// Returns the route of a request that is not the gateway's.
    pub(crate) fn of(target: &Uri) -> Self {
        // The script has an address of its own, which its policy can name; the address of the page would match all other pages
        // too.
        let path = if target.path() == "/part" { "/" } else { target.path() };
        let is_at = |name: &str| match name.split_once('{') {
            Some((folder, _)) => path.starts_with(folder),
            None => path == name,
        };
        Self::all().find(|route| is_at(route.name())).unwrap_or(Self::Missing)
    }

    /// Returns the place of the route among [`all`](Self::all).
    pub(crate) fn number(self) -> usize {
        match self {
            Self::Api(endpoint) => OTHERS.len() + endpoint,
            _ => OTHERS.iter().position(|&(route, _)| route == self).unwrap_or(OTHERS.len() - 1),
        }
    }

    /// Returns the name of the route.
    pub(crate) fn name(self) -> &'static str {
        self.endpoint().map_or_else(|| OTHERS[self.number()].1, |endpoint| endpoint.path)
    }

    /// Returns the endpoint of the API.
    pub(crate) fn endpoint(self) -> Option<&'static Endpoint> {
        if let Self::Api(endpoint) = self { ENDPOINTS.get(endpoint) } else { None }
    }

    /// Returns the methods that the route takes.
    pub(crate) fn methods(self) -> &'static str {
        match (self, self.endpoint().map(|endpoint| endpoint.takes)) {
            (Self::Workbench | Self::Lint, _) | (_, Some(Takes::Parameters | Takes::Either)) => "GET, HEAD, POST",
            (_, Some(Takes::Document)) => "POST",
            _ => "GET, HEAD",
        }
    }

    /// Returns whether the route is a page.
    pub(crate) fn is_page(self) -> bool {
        use Route::{ApiPage, Lint, Rule, Rules, Scheme, Schemes, Trail, Workbench};
        [Workbench, Rules, Rule, ApiPage, Trail, Schemes, Scheme, Lint].contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_have_their_numbers_and_names() {
        for (number, route) in Route::all().enumerate() {
            assert_eq!(route.number(), number, "{route:?}");
            if let Some(target) = route.name().strip_prefix('/').filter(|name| !name.contains(['{', 'g'])) {
                let target: Uri = format!("/{target}").parse().expect("a path");
                assert_eq!(Route::of(&target), route);
            }
        }
        assert_eq!(Route::all().count(), Route::COUNT);
        assert!(Route::all().filter(|route| route.endpoint().is_some()).all(|route| route.name().starts_with("/api/")));
    }
}
