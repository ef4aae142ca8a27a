//! `stop`: ends what runs.

use super::Answered;
use crate::studio::page::Page;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::game::{StopAsk, Stopped};

impl Answered for StopAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<Stopped, Fault> {
        page.stop(self.of);
        Ok(Stopped {})
    }
}
