//! Whether log lines are JSON or text, and coloured.

use crate::environment::{Environment, EnvironmentError};
use std::str::FromStr;

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    Json,
    /// One line of text an event.
    Text,
    /// Text with terminal colours.
    Colour,
}

/// The values of `LOG_FORMAT` and `--log-format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatName {
    /// `json`
    Json,
    /// `text`
    Text,
}

impl FromStr for FormatName {
    type Err = ();

    fn from_str(name: &str) -> Result<FormatName, ()> {
        match name {
            "json" => Ok(FormatName::Json),
            "text" => Ok(FormatName::Text),
            _ => Err(()),
        }
    }
}

impl Format {
    /// The requested format, else that of `LOG_FORMAT`, else text on a terminal and JSON elsewhere. Only terminals get
    /// colours; `NO_COLOR` and `TERM=dumb` turn them off.
    ///
    /// # Errors
    /// When `LOG_FORMAT` has another value.
    pub fn choose(
        requested: Option<FormatName>,
        environment: &Environment,
        terminal: bool,
    ) -> Result<Format, EnvironmentError> {
        let plain =
            environment.optional("NO_COLOR").is_some() || environment.optional("TERM") == Some("dumb");
        let text = if terminal && !plain { Format::Colour } else { Format::Text };
        let name = match requested {
            Some(name) => Some(name),
            None => environment.parsed("LOG_FORMAT", "json or text")?,
        };
        Ok(match name {
            Some(FormatName::Json) => Format::Json,
            Some(FormatName::Text) => text,
            None if terminal => text,
            None => Format::Json,
        })
    }
}
