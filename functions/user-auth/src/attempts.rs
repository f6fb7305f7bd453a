//! Rate limits for registrations and logins. The state is in Postgres, so that all copies of this service share it.
//! Rejects attempts over the limit with 429 and `Retry-After`.

use diesel::sql_types::{Array, Double, Text};
use diesel_async::RunQueryDsl;
use schema::models::user::User;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, Error, RequestError, Role};
use std::net::IpAddr;

/// Attempts per address in five minutes, unless the environment sets another number.
const DEFAULT_ATTEMPTS: u32 = 30;
const FIVE_MINUTES: f64 = 300.0;
const QUARTER_HOUR: f64 = 900.0;
/// An account's attempts from all addresses, as a multiple of those from one address. High, because wrong passwords
/// from elsewhere must not lock out the account's owner.
const ACCOUNT_FACTOR: u32 = 20;

diesel::define_sql_function! {
    /// Counts one attempt for every key, or for none. Returns the seconds to wait; 0 when it was counted.
    #[sql_name = "auth.take_attempt"]
    fn take_attempt(keys: Array<Text>, costs: Array<Double>, bursts: Array<Double>) -> Double;
}

diesel::define_sql_function! {
    /// Reverts `take_attempt`.
    #[sql_name = "auth.give_back_attempt"]
    fn give_back_attempt(keys: Array<Text>, costs: Array<Double>) -> Nullable<Bool>;
}

/// The configured limit: attempts per address in five minutes. Zero is unlimited.
#[derive(Clone, Copy)]
pub(crate) struct AttemptLimit(u32);

/// One attempt, with the rate limits that it counts for.
#[derive(Default)]
pub(crate) struct Attempt {
    keys: Vec<String>,
    /// The seconds in which one attempt refills, per key.
    costs: Vec<f64>,
    /// The seconds in which the whole burst refills, per key.
    bursts: Vec<f64>,
}

impl AttemptLimit {
    /// The limit of `GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS`.
    pub(crate) fn from_environment(environment: &Environment) -> Result<AttemptLimit, EnvironmentError> {
        let attempts = environment.parsed("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "a number of attempts")?;
        Ok(AttemptLimit(attempts.unwrap_or(DEFAULT_ATTEMPTS)))
    }

    /// A registration: counts for its address.
    pub(crate) fn registration(self, address: IpAddr) -> Attempt {
        let mut attempt = Attempt::default();
        attempt.count_for(format!("address {address}"), self.0, FIVE_MINUTES);
        attempt
    }

    /// A login: counts for its address, for the account from this address over a quarter of an hour, and for the
    /// account from all addresses. An account has one key however it is named, because the key is its id.
    pub(crate) fn login(self, address: IpAddr, name: &str, account: Option<&User>) -> Attempt {
        let account = match account {
            Some(account) => format!("account {}", account.id),
            None => format!("name {name}"),
        };
        let mut attempt = self.registration(address);
        attempt.count_for(format!("{account} from {address}"), self.0, QUARTER_HOUR);
        attempt.count_for(account, self.0.saturating_mul(ACCOUNT_FACTOR), FIVE_MINUTES);
        attempt
    }
}

impl Attempt {
    fn count_for(&mut self, key: String, attempts: u32, seconds: f64) {
        if attempts > 0 {
            self.keys.push(key);
            self.costs.push(seconds / f64::from(attempts));
            self.bursts.push(seconds);
        }
    }

    /// Counts this attempt.
    ///
    /// # Errors
    /// [`RequestError::TooManyRequests`] when one of the limits is exceeded; the attempt counts for none of them then.
    pub(crate) async fn record(&self, database: &Database) -> Result<(), Error> {
        if self.keys.is_empty() {
            return Ok(());
        }
        let taken = diesel::select(take_attempt(&self.keys, &self.costs, &self.bursts));
        let wait: f64 =
            database.as_role(Role::Login, async |connection| Ok(taken.get_result(connection).await?)).await?;
        if wait > 0.0 {
            return Err(RequestError::TooManyRequests { retry_after: wait.ceil() as u64 }.into());
        }
        Ok(())
    }

    /// Reverts [`Attempt::record`] after a successful login. A failure costs the client one attempt and is logged.
    pub(crate) async fn revert(self, database: &Database) {
        if self.keys.is_empty() {
            return;
        }
        let reverted = diesel::select(give_back_attempt(&self.keys, &self.costs));
        let outcome =
            database.as_role(Role::Login, async |connection| Ok(reverted.execute(connection).await?));
        if let Err(error) = outcome.await {
            error.log();
        }
    }
}
