//! The parameters `gravity`, `x_offset` and `y_offset` of an image transformation.

use std::fmt;

use picture::{Anchor, Gravity, Offset};
use serde::{Deserialize, Deserializer};

/// The name of a gravity: a direction, the centre, or a focal point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GravityName {
    No,
    So,
    Ea,
    We,
    Noea,
    Nowe,
    Soea,
    Sowe,
    Ce,
    /// The most interesting part. Not supported: the centre is kept.
    Sm,
    Fp,
}

/// A gravity with the offsets that apply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GravityParams {
    name: GravityName,
    offsets: Option<(Decimal, Decimal)>,
}

impl GravityParams {
    /// # Errors
    /// When a focal point lacks an offset or is not in the image.
    pub fn new(
        name: GravityName,
        x_offset: Option<Decimal>,
        y_offset: Option<Decimal>,
    ) -> Result<Self, &'static str> {
        const OUTSIDE: &str = "Focal point requires x and y coordinates within 0-1 range";
        let offsets = match (name, x_offset, y_offset) {
            (GravityName::Sm, _, _) | (_, None, None) => None,
            (_, x, y) => Some((x.unwrap_or_default(), y.unwrap_or_default())),
        };
        let in_image = |offset: Option<Decimal>| offset.is_some_and(|offset| offset.fraction().is_some());
        if name == GravityName::Fp && !(in_image(x_offset) && in_image(y_offset)) {
            return Err(OUTSIDE);
        }
        Ok(Self { name, offsets })
    }

    pub fn gravity(self) -> Gravity {
        let (x, y) = self.offsets.unwrap_or_default();
        let (x_offset, y_offset) = (Offset(x.0), Offset(y.0));
        let horizontal = match self.name {
            GravityName::We | GravityName::Nowe | GravityName::Sowe => Anchor::Start(x_offset),
            GravityName::Ea | GravityName::Noea | GravityName::Soea => Anchor::End(x_offset),
            GravityName::Fp => Anchor::Point(x.fraction().unwrap_or_default()),
            GravityName::No | GravityName::So | GravityName::Ce | GravityName::Sm => Anchor::Center(x_offset),
        };
        let vertical = match self.name {
            GravityName::No | GravityName::Noea | GravityName::Nowe => Anchor::Start(y_offset),
            GravityName::So | GravityName::Soea | GravityName::Sowe => Anchor::End(y_offset),
            GravityName::Fp => Anchor::Point(y.fraction().unwrap_or_default()),
            GravityName::Ea | GravityName::We | GravityName::Ce | GravityName::Sm => Anchor::Center(y_offset),
        };
        Gravity { horizontal, vertical }
    }
}

/// As in a token and in the header `X-Transformations`: `fp:0.5:1`.
impl fmt::Display for GravityParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.name {
            GravityName::No => "no",
            GravityName::So => "so",
            GravityName::Ea => "ea",
            GravityName::We => "we",
            GravityName::Noea => "noea",
            GravityName::Nowe => "nowe",
            GravityName::Soea => "soea",
            GravityName::Sowe => "sowe",
            GravityName::Ce => "ce",
            GravityName::Sm => "sm",
            GravityName::Fp => "fp",
        })?;
        match self.offsets {
            Some((x, y)) => write!(f, ":{x}:{y}"),
            None => Ok(()),
        }
    }
}

/// A decimal number, in millionths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Decimal(i64);

impl Decimal {
    const ONE: i64 = 1_000_000;
    /// Far beyond any side.
    const MAX: f64 = 1_000_000.0;

    /// In millionths, if it is from 0 to 1.
    fn fraction(self) -> Option<u32> {
        u32::try_from(self.0).ok().filter(|_| self.0 <= Self::ONE)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if !number.is_finite() || number.abs() > Self::MAX {
            return Err(serde::de::Error::custom("an offset is a number of pixels or a fraction"));
        }
        // In range.
        #[allow(clippy::cast_possible_truncation)]
        let millionths = (number * 1_000_000.0).round() as i64;
        Ok(Self(millionths))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.abs() / Self::ONE, self.0.abs() % Self::ONE);
        let digits = format!("{fraction:06}");
        match digits.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            digits => write!(f, "{sign}{whole}.{digits}"),
        }
    }
}
