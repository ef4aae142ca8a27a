//! The program as a process, and a page that speaks with it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// Keeps a test from hanging: no answer takes nearly as long, even on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(180);

/// A server, ended when dropped, with a folder of its own.
pub struct Studio {
    process: Child,
    pub port: u16,
    /// The end of the address that it printed.
    pub token: String,
    /// The whole address.
    pub address: String,
    pub folder: PathBuf,
    /// The lines that it printed before the address.
    pub printed: Vec<String>,
    output: BufReader<ChildStdout>,
}

impl Studio {
    pub fn start() -> Studio {
        Studio::start_with(&["--port", "0"])
    }

    pub fn start_with(arguments: &[&str]) -> Studio {
        Studio::start_on(None, arguments)
    }

    /// A server with a record that others use too.
    pub fn start_on(record: Option<&Path>, arguments: &[&str]) -> Studio {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("motley-studio-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let record = record.map_or_else(|| folder.join("record.sqlite"), Path::to_owned);
        let mut command = Command::new(env!("CARGO_BIN_EXE_motley"));
        command.args(["studio", "--no-open", "--record"]).arg(record).args(arguments);
        Studio::of(command, folder)
    }

    /// The program, with no more than so many open files.
    #[cfg(unix)]
    pub fn start_with_files(most: u32) -> Studio {
        let folder = std::env::temp_dir().join(format!("motley-studio-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {most}; exec \"$0\" studio --no-open --port 0");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_motley")]);
        Studio::of(command, folder)
    }

    /// The program, which has a browser open its page: `browser` is a folder with a program `xdg-open`.
    #[cfg(target_os = "linux")]
    pub fn start_with_browser(browser: &Path, arguments: &[&str]) -> Studio {
        let folder = std::env::temp_dir().join(format!("motley-studio-opened-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let mut command = Command::new(env!("CARGO_BIN_EXE_motley"));
        command.args(["studio", "--port", "0", "--record"]).arg(folder.join("record.sqlite")).args(arguments);
        let path = format!("{}:{}", browser.display(), std::env::var("PATH").unwrap_or_default());
        command.env("PATH", path);
        Studio::of(command, folder)
    }

    /// Starts a program and waits for the address that it prints.
    fn of(mut command: Command, folder: PathBuf) -> Studio {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the program runs");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let (token, address) = Default::default();
        let mut studio = Studio { process, port: 0, token, address, folder, printed: Vec::new(), output };
        while studio.port == 0 {
            let mut line = String::new();
            assert!(studio.output.read_line(&mut line).expect("a line") > 0, "it ended after {:?}", studio.printed);
            // Behind `#`, or behind `?` in the local network.
            let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once("token="));
            match address {
                Some((place, rest)) => {
                    let port = place.trim_end_matches(['/', '#', '?']).rsplit_once(':').expect("a port").1;
                    studio.port = port.parse().expect("a port");
                    studio.token = rest.chars().take_while(char::is_ascii_hexdigit).collect();
                    studio.address = line.trim().rsplit_once(' ').expect("words before it").1.to_owned();
                }
                None => studio.printed.push(line),
            }
        }
        studio
    }

    /// The next line that it prints after the address.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).expect("a line") > 0, "it ended");
        line
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it serves");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a bound");
        stream
    }

    /// The whole answer to a request that is sent as it is, line ends as `\n`.
    pub fn http(&self, request: &str) -> String {
        let mut stream = self.connect();
        let request = request.replace("PORT", &self.port.to_string()).replace('\n', "\r\n");
        stream.write_all(request.as_bytes()).expect("it is read");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer in text");
        answer
    }

    /// The address of the socket.
    pub fn url(&self) -> String {
        format!("ws://127.0.0.1:{}/socket?token={}", self.port, self.token)
    }

    pub fn page(&self) -> Page {
        let (socket, _) = tungstenite::client(self.url(), self.connect()).expect("a socket");
        Page { socket, id: 0 }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self) -> ExitStatus {
        self.process.wait().expect("it ends")
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A page over its socket.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    id: u64,
}

impl Page {
    /// Sends a request and returns its number.
    pub fn send(&mut self, mut request: Value) -> u64 {
        self.id += 1;
        request["id"] = json!(self.id);
        self.say(&request.to_string());
        self.id
    }

    pub fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("it is read");
    }

    /// The next message.
    pub fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().expect("an answer") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// The last answer to a request, after all that came before it.
    pub fn finish(&mut self, id: u64) -> (Vec<Value>, Value) {
        let mut before = Vec::new();
        loop {
            let answer = self.next();
            if answer["id"] == json!(id) && (answer["kind"] == "done" || answer["kind"] == "error") {
                return (before, answer);
            }
            before.push(answer);
        }
    }

    /// The last answer to a request.
    pub fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request);
        self.finish(id).1
    }

    /// The answer to a request that must be done.
    pub fn done(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone());
        assert_eq!(answer["kind"], "done", "{request}: {answer}");
        answer
    }

    /// The answer to a request that must be refused.
    pub fn refused(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone());
        assert_eq!(answer["kind"], "error", "{request}: {answer}");
        assert!(answer["message"].as_str().is_some_and(|message| !message.is_empty()), "{answer}");
        answer
    }
}

/// A list of texts out of an answer.
pub fn texts(list: &Value, name: &str) -> Vec<String> {
    let entries = list.as_array().expect("a list").iter();
    entries.map(|entry| entry[name].as_str().expect("a text").to_owned()).collect()
}
