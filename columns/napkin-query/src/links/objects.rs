//! The objects of a store, such as S3: `napkin_links('s3://bucket/crawl/')`.
//!
//! The session has the stores (`SessionContext::register_object_store`). Objects are read in the order in which their store lists them, and as they
//! arrive.

use std::io::{self, Read};
use std::sync::Arc;

use bytes::{Buf, Bytes};
use datafusion_common::{DataFusionError, Result, plan_err};
use datafusion_execution::object_store::ObjectStoreUrl;
use datafusion_execution::runtime_env::RuntimeEnv;
use futures::StreamExt;
use futures::stream::BoxStream;
use napkin::percent;
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};
use tokio::runtime::Handle;

use super::how::shown;
use super::stored::{self, Stored};

/// The objects whose names begin with the segments of a path, or the object of this name.
#[derive(Clone, Debug)]
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// The URL of the store, without a slash at its end.
    root: String,
    path: Path,
}

impl Objects {
    /// Finds the store of a URL; `None` if the text is no URL of objects.
    pub(super) fn of(text: &str, session: &RuntimeEnv) -> Result<Option<Self>> {
        let Some((scheme, rest)) = text.split_once("://") else { return Ok(None) };
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let root = format!("{scheme}://{host}");
        let store = ObjectStoreUrl::parse(&root).and_then(|url| session.object_store(&url));
        match (store, Path::from_url_path(path)) {
            (Ok(store), Ok(path)) => Ok(Some(Self { store, root, path })),
            (Err(error), _) => plan_err!("napkin_links: {}: {}", shown(text), error.strip_backtrace()),
            (_, Err(error)) => plan_err!("napkin_links: {}: {error}", shown(text)),
        }
    }

    /// Lists the objects, with whether the query names the object. A name with a segment that begins with a dot is hidden.
    pub(super) fn list(&self, runtime: &Handle) -> Box<dyn Iterator<Item = Result<(ObjectMeta, bool)>> + '_> {
        let name = || format!("{}/{}", self.root, self.path);
        if let Ok(object) = runtime.block_on(self.store.head(&self.path)) {
            return Box::new(std::iter::once(Ok((object, true))));
        }
        let (mut listed, runtime) = (self.store.list(Some(&self.path)).peekable(), runtime.clone());
        if runtime.block_on(std::pin::Pin::new(&mut listed).peek()).is_none() {
            return Box::new(std::iter::once(Err(failed(&name(), "expected an object, but found none of this name"))));
        }
        let listed = std::iter::from_fn(move || runtime.block_on(listed.next()));
        let shown = listed.filter(|found| !found.as_ref().is_ok_and(|object| self.is_hidden(object)));
        Box::new(shown.map(move |found| found.map(|object| (object, false)).map_err(|error| failed(&name(), error))))
    }

    fn is_hidden(&self, object: &ObjectMeta) -> bool {
        object
            .location
            .prefix_match(&self.path)
            .is_some_and(|mut parts| parts.any(|part| part.as_ref().starts_with('.')))
    }

    /// Opens an object.
    pub(super) fn open(&self, object: &ObjectMeta, runtime: &Handle) -> Result<Stored> {
        let path = percent::encode(object.location.as_ref().as_bytes(), percent::PATH);
        let name = format!("{}/{}", self.root, path.as_str());
        let found = runtime.block_on(self.store.get(&object.location)).map_err(|error| failed(&name, error))?;
        let reader = ObjectReader { chunks: found.into_stream(), chunk: Bytes::new(), runtime: runtime.clone() };
        Ok(Stored {
            url: Some(name.clone()),
            name,
            length: object.size,
            bytes: stored::Bytes::Object(Box::new(reader)),
        })
    }
}

/// The bytes of an object, as they arrive.
struct ObjectReader {
    chunks: BoxStream<'static, object_store::Result<Bytes>>,
    /// The unread bytes of the last chunk.
    chunk: Bytes,
    runtime: Handle,
}

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.is_empty() {
            match self.runtime.block_on(self.chunks.next()) {
                None => return Ok(0),
                Some(chunk) => self.chunk = chunk.map_err(io::Error::other)?,
            }
        }
        let length = self.chunk.len().min(buffer.len());
        self.chunk.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

fn failed(name: &str, error: impl ToString) -> DataFusionError {
    DataFusionError::Execution(format!("{}: {}", shown(name), error.to_string()))
}
