//! Sends the table `napkin_links` to other processes, as part of a plan.
//!
//! A table is sent as what its call asked for, and a scan of it as the table with the columns and the limit of rows. All else in a plan goes
//! through the codecs of Ballista.

use std::error::Error;
use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result, TableReference, internal_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::execution_plan::replace_children_if_necessary;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use napkin_query::{LinksCall, LinksExec, LinksTable};
use prost::Message;

/// What a message of a scan begins with. No message of Ballista can: it would have a field of a type that protocol buffers do not have.
const SCAN: &[u8] = b"napkin_links\0";

#[derive(Clone, PartialEq, Message)]
struct Table {
    #[prost(string, tag = "1")]
    place: String,
    /// The name of the standard; empty for the usual one.
    #[prost(string, tag = "2")]
    standard: String,
    #[prost(uint64, tag = "3")]
    limit: u64,
    #[prost(uint64, tag = "4")]
    partitions: u64,
}

#[derive(Clone, PartialEq, Message)]
struct Scan {
    #[prost(message, optional, tag = "1")]
    table: Option<Table>,
    #[prost(message, optional, tag = "2")]
    projection: Option<Columns>,
    #[prost(uint64, optional, tag = "3")]
    limit: Option<u64>,
}

#[derive(Clone, PartialEq, Message)]
struct Columns {
    #[prost(uint64, repeated, tag = "1")]
    numbers: Vec<u64>,
}

impl Table {
    fn of(table: &LinksTable) -> Result<Self> {
        let LinksCall { place, standard, limit, partitions } = table.absolute_call()?;
        let standard = standard.map(|standard| standard.name().to_owned()).unwrap_or_default();
        Ok(Self { place, standard, limit, partitions: partitions as u64 })
    }

    fn table(self, context: &TaskContext) -> Result<LinksTable> {
        let standard = match &*self.standard {
            "" => None,
            name => Some(name.parse().map_err(external)?),
        };
        let call = LinksCall { place: self.place, standard, limit: self.limit, partitions: number(self.partitions)? };
        LinksTable::new(call, &context.runtime_env())
    }
}

impl Scan {
    fn of(scan: &LinksExec) -> Result<Self> {
        let columns = |numbers: &[usize]| Columns { numbers: numbers.iter().map(|&number| number as u64).collect() };
        let limit = scan.fetch().map(|limit| limit as u64);
        Ok(Self { table: Some(Table::of(scan.table())?), projection: scan.projection().map(columns), limit })
    }

    fn scan(self, context: &TaskContext) -> Result<LinksExec> {
        let Some(table) = self.table else { return internal_err!("a scan of links has no table") };
        let numbers = |columns: Columns| columns.numbers.into_iter().map(number).collect::<Result<_>>();
        LinksExec::new(
            table.table(context)?,
            self.projection.map(numbers).transpose()?,
            self.limit.map(number).transpose()?,
        )
    }
}

fn number(number: u64) -> Result<usize> {
    usize::try_from(number).map_err(external)
}

fn read<M: Message + Default>(bytes: &[u8]) -> Result<M> {
    M::decode(bytes).map_err(external)
}

fn external(error: impl Error + Send + Sync + 'static) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// Sends tables within logical plans.
#[derive(Debug, Default)]
pub(crate) struct Logical(BallistaLogicalExtensionCodec);

impl LogicalExtensionCodec for Logical {
    fn try_decode(&self, bytes: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.0.try_decode(bytes, inputs, context)
    }

    fn try_encode(&self, node: &Extension, bytes: &mut Vec<u8>) -> Result<()> {
        self.0.try_encode(node, bytes)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        _: &TableReference,
        _: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        Ok(Arc::new(read::<Table>(bytes)?.table(context)?))
    }

    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        table: Arc<dyn TableProvider>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        let Some(table) = table.downcast_ref::<LinksTable>() else {
            return internal_err!("the table {name} cannot be sent to other processes");
        };
        bytes.extend(Table::of(table)?.encode_to_vec());
        Ok(())
    }

    fn try_decode_file_format(&self, bytes: &[u8], context: &TaskContext) -> Result<Arc<dyn FileFormatFactory>> {
        self.0.try_decode_file_format(bytes, context)
    }

    fn try_encode_file_format(&self, bytes: &mut Vec<u8>, format: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.0.try_encode_file_format(bytes, format)
    }
}

/// Sends scans within physical plans.
#[derive(Debug, Default)]
pub(crate) struct Physical(BallistaPhysicalExtensionCodec);

impl PhysicalExtensionCodec for Physical {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match bytes.strip_prefix(SCAN) {
            Some(bytes) => {
                let scan = read::<Scan>(bytes)?.scan(context)?;
                replace_children_if_necessary(Arc::new(scan), inputs.to_vec())
            }
            None => self.0.try_decode(bytes, inputs, context, converter),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(scan) = node.downcast_ref::<LinksExec>() else {
            return self.0.try_encode(node, bytes, converter);
        };
        bytes.extend(SCAN);
        bytes.extend(Scan::of(scan)?.encode_to_vec());
        Ok(())
    }
}
