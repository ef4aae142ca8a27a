//! Games in, samples out, all of it streaming.
