//! Messages to the page's server, a line each.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::LazyLock;
use std::time::Duration;
use std::{env, process, thread};

use motley::studio::{Server, Settings};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// No answer takes as long, on a loaded machine and with a fuzzer's checks neither.
const LONGEST: Duration = Duration::from_secs(20);
/// The number of the last request.
const LAST: u64 = 9_007_199_254_740_991;

/// The address of the socket of a server in this process.
static URL: LazyLock<String> = LazyLock::new(|| {
    let record = env::temp_dir().join(format!("motley-messages-{}.sqlite", process::id()));
    let server = Server::bind(&Settings { record: Some(record), ..Settings::default() }).expect("a port");
    let url = server.url().replace("http://", "ws://").replace("/#", "/socket?");
    thread::spawn(move || server.serve());
    url
});

/// Whatever was asked before, the last request is answered. Returns whether nothing was answered with an error.
pub fn run(bytes: &[u8]) -> bool {
    let mut page = open();
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines().take(10) {
        page.send(Message::text(line)).expect("the page is open");
    }
    for last in [json!({ "ask": "stop", "id": LAST - 1 }), json!({ "ask": "hello", "id": LAST })] {
        page.send(Message::text(last.to_string())).expect("the page is open");
    }
    let mut is_sound = true;
    loop {
        let message = page.read().expect("an answer in time");
        let Ok(text) = message.to_text() else { continue };
        let answer: Value = serde_json::from_str(text).expect("JSON");
        is_sound &= answer["kind"] != "error";
        if answer["id"] == json!(LAST) && answer["kind"] == "done" {
            return is_sound;
        }
    }
}

fn open() -> WebSocket<Connection> {
    let address = URL.trim_start_matches("ws://").split('/').next().expect("an address");
    let stream = TcpStream::connect(address).expect("the server is there");
    stream.set_read_timeout(Some(LONGEST)).expect("a bound");
    tungstenite::client(URL.as_str(), Connection(stream)).expect("a socket").0
}

/// Goes on where the fuzzer's alarm interrupts it.
struct Connection(TcpStream);

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        uninterrupted(|| self.0.read(buffer))
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        uninterrupted(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        uninterrupted(|| self.0.flush())
    }
}

fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
