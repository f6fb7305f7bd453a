//! Media types of request and response bodies, and the `Accept` header. `plan::negotiate` chooses among the accepted
//! types.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum MediaType {
    Json,
    ArrayStripped,
    Object { stripped: bool },
    Csv,
    GeoJson,
    OpenApi,
    Form,
    Text,
    Xml,
    OctetStream,
    Plan(Box<Explain>),
    Any,
    Other(String),
}

impl MediaType {
    pub fn parse(text: &str) -> MediaType {
        let name = text.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
        let stripped = parameter(text, "nulls").is_some_and(|value| value.eq_ignore_ascii_case("stripped"));
        let explain = |format| {
            let explain = Explain::new(format, parameter(text, "for"), parameter(text, "options"));
            MediaType::Plan(Box::new(explain))
        };
        match name.as_str() {
            "application/json" => MediaType::Json,
            "application/vnd.pgrst.array+json" | "application/vnd.pgrst.array" if stripped => {
                MediaType::ArrayStripped
            }
            "application/vnd.pgrst.array+json" | "application/vnd.pgrst.array" => MediaType::Json,
            "application/vnd.pgrst.object+json" | "application/vnd.pgrst.object" => {
                MediaType::Object { stripped }
            }
            "application/vnd.pgrst.plan" | "application/vnd.pgrst.plan+text" => explain(PlanFormat::Text),
            "application/vnd.pgrst.plan+json" => explain(PlanFormat::Json),
            "text/csv" => MediaType::Csv,
            "application/geo+json" => MediaType::GeoJson,
            "application/openapi+json" => MediaType::OpenApi,
            "application/x-www-form-urlencoded" => MediaType::Form,
            "text/plain" => MediaType::Text,
            "text/xml" => MediaType::Xml,
            "application/octet-stream" => MediaType::OctetStream,
            "*/*" | "application/*" => MediaType::Any,
            _ => MediaType::Other(name),
        }
    }

    /// The types of an `Accept` header, most preferred first.
    pub fn parse_accept(header: Option<&str>) -> Vec<MediaType> {
        let Some(header) = header.filter(|text| !text.trim().is_empty()) else { return vec![MediaType::Any] };
        let mut accepted: Vec<(f32, &str)> = header
            .split(',')
            .map(|text| (quality(text), text))
            .filter(|(quality, _)| *quality > 0.0)
            .collect();
        accepted.sort_by(|(one, a), (other, b)| {
            other.total_cmp(one).then_with(|| specificity(b).cmp(&specificity(a)))
        });
        accepted.into_iter().map(|(_, text)| MediaType::parse(text)).collect()
    }

    /// True for a body that is passed to a function unparsed.
    pub fn is_raw(&self) -> bool {
        matches!(self, MediaType::Text | MediaType::Xml | MediaType::OctetStream)
    }

    pub fn content_type(&self) -> String {
        match self {
            MediaType::OctetStream | MediaType::Other(_) => self.to_string(),
            _ => format!("{self}; charset=utf-8"),
        }
    }
}

fn quality(text: &str) -> f32 {
    parameter(text, "q").and_then(|value| value.parse().ok()).unwrap_or(1.0)
}

/// Higher with each parameter, lower with each `*`.
fn specificity(text: &str) -> isize {
    let parameters = text.split(';').skip(1).filter(|parameter| !parameter.trim_start().starts_with("q="));
    parameters.count().cast_signed() - text.matches('*').count().cast_signed()
}

/// The value of a parameter, without quotes. A quoted value may contain `;`.
fn parameter<'a>(text: &'a str, parameter_name: &str) -> Option<&'a str> {
    let mut quoted = false;
    let ends = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    text.split(ends).skip(1).filter_map(|parameter| parameter.split_once('=')).find_map(|(name, value)| {
        name.trim().eq_ignore_ascii_case(parameter_name).then(|| value.trim().trim_matches('"'))
    })
}

impl fmt::Display for MediaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MediaType::Json => "application/json",
            MediaType::ArrayStripped => "application/vnd.pgrst.array+json;nulls=stripped",
            MediaType::Object { stripped: false } => "application/vnd.pgrst.object+json",
            MediaType::Object { stripped: true } => "application/vnd.pgrst.object+json;nulls=stripped",
            MediaType::Csv => "text/csv",
            MediaType::GeoJson => "application/geo+json",
            MediaType::OpenApi => "application/openapi+json",
            MediaType::Form => "application/x-www-form-urlencoded",
            MediaType::Text => "text/plain",
            MediaType::Xml => "text/xml",
            MediaType::OctetStream => "application/octet-stream",
            MediaType::Plan(explain) => return explain.fmt(f),
            MediaType::Any => "*/*",
            MediaType::Other(name) => name,
        })
    }
}

/// The values of `options=`, separated by `|`. They are EXPLAIN's own option names.
const OPTIONS: [&str; 5] = ["analyze", "verbose", "settings", "buffers", "wal"];

/// `application/vnd.pgrst.plan`: the execution plan instead of the rows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Explain {
    /// The media type of the response that is explained.
    pub media_type: MediaType,
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
    /// From the parameters of the media type. Unknown options are ignored.
    pub fn new(format: PlanFormat, media_type: Option<&str>, options: Option<&str>) -> Explain {
        let requested: Vec<&str> = options.unwrap_or("").split('|').collect();
        Explain {
            media_type: media_type.map_or(MediaType::Json, MediaType::parse),
            format,
            options: OPTIONS.into_iter().filter(|option| requested.contains(option)).collect(),
        }
    }
}

impl fmt::Display for Explain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "application/vnd.pgrst.plan+{}; for=\"{}\"", self.format.name(), self.media_type)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, "; options={}", self.options.join("|")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_accepted_types_by_quality_and_specificity() {
        let accepted = MediaType::parse_accept(Some("*/*, text/csv;q=0.5, application/json, text/xml;q=0"));
        assert_eq!(accepted, [MediaType::Json, MediaType::Any, MediaType::Csv]);
        assert_eq!(MediaType::parse_accept(None), [MediaType::Any]);
        let accepted =
            MediaType::parse_accept(Some("text/*, text/csv, application/vnd.pgrst.array;nulls=stripped"));
        let [first, second, third] = accepted.as_slice() else { panic!("{accepted:?}") };
        assert_eq!((first, second), (&MediaType::ArrayStripped, &MediaType::Csv));
        assert_eq!(third.to_string(), "text/*");
    }

    #[test]
    fn parses_nulls_stripped_of_vendor_types() {
        let stripped = MediaType::parse("application/vnd.pgrst.object+json; nulls=stripped");
        assert_eq!(stripped, MediaType::Object { stripped: true });
        assert_eq!(
            stripped.content_type(),
            "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8"
        );
        assert_eq!(MediaType::parse("application/vnd.pgrst.array+json"), MediaType::Json);
    }
}
