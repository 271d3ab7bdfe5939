//! Runs long work on separate threads, with permits and limits.

use std::sync::Arc;

use napkin_answer::bounds::{Bounds, Stop};
use tokio::sync::OwnedSemaphorePermit;

use crate::answer::{Answer, Problem};
use crate::state::State;

/// A longer body, in bytes, needs a permit to be read and answered.
pub(crate) const LARGE: usize = 64 << 10;

/// Computes an answer on a separate thread. The permit is held while the work, or the answer that is being sent, needs memory.
pub(crate) async fn answer_blocking(
    state: &Arc<State>,
    held: Option<OwnedSemaphorePermit>,
    work: impl FnOnce(&Bounds) -> Result<Answer, Problem> + Send + 'static,
) -> Result<Answer, Problem> {
    let permit = match held {
        Some(permit) => permit,
        None => state.large_permit().await?,
    };
    let (answer, permit) = run_blocking(state, permit, work).await.map_err(Unfinished::into_problem)?;
    let answer = answer?;
    let permit = Some(permit).filter(|_| answer.body.len() > LARGE);
    Ok(Answer { permit, ..answer })
}

/// The reason why work has no result.
pub(crate) enum Unfinished {
    /// The time was over, or the client had gone.
    Late,
    /// The work panicked.
    Fault,
}

impl Unfinished {
    fn into_problem(self) -> Problem {
        match self {
            Self::Late => Problem::from(Stop::TooLate),
            Self::Fault => Problem::fault(),
        }
    }
}

/// Runs work on a separate thread, which holds the permit until the work ends. The work checks its limits, which are exceeded
/// soon after its client disconnects.
///
/// # Errors
/// Returns why there is no result.
pub(crate) async fn run_blocking<T: Send + 'static>(
    state: &State,
    permit: OwnedSemaphorePermit,
    work: impl FnOnce(&Bounds) -> T + Send + 'static,
) -> Result<(T, OwnedSemaphorePermit), Unfinished> {
    let bounds = state.limits.bounds();
    let _waiting = bounds.waiting();
    let work = tokio::task::spawn_blocking(move || {
        bounds.check(0).ok()?;
        Some((work(&bounds), permit))
    });
    match tokio::time::timeout(state.limits.answer_time, work).await {
        Ok(Ok(Some(done))) => Ok(done),
        Ok(Ok(None)) | Err(_) => Err(Unfinished::Late),
        Ok(Err(_)) => Err(Unfinished::Fault),
    }
}
