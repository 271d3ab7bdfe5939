//! The common data of the functions: a name, the number of arguments, a type, and a kernel.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, FieldRef};
use datafusion_common::{Result, ScalarValue, plan_err};
use datafusion_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility};
use napkin_columns::rows;

use crate::arguments::Arguments;

/// A function.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// The fewest arguments and the most.
    pub(crate) arguments: (usize, usize),
    /// The index of the argument with the standard.
    pub(crate) before_standard: usize,
    /// Returns the type of the result for the name of a standard.
    pub(crate) output: fn(Option<&str>) -> DataType,
    pub(crate) run: fn(&Arguments) -> Result<ArrayRef>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Function({})", self.name)
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// `coerce_types` decides which columns are accepted: every layout of texts, unchanged.
static SIGNATURE: LazyLock<Signature> = LazyLock::new(|| Signature::user_defined(Volatility::Immutable));

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &SIGNATURE
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok((self.output)(None))
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let standard = arguments.scalar_arguments.get(self.before_standard).copied().flatten();
        let standard = standard.and_then(ScalarValue::try_as_str).flatten();
        Ok(Arc::new(Field::new(self.name, (self.output)(standard), true)))
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let (fewest, most) = self.arguments;
        if !(fewest..=most).contains(&types.len()) {
            return plan_err!("{}: expected {fewest} to {most} arguments, but found {}", self.name, types.len());
        }
        types.iter().map(|one| self.coerced(one)).collect()
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let arguments = Arguments::of(&args.args, self.before_standard)?;
        let mut answers = (self.run)(&arguments)?;
        if answers.data_type() != args.return_field.data_type() {
            // The result for a dictionary of texts is a dictionary.
            answers = rows(&answers)?;
        }
        if arguments.is_constant() {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&answers, 0)?));
        }
        Ok(ColumnarValue::Array(answers))
    }
}

impl Function {
    fn coerced(&self, found: &DataType) -> Result<DataType> {
        match found {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(found.clone()),
            DataType::Dictionary(_, values) if values.is_string() => Ok(found.clone()),
            DataType::Null => Ok(DataType::Utf8View),
            _ => plan_err!("{}: expected texts, but found {found}", self.name),
        }
    }
}
