//! Part of the way of a request.
