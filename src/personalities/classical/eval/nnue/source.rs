//! Which network evaluates: that of a file, or the built-in one.

use std::path::Path;
use std::sync::Arc;

use super::Nnue;
use crate::engine::Reporter;

/// The network that was asked for last.
#[derive(Debug, Default)]
pub struct NnueSource {
    /// The file, with its network, or without where it cannot be used: it is not tried again then.
    file: Option<(String, Option<Arc<Nnue>>)>,
    /// What has not been reported yet.
    fault: Option<String>,
}

impl NnueSource {
    /// The network of `file`; the built-in one where `file` is empty or cannot be used.
    pub fn load(&mut self, file: &str) -> Arc<Nnue> {
        self.file.take_if(|(path, _)| path != file);
        if file.is_empty() {
            return Nnue::embedded();
        }
        let fault = &mut self.fault;
        let (_, nnue) = self.file.get_or_insert_with(|| {
            let nnue = Nnue::open(Path::new(file))
                .inspect_err(|error| *fault = Some(format!("error: {error}; the built-in network is used")));
            (file.to_owned(), nnue.ok().map(Arc::new))
        });
        nnue.clone().unwrap_or_else(Nnue::embedded)
    }

    /// Reports a file that cannot be used, once.
    pub fn report_fault(&mut self, report: &mut dyn Reporter) {
        if let Some(fault) = self.fault.take() {
            report.message(&fault);
        }
    }
}
