//! Gravity: the part of an image that a crop keeps.

use image::metadata::Orientation;

/// Where a crop is, on the upright image. Centred by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gravity {
    /// From the left.
    pub horizontal: Anchor,
    /// From the top.
    pub vertical: Anchor,
}

/// Where a crop is on one axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// At the left or upper edge, moved away from it.
    Start(Offset),
    /// In the middle, moved to the right or down.
    Center(Offset),
    /// At the right or lower edge, moved away from it.
    End(Offset),
    /// Around a point, in millionths of the side.
    Point(u32),
}

/// Millionths of the resized image's side when it is less than a million in either direction, else of a pixel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Offset(pub i64);

impl Default for Anchor {
    fn default() -> Self {
        Self::Center(Offset(0))
    }
}

const ONE: f64 = 1_000_000.0;

impl Offset {
    // Exact: offsets have few digits.
    #[allow(clippy::cast_precision_loss)]
    fn pixels(self, side: f64) -> f64 {
        let value = self.0 as f64 / ONE;
        if value.abs() < 1.0 { value * side } else { value }
    }
}

impl Anchor {
    /// The place of a crop of `size` pixels on a side of `side` pixels: 0 at its start, 1 at its end.
    fn place(self, side: u32, size: u32) -> f64 {
        let (side, size) = (f64::from(side), f64::from(size));
        let free = side - size;
        if free <= 0.0 {
            return 0.5;
        }
        let start = match self {
            Self::Start(offset) => offset.pixels(side),
            Self::Center(offset) => free / 2.0 + offset.pixels(side),
            Self::End(offset) => free - offset.pixels(side),
            Self::Point(millionths) => f64::from(millionths) / ONE * side - size / 2.0,
        };
        start.clamp(0.0, free) / free
    }
}

impl Gravity {
    /// The place of a crop, horizontally and vertically, on an image that is not upright yet. `side` and `size` are those
    /// of that image.
    pub(crate) fn place(&self, orientation: Orientation, side: (u32, u32), size: (u32, u32)) -> (f64, f64) {
        let upright = |(x, y): (u32, u32)| if swaps_sides(orientation) { (y, x) } else { (x, y) };
        let (side, size) = (upright(side), upright(size));
        let (x, y) = (self.horizontal.place(side.0, size.0), self.vertical.place(side.1, size.1));
        match orientation {
            Orientation::NoTransforms => (x, y),
            Orientation::FlipHorizontal => (1.0 - x, y),
            Orientation::FlipVertical => (x, 1.0 - y),
            Orientation::Rotate180 => (1.0 - x, 1.0 - y),
            Orientation::Rotate90 => (y, 1.0 - x),
            Orientation::Rotate270 => (1.0 - y, x),
            Orientation::Rotate90FlipH => (y, x),
            Orientation::Rotate270FlipH => (1.0 - y, 1.0 - x),
        }
    }
}

/// Whether the orientation swaps width and height.
pub(crate) fn swaps_sides(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_a_share_of_the_side_or_pixels() {
        assert_eq!(Anchor::Start(Offset(0)).place(200, 100), 0.0);
        assert_eq!(Anchor::Start(Offset(250_000)).place(200, 100), 0.5);
        assert_eq!(Anchor::Start(Offset(25_000_000)).place(200, 100), 0.25);
        assert_eq!(Anchor::End(Offset(25_000_000)).place(200, 100), 0.75);
        assert_eq!(Anchor::Center(Offset(-25_000_000)).place(200, 100), 0.25);
        assert_eq!(Anchor::Center(Offset(900_000_000)).place(200, 100), 1.0);
    }

    #[test]
    fn a_point_is_in_the_middle_of_the_crop_where_the_edges_allow_it() {
        assert_eq!(Anchor::Point(500_000).place(200, 100), 0.5);
        assert_eq!(Anchor::Point(300_000).place(200, 100), 0.1);
        assert_eq!(Anchor::Point(0).place(200, 100), 0.0);
        assert_eq!(Anchor::Point(1_000_000).place(200, 100), 1.0);
    }
}
