//! The table of one call of `napkin_links`.

use std::sync::Arc;

use arrow_schema::SchemaRef;
use async_trait::async_trait;
use datafusion_catalog::{Session, TableProvider};
use datafusion_common::{Result, plan_err};
use datafusion_execution::runtime_env::RuntimeEnv;
use datafusion_expr::{Expr, TableType};
use datafusion_physical_plan::ExecutionPlan;
use napkin::Standard;

use super::how::{How, shown};
use super::partition::{Partition, Place};
use super::plan::LinksExec;
use super::rows;

/// What a call of `napkin_links` asks for. Engines that send plans to other processes send this, and create the table from it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinksCall {
    /// The name of a folder or a document, or the URL of such in an object store.
    pub place: String,
    /// The standard; `None` for the usual standard of each document.
    pub standard: Option<Standard>,
    /// The greatest length of a document, in bytes.
    pub limit: u64,
    /// The number of partitions, each of which reads every n-th document.
    pub partitions: usize,
}

/// The table of a call of `napkin_links`.
#[derive(Clone, Debug)]
pub struct LinksTable {
    call: LinksCall,
    place: Place,
}

impl LinksTable {
    /// Creates the table. Whether a folder exists shows when it is read.
    ///
    /// # Errors
    ///
    /// The place is a URL whose store `runtime` does not have, or there is no partition.
    ///
    /// ```
    /// use napkin_query::{Links, LinksCall, LinksTable};
    ///
    /// let call = LinksCall { place: "s3://bucket/crawl/".into(), standard: None, limit: Links::LIMIT, partitions: 2 };
    /// assert!(LinksTable::new(call, &Default::default()).is_err());
    /// ```
    pub fn new(call: LinksCall, runtime: &RuntimeEnv) -> Result<Self> {
        if call.partitions == 0 {
            return plan_err!("napkin_links: expected a partition, but found none");
        }
        let place = Place::of(&call.place, runtime)?;
        Ok(Self { call, place })
    }

    /// Returns what was asked for.
    ///
    /// ```
    /// # use napkin_query::{Links, LinksCall, LinksTable};
    /// let call = LinksCall { place: "guide".into(), standard: None, limit: Links::LIMIT, partitions: 2 };
    /// assert_eq!(LinksTable::new(call.clone(), &Default::default())?.call(), &call);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn call(&self) -> &LinksCall {
        &self.call
    }

    /// Returns the call for a process with another current folder: the name of a folder is absolute.
    ///
    /// # Errors
    ///
    /// The current folder cannot be found, or its name is not UTF-8.
    ///
    /// ```
    /// # use napkin_query::{Links, LinksCall, LinksTable};
    /// let call = LinksCall { place: "guide".into(), standard: None, limit: Links::LIMIT, partitions: 2 };
    /// let call = LinksTable::new(call, &Default::default())?.absolute_call()?;
    /// assert!(std::path::Path::new(&call.place).is_absolute());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn absolute_call(&self) -> Result<LinksCall> {
        let Place::Folder(folder) = &self.place else { return Ok(self.call.clone()) };
        match std::path::absolute(folder)?.into_os_string().into_string() {
            Ok(place) => Ok(LinksCall { place, ..self.call.clone() }),
            Err(folder) => plan_err!("napkin_links: {}: expected a name in UTF-8", shown(&folder.to_string_lossy())),
        }
    }

    /// Checks that a folder exists.
    pub(super) fn check(&self) -> Result<()> {
        self.place.check()
    }

    /// Returns the documents of a partition.
    pub(super) fn partition(&self, number: usize, has_texts: bool) -> Partition {
        let how = How { standard: self.call.standard, has_texts, limit: self.call.limit };
        Partition { place: self.place.clone(), how, number, of: self.call.partitions }
    }
}

#[async_trait]
impl TableProvider for LinksTable {
    fn schema(&self) -> SchemaRef {
        rows::schema()
    }

    fn table_type(&self) -> TableType {
        TableType::View
    }

    async fn scan(
        &self,
        _: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(LinksExec::new(self.clone(), projection.cloned(), limit)?))
    }
}
