//! The `Prefer` header (RFC 7240). The first preference of a kind counts. Unknown ones are collected, because
//! `handling=strict` rejects them.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Preferences {
    pub resolution: Option<Resolution>,
    pub missing: Option<Missing>,
    pub representation: Option<Representation>,
    pub count: Option<Count>,
    pub transaction: Option<TransactionEnd>,
    pub handling: Option<Handling>,
    pub timezone: Option<String>,
    pub max_affected: Option<i64>,
    pub read_from: Option<ReadFrom>,
    pub unknown: Vec<String>,
}

/// A preference and its spelling in the header.
macro_rules! preference {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name { $($variant),+ }

        impl $name {
            fn read(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)+ _ => None }
            }

            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }
    };
}

preference!(
    /// What an upsert does with a row that exists.
    Resolution { MergeDuplicates = "resolution=merge-duplicates", IgnoreDuplicates = "resolution=ignore-duplicates" }
);
preference!(
    /// The value of a column whose key is missing in a row of the payload.
    Missing { Default = "missing=default", Null = "missing=null" }
);
preference!(
    Representation {
        Full = "return=representation",
        Minimal = "return=minimal",
        HeadersOnly = "return=headers-only",
    }
);
preference!(Count { Exact = "count=exact", Planned = "count=planned", Estimated = "count=estimated" });
preference!(TransactionEnd { Commit = "tx=commit", Rollback = "tx=rollback" });
preference!(
    /// Which server answers a read, where there are replicas. Not one of PostgREST's.
    ReadFrom { Primary = "read=primary" }
);
preference!(Handling { Strict = "handling=strict", Lenient = "handling=lenient" });

impl Preferences {
    pub fn parse<'a>(headers: impl Iterator<Item = &'a str>, allow_tx_override: bool) -> Preferences {
        let mut preferences = Preferences::default();
        for text in
            headers.flat_map(|header| header.split(',')).map(str::trim).filter(|text| !text.is_empty())
        {
            preferences.take(text, allow_tx_override);
        }
        preferences
    }

    fn take(&mut self, text: &str, allow_tx_override: bool) {
        if let Some(resolution) = Resolution::read(text) {
            self.resolution.get_or_insert(resolution);
        } else if let Some(missing) = Missing::read(text) {
            self.missing.get_or_insert(missing);
        } else if let Some(representation) = Representation::read(text) {
            self.representation.get_or_insert(representation);
        } else if let Some(count) = Count::read(text) {
            self.count.get_or_insert(count);
        } else if let Some(end) = TransactionEnd::read(text) {
            if allow_tx_override {
                self.transaction.get_or_insert(end);
            }
        } else if let Some(handling) = Handling::read(text) {
            self.handling.get_or_insert(handling);
        } else if let Some(read_from) = ReadFrom::read(text) {
            self.read_from.get_or_insert(read_from);
        } else if let Some(timezone) = text.strip_prefix("timezone=") {
            self.timezone.get_or_insert(timezone.to_owned());
        } else if let Some(rows) = text.strip_prefix("max-affected=") {
            // A value that is not a number is ignored.
            self.max_affected = self.max_affected.or(rows.parse().ok());
        } else {
            self.unknown.push(text.to_owned());
        }
    }

    pub fn is_strict(&self) -> bool {
        self.handling == Some(Handling::Strict)
    }

    /// `max-affected`, which is enforced only with `handling=strict`.
    pub fn affected_bound(&self) -> Option<i64> {
        self.max_affected.filter(|_| self.is_strict())
    }

    /// The value of `Preference-Applied` for these preferences.
    pub fn applied(&self) -> Option<String> {
        let timezone = self.timezone.as_ref().map(|zone| format!("timezone={zone}"));
        let max_affected = self.affected_bound().map(|rows| format!("max-affected={rows}"));
        let parts = [
            self.resolution.map(Resolution::text),
            self.missing.map(Missing::text),
            self.representation.map(Representation::text),
            self.count.map(Count::text),
            self.transaction.map(TransactionEnd::text),
            self.handling.map(Handling::text),
            self.read_from.map(ReadFrom::text),
            timezone.as_deref(),
            max_affected.as_deref(),
        ];
        let applied: Vec<&str> = parts.into_iter().flatten().collect();
        if applied.is_empty() { None } else { Some(applied.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_first_of_a_kind_and_collects_unknown_ones() {
        let headers = ["return=minimal, count=exact,", "return=representation, anything, tx=rollback"];
        let preferences = Preferences::parse(headers.into_iter(), false);
        assert_eq!(preferences.representation, Some(Representation::Minimal));
        assert_eq!(preferences.transaction, None);
        assert_eq!(preferences.unknown, ["anything"]);
        assert_eq!(preferences.applied().as_deref(), Some("return=minimal, count=exact"));
    }

    #[test]
    fn enforces_max_affected_only_with_strict_handling() {
        let lenient = Preferences::parse(["max-affected=3"].into_iter(), false);
        assert_eq!(lenient.affected_bound(), None);
        let strict = Preferences::parse(["handling=strict, max-affected=3"].into_iter(), false);
        assert_eq!(strict.affected_bound(), Some(3));
    }
}
