//! The options of commands that read folders.

use clap::{ArgAction, Args};

use super::INPUT;

/// Which files of folders are read. A file that is named itself is read in any case.
#[derive(Args, Clone, Default)]
pub(crate) struct FolderOptions {
    /// Read only files of folders that match: '*.html'
    ///
    /// GLOB is a pattern as in .gitignore; several options add up.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append, help_heading = INPUT)]
    pub(crate) include: Vec<String>,
    /// Skip files and folders that match: 'drafts/'
    ///
    /// GLOB is a pattern as in .gitignore.
    #[arg(long, value_name = "GLOB", action = ArgAction::Append, help_heading = INPUT, hide_short_help = true)]
    pub(crate) exclude: Vec<String>,
    /// Read files and folders whose names begin with a dot, too; never `.git`
    #[arg(long, help_heading = INPUT, hide_short_help = true)]
    pub(crate) hidden: bool,
    /// Read files that .gitignore names, too
    #[arg(long, help_heading = INPUT, hide_short_help = true)]
    pub(crate) no_ignore: bool,
}
