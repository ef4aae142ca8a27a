//! The page's files: in the program, or for the page's developers in a folder.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// The files of `web/` that a browser loads, by their paths there; `build.rs` lists them.
const EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Bytes of a file out of a folder; all files of the page together have a twentieth.
const MOST_BYTES: u64 = 8 << 20;

/// The source of the page's files.
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

/// A file of a folder, unless its name, or a link, leads out of it, or it is none that a page can have.
fn read_inside(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    if !name.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let path = folder.join(name).canonicalize().ok()?;
    // A pipe is not even opened: that would wait for who writes to it.
    if !path.starts_with(folder.canonicalize().ok()?) || !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut content = Vec::new();
    File::open(path).ok()?.take(MOST_BYTES + 1).read_to_end(&mut content).ok()?;
    (content.len() as u64 <= MOST_BYTES).then_some(content)
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
    use std::fs;

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
        File::create(folder.join("web/large.js")).and_then(|file| file.set_len(MOST_BYTES + 1)).expect("a file");
        fs::create_dir(folder.join("web/folder.js")).expect("a folder");
        assert_eq!((found("/large.js"), found("/folder.js")), (None, None));
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(folder.join("secret.html"), folder.join("web/out.html")).expect("a link");
            symlink(&folder, folder.join("web/up")).expect("a link");
            symlink("page.html", folder.join("web/in.html")).expect("a link");
            assert_eq!((found("/out.html"), found("/up/secret.html")), (None, None));
            assert_eq!(found("/in.html"), found("/page.html"), "a link inside leads nowhere else");
        }
        fs::remove_dir_all(&folder).expect("the test's own folder");
        assert!(PageFiles::default().find("/").is_some());
    }
}
