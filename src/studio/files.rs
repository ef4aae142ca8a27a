//! The page's files: in the program, or for the page's developers in a folder.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The files of `web/` that a browser loads, by their paths there; `build.rs` lists them.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

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
    use super::*;

    #[test]
    fn the_page_and_all_that_it_loads_at_first_is_in_the_program() {
        let files = PageFiles::default();
        let (kind, page) = files.find("/").expect("the page");
        assert_eq!(kind, "text/html; charset=utf-8");
        let page = String::from_utf8(page.into_owned()).expect("text");
        let loaded = page.split(['"', '\'']).filter(|text| text.ends_with(".js") || text.ends_with(".css"));
        for path in loaded {
            let path = format!("/{}", path.trim_start_matches(['.', '/']));
            assert!(files.find(&path).is_some(), "{path}");
        }
        assert!(EMBEDDED.iter().all(|(name, _)| media_type(name).is_some()), "files that are never served");
        let size: usize = EMBEDDED.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(size <= 400_000, "the page has {size} bytes");
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
