//! The error type of the program.

/// An error, which is printed for people.
pub(crate) type Trouble = Box<dyn std::error::Error + Send + Sync>;
