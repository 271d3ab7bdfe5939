//! From names to addresses.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// A future that is to be polled anywhere.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Resolves names. It is asked once a hop, and what it answers is what is judged and what is connected to.
pub trait Resolve: Send + Sync {
    /// The addresses of a name, in the order in which they are to be tried. Never asked for what is an address itself.
    ///
    /// # Errors
    /// There is no such name, or no answer.
    fn resolve<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;
}

/// The resolver of the system (`getaddrinfo`), asked on a thread of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'a>(&'a self, name: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let mut addresses: Vec<IpAddr> = Vec::new();
            for address in tokio::net::lookup_host((name, 0)).await? {
                if !addresses.contains(&address.ip()) {
                    addresses.push(address.ip());
                }
            }
            Ok(addresses)
        })
    }
}
