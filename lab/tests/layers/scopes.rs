//! The sources of the figures of the evidence: the lists of `motley-lab reproduce` beside the imports.

use motley_lab::evidence::{ITEMS, Scope};

use crate::imports::Import;

/// Imports that lead from the sources of a scope to something that is neither in it nor named as apart from it.
pub fn uncovered(scope: &Scope, imports: &[Import]) -> Vec<String> {
    let found = imports.iter().filter(|import| {
        let source = import.at.split(':').next().unwrap_or_default();
        scope.has(source) && !is_covered(scope, import)
    });
    found.map(|import| format!("{}: {}", import.at, import.path.join("::"))).collect()
}

fn is_covered(scope: &Scope, import: &Import) -> bool {
    // A path names a file, a folder, or something inside one of them.
    (1..=import.path.len()).any(|length| {
        let module = import.path[..length].join("/");
        let is_apart = scope.apart.iter().any(|(apart, _)| *apart == module);
        let place =
            module.strip_prefix("lab/").map_or_else(|| format!("src/{module}"), |rest| format!("lab/src/{rest}"));
        is_apart || scope.has(&place) || scope.has(&format!("{place}.rs"))
    })
}

/// A line for each item whose figures would not be measured again when something changes that they depend on.
pub fn uncovered_items(imports: &[Import]) -> Vec<String> {
    let mut found = Vec::new();
    for item in ITEMS.iter() {
        found.extend(uncovered(item.scope, imports).into_iter().map(|import| format!("{}: {import}", item.key)));
    }
    found
}
