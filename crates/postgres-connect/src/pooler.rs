//! `pooler`: what a pooler in front of Postgres keeps between transactions. libpq does not have this parameter. Prisma's
//! `pgbouncer=true` means the same as `pooler=transaction`. Rejects an unknown value.

use crate::error::AddressError;
use crate::parameters::Parameters;
use crate::session_settings::SessionSettings;
use std::sync::Arc;

/// A pooler that runs each transaction on any connection to the server: PgBouncer or Supavisor in transaction mode.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pooler {
    /// The session is one of Postgres, or of a pooler in session mode.
    #[default]
    None,
    /// Prepared statements survive: PgBouncer from 1.21 on with `max_prepared_statements`, and Supavisor.
    Statements,
    /// Nothing survives: an older PgBouncer, or one without `max_prepared_statements`.
    Transaction,
}

/// What of a session a pooler loses between transactions.
#[derive(Debug, Clone)]
pub(crate) struct Lost {
    pub statements: bool,
    pub settings: Arc<SessionSettings>,
}

impl Pooler {
    /// The value of the parameters, `none` by default.
    pub(crate) fn parse(parameters: &Parameters) -> Result<Pooler, AddressError> {
        if let Some(setting) = &parameters.pooler {
            return match setting.value.as_str() {
                "none" => Ok(Pooler::None),
                "statements" => Ok(Pooler::Statements),
                "transaction" => Ok(Pooler::Transaction),
                _ => Err(AddressError::Pooler),
            };
        }
        let is_pgbouncer = parameters.pgbouncer.as_ref().is_some_and(|setting| setting.value == "true");
        Ok(if is_pgbouncer { Pooler::Transaction } else { Pooler::None })
    }

    /// Whether a statement that was prepared in one transaction can be executed in the next one.
    #[must_use]
    pub fn keeps_statements(self) -> bool {
        self != Pooler::Transaction
    }

    /// Whether settings of the session, locks and `LISTEN` last longer than a transaction.
    #[must_use]
    pub fn keeps_sessions(self) -> bool {
        self == Pooler::None
    }
}
