//! Rate limits of sign-ups, sign-ins and refreshes. The state is in Postgres (`auth.rate_limits`), so that all copies
//! of the service share it. An attempt over a limit is rejected with 429.

use std::net::IpAddr;

use uuid::Uuid;

use crate::database::{AuthTransaction, Database};
use crate::error::{Error, ErrorCode, Result};
use crate::settings::Rate;

const TWO_MINUTES: f64 = 120.0;
const FIVE_MINUTES: f64 = 300.0;
const QUARTER_HOUR: f64 = 900.0;
const HOUR: f64 = 3600.0;
/// An account's attempts from all addresses, as a multiple of those from one address. High, because wrong passwords
/// from elsewhere must not lock out the account's owner.
const ACCOUNT_FACTOR: u32 = 20;

/// The configured limits for each address. Zero is unlimited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateLimits {
    /// Sign-ups, and sign-ins that fail, in five minutes.
    pub sign_in_sign_ups: u32,
    /// Anonymous sign-ins in an hour.
    pub anonymous_users: u32,
    /// Refreshes in five minutes.
    pub token_refresh: u32,
    /// Requests for a code or a link, in five minutes, and as many changes of accounts.
    pub otp: u32,
    /// Verified codes and links, in five minutes.
    pub verify: u32,
    /// Mails to all people. Unlike for the other limits, zero allows none.
    pub email_sent: Rate,
    /// Text messages to all people. Zero allows none.
    pub sms_sent: Rate,
}

/// A limit of what is sent to all people.
pub(crate) struct SendLimit {
    key: &'static str,
    rate: Rate,
}

/// One attempt, with the limits that it counts for.
#[derive(Default)]
pub(crate) struct Attempt {
    keys: Vec<String>,
    /// The seconds in which one attempt refills, per key.
    costs: Vec<f64>,
    /// The seconds in which the whole burst refills, per key.
    bursts: Vec<f64>,
}

impl RateLimits {
    /// A sign-up: counts for its address.
    pub fn sign_up(self, address: IpAddr) -> Attempt {
        Attempt::default().counting(format!("address {address}"), self.sign_in_sign_ups, FIVE_MINUTES)
    }

    /// A sign-in with a password: counts for its address, for the account from this address over a quarter of an hour,
    /// and for the account from all addresses.
    pub fn sign_in(self, address: IpAddr, name: &str, account: Option<Uuid>) -> Attempt {
        let limit = self.sign_in_sign_ups;
        let account = account.map_or_else(|| format!("name {name}"), |id| format!("account {id}"));
        self.sign_up(address).counting(format!("{account} from {address}"), limit, QUARTER_HOUR).counting(
            account,
            limit.saturating_mul(ACCOUNT_FACTOR),
            FIVE_MINUTES,
        )
    }

    /// An anonymous sign-in: counts for its address.
    pub fn anonymous(self, address: IpAddr) -> Attempt {
        Attempt::default().counting(format!("anonymous from {address}"), self.anonymous_users, HOUR)
    }

    /// A refresh: counts for its address.
    pub fn refresh(self, address: IpAddr) -> Attempt {
        Attempt::default().counting(format!("refresh from {address}"), self.token_refresh, FIVE_MINUTES)
    }

    /// A request for a code or a link: counts for its address.
    pub fn otp(self, address: IpAddr) -> Attempt {
        Attempt::default().counting(format!("otp from {address}"), self.otp, FIVE_MINUTES)
    }

    /// A change of one's account: counts for its address.
    pub fn update(self, address: IpAddr) -> Attempt {
        Attempt::default().counting(format!("update from {address}"), self.otp, FIVE_MINUTES)
    }

    /// A verification: counts for its address.
    pub fn verify(self, address: IpAddr) -> Attempt {
        Attempt::default().counting(format!("verify from {address}"), self.verify, FIVE_MINUTES)
    }

    /// A verification of digits that were sent to `name`: counts for `name` from all addresses, because digits can be
    /// guessed.
    pub fn verify_digits(self, name: &str) -> Attempt {
        let attempts = self.verify.saturating_mul(ACCOUNT_FACTOR);
        Attempt::default().counting(format!("verify {name}"), attempts, FIVE_MINUTES)
    }

    /// The limit of mails.
    pub fn mail(self) -> SendLimit {
        SendLimit { key: "mails", rate: self.email_sent }
    }

    /// The limit of text messages.
    pub fn sms(self) -> SendLimit {
        SendLimit { key: "text messages", rate: self.sms_sent }
    }
}

impl SendLimit {
    /// Counts one message. A rollback of the transaction reverts it.
    ///
    /// # Errors
    /// 429 with this code and message when the limit is reached.
    pub async fn take(
        &self,
        transaction: &AuthTransaction<'_>,
        code: ErrorCode,
        message: &'static str,
    ) -> Result<()> {
        let Rate { events, seconds } = self.rate;
        if events == 0.0 {
            return Err(Error::too_many_requests(code, message));
        }
        // One message is always possible, also where a time has less than one.
        let cost = seconds / events;
        let wait = transaction.take_attempt(&[self.key.to_owned()], &[cost], &[seconds.max(cost)]).await?;
        if wait > 0.0 { Err(Error::too_many_requests(code, message)) } else { Ok(()) }
    }
}

impl Attempt {
    /// A challenge or a verification of a factor: counts for its address and for the factor. `per_minute` refill, and
    /// twice as many are allowed at once.
    pub fn on_factor(action: &str, address: IpAddr, factor: Uuid, per_minute: u32) -> Attempt {
        let burst = per_minute.saturating_mul(2);
        Attempt::default().counting(format!("{action} from {address}"), burst, TWO_MINUTES).counting(
            format!("{action} of {factor}"),
            burst,
            TWO_MINUTES,
        )
    }

    /// A sign-in with a passkey that begins: counts for its address.
    pub fn passkey(address: IpAddr, in_five_minutes: u32) -> Attempt {
        Attempt::default().counting(format!("passkey from {address}"), in_five_minutes, FIVE_MINUTES)
    }

    /// A client of the OAuth server that registers itself: counts for its address.
    pub fn client_registration(address: IpAddr, in_five_minutes: u32) -> Attempt {
        Attempt::default().counting(format!("clients from {address}"), in_five_minutes, FIVE_MINUTES)
    }

    fn counting(mut self, key: String, attempts: u32, seconds: f64) -> Attempt {
        if attempts > 0 {
            self.keys.push(key);
            self.costs.push(seconds / f64::from(attempts));
            self.bursts.push(seconds);
        }
        self
    }

    /// Counts this attempt.
    ///
    /// # Errors
    /// 429 when one of the limits is exceeded. The attempt then counts for none of them.
    pub async fn record(&self, database: &Database) -> Result<()> {
        if self.keys.is_empty() {
            return Ok(());
        }
        let wait = database.connection().await?.take_attempt(&self.keys, &self.costs, &self.bursts).await?;
        if wait > 0.0 { Err(Error::RateLimited { retry_after: wait.ceil() as u64 }) } else { Ok(()) }
    }

    /// Reverts [`Attempt::record`] after a successful sign-in.
    pub async fn revert(self, database: &Database) -> Result<()> {
        if self.keys.is_empty() {
            return Ok(());
        }
        database.connection().await?.give_back_attempt(&self.keys, &self.costs).await
    }
}
