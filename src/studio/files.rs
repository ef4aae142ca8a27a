//! The page's files: in the program, or for the page's developers in a folder.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// A file of `web/` by its path there.
macro_rules! embedded {
    ($($path:literal,)*) => {
        &[$(($path, include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/", $path)))),*]
    };
}

/// The files of `web/` that a browser loads.
const EMBEDDED: &[(&str, &[u8])] = embedded! {
    "css/base.css",
    "css/board.css",
    "css/controls.css",
    "css/mind.css",
    "css/openings.css",
    "css/order.css",
    "css/views.css",
    "icon.svg",
    "index.html",
    "js/address.js",
    "js/app.js",
    "js/board/arrows.js",
    "js/board/board.js",
    "js/board/geometry.js",
    "js/board/move_input.js",
    "js/board/picture.js",
    "js/board/pieces.js",
    "js/board/placement.js",
    "js/board/pointer.js",
    "js/dialog.js",
    "js/dom.js",
    "js/download.js",
    "js/game/graph.js",
    "js/game/line_board.js",
    "js/game/links.js",
    "js/game/move_list.js",
    "js/game/positions.js",
    "js/game/words.js",
    "js/icons.js",
    "js/link/latest.js",
    "js/link/link.js",
    "js/link/types.js",
    "js/main.js",
    "js/mind/classical.js",
    "js/mind/compare.js",
    "js/mind/mockfish.js",
    "js/mind/move_bars.js",
    "js/mind/pattern.js",
    "js/mind/view.js",
    "js/openings/bars.js",
    "js/openings/drill.js",
    "js/openings/record.js",
    "js/openings/search.js",
    "js/openings/selection.js",
    "js/openings/tree.js",
    "js/openings/view.js",
    "js/order/condition.js",
    "js/order/gallery.js",
    "js/order/steppers.js",
    "js/order/view.js",
    "js/play/analysis.js",
    "js/play/clock.js",
    "js/play/editor.js",
    "js/play/match.js",
    "js/play/new_game.js",
    "js/play/pgn.js",
    "js/play/player_bar.js",
    "js/play/player_picker.js",
    "js/play/settings.js",
    "js/play/thinking.js",
    "js/play/tools.js",
    "js/play/view.js",
    "js/theme.js",
};

/// Where files come from.
#[derive(Clone, Debug, Default)]
pub struct PageFiles {
    /// A folder instead of the files in the program, read anew at every request.
    folder: Option<PathBuf>,
}

impl PageFiles {
    pub fn new(folder: Option<PathBuf>) -> PageFiles {
        PageFiles { folder }
    }

    /// The media type and the content of the file at a path of a request; `None` where there is none.
    pub fn find(&self, path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
        let name = match path.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        let kind = media_type(name)?;
        let content = match &self.folder {
            None => EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| Cow::Borrowed(*bytes)),
            Some(folder) => read_inside(folder, name).map(Cow::Owned),
        };
        Some((kind, content?))
    }
}

/// A file of a folder, unless its name leads out of it.
fn read_inside(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    let is_plain = name.components().all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| fs::read(folder.join(name)).ok()).flatten()
}

/// By the ending; other files are not served.
fn media_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Paths below a folder, of files that a browser loads.
    fn collect(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("a folder of the page").flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if !entry.path().is_dir() {
                found.extend(media_type(&name).map(|_| name));
            } else if !DEVELOPMENT.contains(&name.as_str()) {
                collect(&entry.path(), &format!("{name}/"), found);
            }
        }
    }

    /// What `web/` holds beside the page: tests and what checks it.
    const DEVELOPMENT: [&str; 3] = ["node_modules", "test", "tests"];
    const CONFIGURATION: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "jsconfig.json"];

    #[test]
    fn every_file_of_the_page_is_in_the_program() {
        let mut there = BTreeSet::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("web"), "", &mut there);
        there.retain(|name| !CONFIGURATION.contains(&name.as_str()) && !name.starts_with('.'));
        there.retain(|name| !name.starts_with("eslint"));
        assert_eq!(EMBEDDED.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), there);
    }

    #[test]
    fn a_folder_is_served_and_nothing_outside_of_it() {
        let folder = std::env::temp_dir().join(format!("motley-files-{}", std::process::id()));
        fs::create_dir_all(folder.join("web")).expect("a folder for the test");
        fs::write(folder.join("secret.html"), "secret").expect("a file");
        fs::write(folder.join("web/page.html"), "page").expect("a file");
        let files = PageFiles::new(Some(folder.join("web")));
        let found = |path: &str| files.find(path).map(|(_, content)| content.into_owned());
        assert_eq!(found("/page.html").as_deref(), Some("page".as_bytes()));
        for path in ["/../secret.html", "/%2e%2e/secret.html", "//etc/x.html", "page.html", "/", "/missing.html", "/x"]
        {
            assert_eq!(found(path), None, "{path}");
        }
        fs::remove_dir_all(&folder).expect("the test's own folder");
        assert!(PageFiles::default().find("/").is_some());
    }
}
