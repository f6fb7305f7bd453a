//! Deletes rows that nothing reads any more: revoked refresh tokens, ended sessions, expired codes and challenges, and
//! unverified factors (`GOTRUE_DB_CLEANUP_ENABLED`). Flows, ceremonies of passkeys and requests to the OAuth
//! server need no cleanup: each new row deletes some expired ones. Accounts are never deleted.
//!
//! A round begins in the background, unless one has begun within [`INTERVAL`]. It has a limit; what exceeds it waits for
//! the next one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::database::{Database, Obsolete};
use crate::error::Result;
use crate::settings::Settings;

/// The time between the beginnings of two rounds of one process.
const INTERVAL: Duration = Duration::from_secs(60);
/// How long rows stay after they have expired. supabase/auth's clients may use a revoked refresh token for a day.
const GRACE: Duration = Duration::from_secs(24 * 3600);
/// The rows of one statement. Few, because a session takes its refresh tokens with it.
const BATCH: u32 = 100;
/// The statements of one round for each kind of rows.
const MAX_BATCHES: u32 = 100;

/// The rounds of this process. A clone shares them.
#[derive(Clone, Default)]
pub(crate) struct Cleanup {
    /// When the latest round began. Locked for as long as it lasts.
    latest: Arc<Mutex<Option<Instant>>>,
}

impl Cleanup {
    pub(crate) fn start_if_due(&self, database: &Database, settings: &Settings) {
        let Ok(mut latest) = Arc::clone(&self.latest).try_lock_owned() else { return };
        if latest.is_some_and(|began| began.elapsed() < INTERVAL) {
            return;
        }
        *latest = Some(Instant::now());
        let (database, obsolete) = (database.clone(), obsolete(settings));
        actix_web::rt::spawn(async move {
            for (rows, age) in obsolete {
                match delete(&database, rows, age).await {
                    Ok(count) => tracing::debug!(?rows, count, "obsolete rows were deleted"),
                    Err(error) => tracing::warn!(?rows, "obsolete rows cannot be deleted: {error}"),
                }
            }
            drop(latest);
        });
    }
}

/// The rows that are obsolete under these settings, and the age from which they are.
fn obsolete(settings: &Settings) -> Vec<(Obsolete, Duration)> {
    let code_lifetime = settings.mail.otp_lifetime.max(settings.sms.otp_lifetime);
    let sessions = [
        (Obsolete::OldSessions, settings.session_timebox),
        (Obsolete::InactiveSessions, settings.session_inactivity),
    ];
    let lifetimes = [
        (Obsolete::RevokedRefreshTokens, settings.reuse_interval),
        (Obsolete::EndedSessions, Duration::ZERO),
        (Obsolete::OneTimeTokens, code_lifetime),
        (Obsolete::Challenges, settings.mfa.challenge_expiry),
        (Obsolete::UnverifiedFactors, settings.mfa.factor_expiry),
    ];
    let sessions = sessions.into_iter().filter_map(|(rows, limit)| Some((rows, limit?)));
    let all = lifetimes.into_iter().chain(sessions);
    all.map(|(rows, lifetime)| (rows, lifetime.saturating_add(GRACE))).collect()
}

/// Deletes rows until none is left, or the limit of a round is reached. Returns their number.
async fn delete(database: &Database, rows: Obsolete, age: Duration) -> Result<u64> {
    let mut count = 0;
    for _ in 0..MAX_BATCHES {
        // Requests that wait for a connection go between two batches.
        let deleted = database.connection().await?.delete_obsolete(rows, age, BATCH).await?;
        count += deleted;
        if deleted < u64::from(BATCH) {
            break;
        }
    }
    Ok(count)
}
