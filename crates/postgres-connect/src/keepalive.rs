//! TCP keepalive and `TCP_USER_TIMEOUT`: they detect a server that vanished without closing its connections, by a power
//! failure or a network that drops packets. The parameters are libpq's (`keepalives_idle`, `keepalives_interval`,
//! `keepalives_count`, `tcp_user_timeout`). Where the address does not set them, a lost server is noticed within a
//! minute; the kernel's defaults take two hours.
//!
//! Rejects a value that is not a number.

use crate::error::AddressError;
use crate::parameters::{Parameters, Setting};
use std::str::FromStr;
use std::time::Duration;
use tokio_postgres::Config;

/// Idle time after which a connection is probed.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(20);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
/// Unanswered probes after which the connection counts as lost.
const KEEPALIVE_RETRIES: u32 = 4;
/// How long sent bytes may stay unacknowledged.
const USER_TIMEOUT: Duration = Duration::from_secs(30);

/// Applies the parameters, or the defaults above.
pub fn configure(config: &mut Config, parameters: &Parameters) -> Result<(), AddressError> {
    let idle: Option<u64> = number(parameters.keepalives_idle.as_ref())?;
    // As with libpq, zero selects the kernel's default.
    match idle {
        Some(0) => {}
        Some(seconds) => {
            config.keepalives_idle(Duration::from_secs(seconds));
        }
        None => {
            config.keepalives_idle(KEEPALIVE_IDLE);
        }
    }
    if config.get_keepalives_interval().is_none() {
        config.keepalives_interval(KEEPALIVE_INTERVAL);
    }
    let retries = number(parameters.keepalives_count.as_ref())?.unwrap_or(KEEPALIVE_RETRIES);
    if retries > 0 {
        config.keepalives_retries(retries);
    }
    // libpq's unit is milliseconds; tokio-postgres would read seconds.
    let user_timeout = number(parameters.tcp_user_timeout.as_ref())?.map(Duration::from_millis);
    config.tcp_user_timeout(user_timeout.unwrap_or(USER_TIMEOUT));
    Ok(())
}

fn number<T: FromStr>(setting: Option<&Setting>) -> Result<Option<T>, AddressError> {
    let Some(setting) = setting else { return Ok(None) };
    setting.value.parse().map(Some).map_err(|_| AddressError::Number { setting: setting.name })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Connector;

    fn parse(address: &str) -> Config {
        Connector::with_variables(address, |_| None).unwrap().config().clone()
    }

    #[test]
    fn a_lost_server_is_noticed_within_a_minute_by_default() {
        for address in ["postgres://db/app", "host=db"] {
            let config = parse(address);
            let probing =
                config.get_keepalives_interval().unwrap() * config.get_keepalives_retries().unwrap();
            assert!(
                config.get_keepalives() && config.get_keepalives_idle() + probing <= Duration::from_secs(60)
            );
            assert!(config.get_tcp_user_timeout().unwrap() <= &Duration::from_secs(60));
        }
    }

    #[test]
    fn parameters_have_libpqs_units() {
        let parameters =
            ["keepalives_idle=7", "keepalives_interval=8", "keepalives_count=9", "tcp_user_timeout=1500"];
        for address in [
            format!("postgres://db/app?{}", parameters.join("&")),
            format!("host=db {}", parameters.join(" ")),
        ] {
            let config = parse(&address);
            assert_eq!(config.get_keepalives_idle(), Duration::from_secs(7));
            assert_eq!(config.get_keepalives_interval(), Some(Duration::from_secs(8)));
            assert_eq!(config.get_keepalives_retries(), Some(9));
            assert_eq!(config.get_tcp_user_timeout(), Some(&Duration::from_millis(1500)));
        }
        assert!(!parse("host=db keepalives=0").get_keepalives());
    }
}
