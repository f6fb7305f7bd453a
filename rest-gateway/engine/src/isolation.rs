//! Isolation levels of a transaction, which a role or a function may set.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Isolation {
    ReadCommitted,
    RepeatableRead,
    Serializable,
}

impl Isolation {
    /// Reads a value of `default_transaction_isolation`. `None` when it names no level.
    pub fn parse(text: &str) -> Option<Isolation> {
        Some(match text.trim_matches(['"', '\'']).to_ascii_lowercase().as_str() {
            // Postgres runs READ UNCOMMITTED as READ COMMITTED.
            "read committed" | "read uncommitted" => Isolation::ReadCommitted,
            "repeatable read" => Isolation::RepeatableRead,
            "serializable" => Isolation::Serializable,
            _ => return None,
        })
    }
}
