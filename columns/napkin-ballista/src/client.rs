//! What a server owes the client that has started it.
//!
//! Decides: that nothing of a cluster outlives its client, however that ends, neither processes nor files. A client holds the standard
//! input of its servers open; when it is gone, the system closes that, and they end. Who is killed cannot remove its folder: so executors
//! have theirs in that of the client, which the client removes; or, where it was killed too, the scheduler does, after the last executor.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;

/// The file in the client's folder on which each executor has a lock while it lives.
const ALIVE: &str = "alive";

/// What a server ends with that has lost its client.
const LOST: i32 = 2;

/// Makes a client's folder ready for servers.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    File::create(folder.join(ALIVE)).map(drop)
}

/// Ends this process, which is an executor, with its client.
pub(crate) fn executor(folder: &Path) -> io::Result<()> {
    let alive = File::open(folder.join(ALIVE))?;
    alive.lock_shared()?;
    // The lock goes when the process does, so that no thread of it can write to the folder any more.
    at_end_of_input(move || std::mem::forget(alive));
    Ok(())
}

/// Ends this process, which is a scheduler, with its client, and then removes the client's folder.
pub(crate) fn scheduler(folder: &Path) {
    let folder = folder.to_owned();
    at_end_of_input(move || {
        // An executor that begins only now finds no folder, and ends. Nobody is left to be told what goes wrong: to write that would fail.
        drop(File::open(folder.join(ALIVE)).and_then(|alive| alive.lock()).and_then(|()| fs::remove_dir_all(&folder)));
    });
}

/// A thread of its own, so that it ends the process whatever the others do.
fn at_end_of_input(last: impl FnOnce() + Send + 'static) {
    thread::spawn(move || {
        // What comes is of no interest, nor how it ends.
        drop(io::copy(&mut io::stdin().lock(), &mut io::sink()));
        last();
        std::process::exit(LOST);
    });
}
