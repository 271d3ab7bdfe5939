//! Processes batches in several threads, and returns the results in order.
//!
//! Each thread has one batch, and as many batches wait as there are threads. Memory is therefore bounded by the size of a
//! batch, and depends neither on the number of batches nor on the speed of the consumer.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Applies `work` to each item of `source` in `threads` threads, and passes the results to `sink` in the order of the items,
/// on the calling thread. Ends at the first error of `sink`.
///
/// At most `2 * threads + 1` items and answers exist at a time.
///
/// ```
/// use std::num::NonZeroUsize;
/// let mut squares = Vec::new();
/// let threads = NonZeroUsize::new(3).unwrap();
/// napkin_columns::in_order(1..=5, threads, |n| n * n, |square| Ok::<(), ()>(squares.push(square)))?;
/// assert_eq!(squares, [1, 4, 9, 16, 25]);
/// # Ok::<(), ()>(())
/// ```
///
/// # Errors
/// Returns the first error of `sink`.
pub fn in_order<I, O, E>(
    source: impl IntoIterator<Item = I>,
    threads: NonZeroUsize,
    work: impl Fn(I) -> O + Sync,
    mut sink: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    O: Send,
{
    let mut source = source.into_iter();
    if threads.get() == 1 {
        return source.try_for_each(|item| sink(work(item)));
    }
    thread::scope(|scope| {
        let (give, take) = sync_channel::<(usize, I)>(threads.get());
        let (answer, answers) = sync_channel::<(usize, O)>(threads.get());
        let take = Arc::new(Mutex::new(take));
        for _ in 0..threads.get() {
            let (take, answer, work) = (Arc::clone(&take), answer.clone(), &work);
            scope.spawn(move || worker(&take, &answer, work));
        }
        drop((take, answer));
        feed(&mut source, threads.get(), give, &answers, &mut sink)
    })
}

fn worker<I, O>(take: &Mutex<Receiver<(usize, I)>>, answer: &SyncSender<(usize, O)>, work: impl Fn(I) -> O) {
    loop {
        // The thread that waits for an item holds the lock; the others wait for the lock.
        let next = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, item)) = next else { return };
        if answer.send((number, work(item))).is_err() {
            return;
        }
    }
}

/// Sends items while few are being processed, and puts the results in order.
fn feed<I, O, E>(
    source: &mut impl Iterator<Item = I>,
    threads: usize,
    give: SyncSender<(usize, I)>,
    answers: &Receiver<(usize, O)>,
    sink: &mut impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let (mut given, mut taken) = (0, 0);
    let mut early = BTreeMap::new();
    let mut open = Some(give);
    loop {
        while given - taken < 2 * threads
            && let Some(give) = &open
        {
            match source.next().map(|item| give.send((given, item))) {
                Some(Ok(())) => given += 1,
                _ => open = None,
            }
        }
        if taken == given {
            return Ok(());
        }
        // A worker that panicked sends nothing more; the scope passes its panic on.
        let Ok((number, answer)) = answers.recv() else { return Ok(()) };
        early.insert(number, answer);
        while let Some(answer) = early.remove(&taken) {
            taken += 1;
            sink(answer)?;
        }
    }
}
