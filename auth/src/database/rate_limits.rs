//! SQL of `auth.rate_limits`.

use super::{AuthTransaction, Connection};
use crate::error::Result;

impl Connection {
    /// Counts an attempt for every key, or for none. Returns the seconds to wait; 0 when it was counted.
    pub async fn take_attempt(&self, keys: &[String], costs: &[f64], bursts: &[f64]) -> Result<f64> {
        let statement = self.0.prepare_cached("select auth.take_attempt($1, $2, $3)").await?;
        Ok(self.0.query_one(&statement, &[&keys, &costs, &bursts]).await?.try_get(0)?)
    }

    /// Reverts [`Connection::take_attempt`].
    pub async fn give_back_attempt(&self, keys: &[String], costs: &[f64]) -> Result<()> {
        let statement = self.0.prepare_cached("select auth.give_back_attempt($1, $2)").await?;
        self.0.query_one(&statement, &[&keys, &costs]).await?;
        Ok(())
    }
}

impl AuthTransaction<'_> {
    /// As [`Connection::take_attempt`], within the transaction.
    pub async fn take_attempt(&self, keys: &[String], costs: &[f64], bursts: &[f64]) -> Result<f64> {
        let statement = self.0.prepare_cached("select auth.take_attempt($1, $2, $3)").await?;
        Ok(self.0.query_one(&statement, &[&keys, &costs, &bursts]).await?.try_get(0)?)
    }
}
