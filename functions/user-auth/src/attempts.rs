//! Limits registrations and logins. The counts are in Postgres, so that every copy of this service counts the
//! same attempts. Rejects the rest with 429 and the seconds to wait.

use diesel::sql_types::{Array, Double, Text};
use diesel_async::RunQueryDsl;
use schema::models::user::User;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, Error, Refusal, Role};
use std::net::IpAddr;

/// Production's limit, which holds where the environment names none.
const DEFAULT_ATTEMPTS: u32 = 30;
const FIVE_MINUTES: f64 = 300.0;
const QUARTER_HOUR: f64 = 900.0;
/// An account's attempts from all addresses, as a multiple of those of one address. High, because wrong passwords from
/// elsewhere must not lock out whoever knows the right one.
const ACCOUNT_FACTOR: u32 = 20;

diesel::define_sql_function! {
    /// Takes one attempt from every key, or none. Returns the seconds to wait, 0 when it was taken.
    #[sql_name = "auth.take_attempt"]
    fn take_attempt(keys: Array<Text>, costs: Array<Double>, bursts: Array<Double>) -> Double;
}

diesel::define_sql_function! {
    /// Gives back what `take_attempt` took.
    #[sql_name = "auth.give_back_attempt"]
    fn give_back_attempt(keys: Array<Text>, costs: Array<Double>) -> Nullable<Bool>;
}

/// The configured limit: so many attempts of one address in five minutes. Zero means no limit.
#[derive(Clone, Copy)]
pub(crate) struct Limit(u32);

/// One attempt, with the allowances that it uses.
#[derive(Default)]
pub(crate) struct Attempt {
    keys: Vec<String>,
    /// Seconds of each allowance that one attempt uses.
    costs: Vec<f64>,
    /// Seconds of each allowance.
    bursts: Vec<f64>,
}

impl Limit {
    /// The limit of `GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS`.
    pub(crate) fn from_environment(environment: &Environment) -> Result<Limit, EnvironmentError> {
        let attempts = environment.parsed("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "a number of attempts")?;
        Ok(Limit(attempts.unwrap_or(DEFAULT_ATTEMPTS)))
    }

    /// A registration counts for its address.
    pub(crate) fn registration(self, address: IpAddr) -> Attempt {
        let mut attempt = Attempt::default();
        attempt.uses(format!("address {address}"), self.0, FIVE_MINUTES);
        attempt
    }

    /// A login counts for its address, for the account from this address over a quarter of an hour, and for the account from
    /// everywhere. The names of one account count as one, because the account's id stands for all of them.
    pub(crate) fn login(self, address: IpAddr, name: &str, account: Option<&User>) -> Attempt {
        let account = match account {
            Some(account) => format!("account {}", account.id),
            None => format!("name {name}"),
        };
        let mut attempt = self.registration(address);
        attempt.uses(format!("{account} from {address}"), self.0, QUARTER_HOUR);
        attempt.uses(account, self.0.saturating_mul(ACCOUNT_FACTOR), FIVE_MINUTES);
        attempt
    }
}

impl Attempt {
    fn uses(&mut self, key: String, attempts: u32, seconds: f64) {
        if attempts > 0 {
            self.keys.push(key);
            self.costs.push(seconds / f64::from(attempts));
            self.bursts.push(seconds);
        }
    }

    /// Counts this attempt.
    ///
    /// # Errors
    /// [`Refusal::TooManyRequests`] when one of the allowances is used up; then none of them is touched.
    pub(crate) async fn take(&self, database: &Database) -> Result<(), Error> {
        if self.keys.is_empty() {
            return Ok(());
        }
        let taken = diesel::select(take_attempt(&self.keys, &self.costs, &self.bursts));
        let wait: f64 =
            database.as_role(Role::Login, async |connection| Ok(taken.get_result(connection).await?)).await?;
        if wait > 0.0 {
            return Err(Refusal::TooManyRequests { retry_after: wait.ceil() as u64 }.into());
        }
        Ok(())
    }

    /// Gives this attempt back, because it was a good one. A failure costs the client one attempt and is logged.
    pub(crate) async fn give_back(self, database: &Database) {
        if self.keys.is_empty() {
            return;
        }
        let given = diesel::select(give_back_attempt(&self.keys, &self.costs));
        let outcome = database.as_role(Role::Login, async |connection| Ok(given.execute(connection).await?));
        if let Err(error) = outcome.await {
            error.log();
        }
    }
}
