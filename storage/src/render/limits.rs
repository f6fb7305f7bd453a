//! The limits on image transformations.

use std::time::Duration;

use service_kit::rate_limit::Limiter;

use super::queue::RenderQueue;

/// The rate limit on new variants of one image per client: the burst, and the number that each interval adds.
const NEW_VARIANTS: u32 = 24;
const NEW_VARIANTS_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// The limits on image transformations. A clone shares them.
#[derive(Clone)]
pub struct RenderLimits {
    /// Bounds concurrent decoders.
    pub queue: RenderQueue,
    /// The rate limit on new variants, by client and object id.
    pub new_variants: Limiter,
}

impl RenderLimits {
    pub fn new() -> Self {
        Self { queue: RenderQueue::new(), new_variants: Limiter::new(NEW_VARIANTS, NEW_VARIANTS_INTERVAL) }
    }
}
