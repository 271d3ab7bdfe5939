//! Tests of the checker against labelled sites.

mod folder;
