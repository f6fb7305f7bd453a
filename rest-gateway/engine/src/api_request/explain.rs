//! `application/vnd.pgrst.plan`: instead of the rows, how Postgres would get at them, or did.

use std::fmt;

use super::MediaType;

/// What `options=` may hold, separated by `|`. Postgres calls them the same.
const OPTIONS: [&str; 5] = ["analyze", "verbose", "settings", "buffers", "wal"];

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Explain {
    /// The media type whose making is explained.
    pub of: MediaType,
    pub format: PlanFormat,
    pub options: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PlanFormat {
    Json,
    Text,
}

impl PlanFormat {
    pub fn name(self) -> &'static str {
        match self {
            PlanFormat::Json => "json",
            PlanFormat::Text => "text",
        }
    }
}

impl Explain {
    /// From the parameters of the media type; options that are none are passed over.
    pub fn new(format: PlanFormat, of: Option<&str>, options: Option<&str>) -> Explain {
        let asked: Vec<&str> = options.unwrap_or("").split('|').collect();
        Explain {
            of: of.map_or(MediaType::Json, MediaType::parse),
            format,
            options: OPTIONS.into_iter().filter(|option| asked.contains(option)).collect(),
        }
    }
}

impl fmt::Display for Explain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "application/vnd.pgrst.plan+{}; for=\"{}\"", self.format.name(), self.of)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, "; options={}", self.options.join("|")) }
    }
}
