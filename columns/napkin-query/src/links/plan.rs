//! The scan of a table of links.
//!
//! Its input is a table in memory, which has the number of each partition in that partition. An engine on many machines can therefore give each
//! machine a part of the input, without knowing what the scan is.

use std::fmt;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{RecordBatch, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use datafusion_catalog::memory::MemorySourceConfig;
use datafusion_common::tree_node::TreeNodeRecursion;
use datafusion_common::{Result, plan_err};
use datafusion_execution::{SendableRecordBatchStream, TaskContext};
use datafusion_physical_expr::EquivalenceProperties;
use datafusion_physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion_physical_plan::limit::LimitStream;
use datafusion_physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet, MetricsSet};
use datafusion_physical_plan::stream::RecordBatchStreamAdapter;
use datafusion_physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PhysicalExpr, PlanProperties,
};
use futures::{StreamExt, TryStreamExt, stream};

use super::how::shown;
use super::rows;
use super::table::LinksTable;

/// The scan of a [`LinksTable`]: reads the documents of each partition whose number its input has.
#[derive(Clone, Debug)]
pub struct LinksExec {
    table: LinksTable,
    projection: Option<Vec<usize>>,
    limit: Option<usize>,
    numbers: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl LinksExec {
    /// Creates a scan of some columns, all by default, of all partitions, each of which ends after `limit` rows.
    ///
    /// # Errors
    ///
    /// The table has no column of a number in `projection`.
    ///
    /// ```
    /// use datafusion_physical_plan::ExecutionPlan;
    /// use napkin_query::{Links, LinksCall, LinksExec, LinksTable};
    ///
    /// let call = LinksCall { place: "guide".into(), standard: None, limit: Links::LIMIT, partitions: 2 };
    /// let table = LinksTable::new(call, &Default::default())?;
    /// let scan = LinksExec::new(table.clone(), Some(vec![0, 4]), None)?;
    /// assert_eq!(scan.properties().output_partitioning().partition_count(), 2);
    /// assert!(LinksExec::new(table, Some(vec![100]), None).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(table: LinksTable, projection: Option<Vec<usize>>, limit: Option<usize>) -> Result<Self> {
        let numbers = numbers(table.call().partitions)?;
        let schema = match &projection {
            Some(columns) => Arc::new(rows::schema().project(columns)?),
            None => rows::schema(),
        };
        let properties = properties(&schema, &numbers);
        Ok(Self { table, projection, limit, numbers, properties, metrics: ExecutionPlanMetricsSet::new() })
    }

    /// Returns the table.
    ///
    /// ```
    /// # use napkin_query::{Links, LinksCall, LinksExec, LinksTable};
    /// # let call = LinksCall { place: "guide".into(), standard: None, limit: Links::LIMIT, partitions: 2 };
    /// let scan = LinksExec::new(LinksTable::new(call, &Default::default())?, None, None)?;
    /// assert_eq!(scan.table().call().place, "guide");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn table(&self) -> &LinksTable {
        &self.table
    }

    /// Returns the numbers of the columns; `None` for all.
    ///
    /// ```
    /// # use napkin_query::{Links, LinksCall, LinksExec, LinksTable};
    /// # let call = LinksCall { place: "guide".into(), standard: None, limit: Links::LIMIT, partitions: 2 };
    /// let scan = LinksExec::new(LinksTable::new(call, &Default::default())?, Some(vec![0, 4]), None)?;
    /// assert_eq!(scan.projection(), Some(&[0, 4][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn projection(&self) -> Option<&[usize]> {
        self.projection.as_deref()
    }

    /// Returns whether the query has the column whose texts need a second reading.
    fn has_texts(&self) -> bool {
        self.schema().index_of(rows::TEXT).is_ok()
    }
}

/// Returns a table in memory with the number of each partition.
fn numbers(partitions: usize) -> Result<Arc<dyn ExecutionPlan>> {
    let schema = Arc::new(Schema::new(vec![Field::new("partition", DataType::UInt64, false)]));
    let batch = |number| RecordBatch::try_new(schema.clone(), vec![Arc::new(UInt64Array::from(vec![number]))]);
    let numbers = (0..partitions as u64).map(|number| Ok(vec![batch(number)?])).collect::<Result<Vec<_>>>()?;
    Ok(MemorySourceConfig::try_new_exec(&numbers, schema, None)?)
}

fn properties(schema: &SchemaRef, numbers: &Arc<dyn ExecutionPlan>) -> Arc<PlanProperties> {
    let partitions = numbers.properties().output_partitioning().partition_count();
    Arc::new(PlanProperties::new(
        EquivalenceProperties::new(Arc::clone(schema)),
        Partitioning::UnknownPartitioning(partitions),
        EmissionType::Incremental,
        Boundedness::Bounded,
    ))
}

impl DisplayAs for LinksExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LinksExec: place={}", shown(&self.table.call().place))?;
        self.limit.map_or(Ok(()), |limit| write!(f, ", fetch={limit}"))
    }
}

impl ExecutionPlan for LinksExec {
    fn name(&self) -> &'static str {
        "LinksExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.numbers]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        let Ok([numbers]) = <[_; 1]>::try_from(children) else {
            return plan_err!("napkin_links: expected the numbers of partitions as the input of a scan");
        };
        let properties = properties(&self.schema(), &numbers);
        Ok(Arc::new(Self { numbers, properties, ..Arc::unwrap_or_clone(self) }))
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let (table, has_texts, projection) = (self.table.clone(), self.has_texts(), self.projection.clone());
        let size = context.session_config().batch_size();
        let read = move |number| table.partition(number, has_texts).stream(size);
        let numbers = self.numbers.execute(partition, context)?.map_ok(|batch| stream::iter(values(&batch)));
        let batches = numbers.try_flatten().map_ok(read).try_flatten().map(move |batch| match &projection {
            Some(columns) => Ok(batch?.project(columns)?),
            None => batch,
        });
        let batches: SendableRecordBatchStream = Box::pin(RecordBatchStreamAdapter::new(self.schema(), batches));
        let metrics = BaselineMetrics::new(&self.metrics, partition);
        Ok(match self.limit {
            Some(_) => Box::pin(LimitStream::new(batches, 0, self.limit, metrics)),
            None => batches,
        })
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }

    fn fetch(&self) -> Option<usize> {
        self.limit
    }

    fn with_fetch(&self, limit: Option<usize>) -> Option<Arc<dyn ExecutionPlan>> {
        Some(Arc::new(Self { limit, ..self.clone() }))
    }
}

/// Returns the numbers of partitions in a batch of the input.
fn values(batch: &RecordBatch) -> Vec<Result<usize>> {
    match batch.columns() {
        [column] if column.data_type() == &DataType::UInt64 => {
            column.as_primitive::<UInt64Type>().values().iter().map(|&number| Ok(number as usize)).collect()
        }
        _ => vec![plan_err!("napkin_links: expected a column of numbers as the input of a scan")],
    }
}
