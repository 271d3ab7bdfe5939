//! Handles files in folders that other programs and users may write to.

mod hidden_folder;

pub(crate) use napkin_files::{Names, Over, create, holds, open, put, safe_name};

pub(crate) use self::hidden_folder::HiddenFolder;
