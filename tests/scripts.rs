//! The shell scripts as their users call them, and what `scripts/openbench` answers in the place of GitHub.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)
}

fn run(name: &str, arguments: &[&str]) -> Output {
    Command::new(script(name)).args(arguments).stdin(Stdio::null()).output().expect("the script runs")
}

#[test]
fn every_shell_script_explains_itself() {
    for name in ["commits.sh", "openbench.sh", "selfplay.sh", "sprt.sh"] {
        let output = run(name, &["--help"]);
        let help = String::from_utf8(output.stdout).expect("help is text");
        assert!(output.status.success() && help.contains(&format!("scripts/{name} ")), "{name}: {help}");
        assert!(help.lines().all(|line| line.len() <= 120 && !line.starts_with('#')), "{name}: {help}");
    }
}

/// Calls that end before anything is downloaded or written: the arguments, the exit code and what is said.
const REFUSED: [(&[&str], i32, &str); 12] = [
    (&[], 2, "scripts/openbench.sh"),
    (&["begin"], 2, "scripts/openbench.sh"),
    (&["setup"], 2, "scripts/openbench.sh"),
    (&["setup", "--book"], 2, "scripts/openbench.sh"),
    (&["setup", "--books", "some.epd"], 2, "scripts/openbench.sh"),
    (&["setup", "--book", "missing.epd"], 1, "there is no opening book missing.epd"),
    (&["serve"], 1, "begin with scripts/openbench.sh setup"),
    (&["worker"], 1, "begin with scripts/openbench.sh setup"),
    (&["worker", "--threads"], 2, "scripts/openbench.sh"),
    (&["test", "main"], 2, "scripts/openbench.sh"),
    (&["test", "main", "branch"], 1, "begin with scripts/openbench.sh setup"),
    (&["spsa", "main"], 2, "scripts/openbench.sh"),
];

#[test]
fn openbench_refuses_wrong_calls_and_writes_nothing() {
    let folder = std::env::temp_dir().join(format!("motley-openbench-{}", std::process::id()));
    let folder_flag = ["--folder", folder.to_str().expect("a path of text")];
    for (arguments, code, text) in REFUSED {
        let output = run("openbench.sh", &[&folder_flag, arguments].concat());
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && said.contains(text), "{arguments:?}: {said}");
        assert!(!folder.exists(), "{arguments:?} made the folder");
    }
}

/// A repository with one commit on the branch `main`, and the server that answers for it.
struct Commits {
    folder: PathBuf,
    port: u16,
    server: Child,
}

impl Commits {
    fn start() -> Commits {
        let folder = std::env::temp_dir().join(format!("motley-commits-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        git(&["init", "--quiet", "--initial-branch=main"], &folder);
        git(&["commit", "--quiet", "--allow-empty", "--message=A change\n\nBench: 490901"], &folder);
        let port = free_port();
        let server = Command::new("python3")
            .args([&script("openbench/commits.py"), &folder])
            .args(["--port", &port.to_string()])
            .stderr(Stdio::null())
            .spawn()
            .expect("python3 is installed");
        Commits { folder, port, server }
    }

    /// The head and the body of the answer.
    fn get(&self, path: &str) -> (String, Vec<u8>) {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").expect("the server reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the server answers");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        (String::from_utf8_lossy(&answer[..end]).into_owned(), answer[end + 4..].to_vec())
    }

    fn connect(&self) -> TcpStream {
        for _ in 0..600 {
            match TcpStream::connect(("127.0.0.1", self.port)) {
                Ok(stream) => return stream,
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
        panic!("the server does not start");
    }
}

impl Drop for Commits {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("it has an address").port()
}

fn git(arguments: &[&str], folder: &Path) {
    fs::create_dir_all(folder).expect("a folder for the repository");
    let status = Command::new("git")
        .args(["-c", "user.name=test", "-c", "user.email=test@localhost", "-C"])
        .arg(folder)
        .args(arguments)
        .status()
        .expect("git is installed");
    assert!(status.success(), "git {arguments:?}");
}

#[test]
fn openbench_gets_githubs_answers_from_a_repository_on_this_machine() {
    let commits = Commits::start();
    let (head, body) = commits.get("/repos/local/motley/branches/main");
    let described: serde_json::Value = serde_json::from_slice(&body).expect("an answer in JSON");
    let id = described["commit"]["sha"].as_str().expect("the id of the commit").to_owned();
    let message = described["commit"]["commit"]["message"].as_str().expect("its message");
    assert!(head.contains(" 200 ") && id.len() == 40 && message.contains("Bench: 490901"), "{head} {described}");

    let (_, same) = commits.get(&format!("/repos/local/motley/commits/{id}"));
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&same).expect("JSON"), described["commit"]);
    let (_, apart) = commits.get(&format!("/repos/local/motley/compare/{id}...{id}"));
    assert_eq!(apart, br#"{"ahead_by": 0}"#);
    let (head, archive) = commits.get(&format!("/repos/local/motley/zipball/{id}"));
    assert!(head.contains("application/zip") && archive.starts_with(b"PK"), "{head}");

    for missing in ["branches/other", "commits/--all", "compare/main", "tags/main"] {
        let (head, _) = commits.get(&format!("/repos/local/motley/{missing}"));
        assert!(head.contains(" 404 "), "{missing}: {head}");
    }
}
