//! Ends servers with the client that has started them.
//!
//! No process and no file of a cluster outlives its client, however the client ends. A client holds the standard input of its
//! servers open; when the client ends, the system closes it, and the servers end. A killed process cannot remove its folder, so
//! the executors' folders are in the client's folder. The client removes that folder; if the client was killed, the scheduler
//! removes it after the last executor has ended.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;

/// The file in the client's folder that each executor locks while it runs.
const ALIVE: &str = "alive";

/// The exit status of a server that has lost its client.
const LOST: i32 = 2;

/// Prepares a client's folder for servers.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    File::create(folder.join(ALIVE)).map(drop)
}

/// Makes this process, an executor, end with its client.
pub(crate) fn executor(folder: &Path) -> io::Result<()> {
    let alive = File::open(folder.join(ALIVE))?;
    alive.lock_shared()?;
    // The process releases the lock when it ends, so none of its threads can write to the folder after that.
    at_end_of_input(move || std::mem::forget(alive));
    Ok(())
}

/// Makes this process, a scheduler, end with its client; it then removes the client's folder.
pub(crate) fn scheduler(folder: &Path) {
    let folder = folder.to_owned();
    at_end_of_input(move || {
        // An executor that starts now finds no folder, and ends. Errors are ignored, because nobody is left to read them.
        drop(File::open(folder.join(ALIVE)).and_then(|alive| alive.lock()).and_then(|()| fs::remove_dir_all(&folder)));
    });
}

/// Waits in a separate thread, so that the process ends whatever its other threads do.
fn at_end_of_input(last: impl FnOnce() + Send + 'static) {
    thread::spawn(move || {
        // The input and its errors are ignored.
        drop(io::copy(&mut io::stdin().lock(), &mut io::sink()));
        last();
        std::process::exit(LOST);
    });
}
