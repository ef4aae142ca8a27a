//! The little of HTTP that the page needs: one request a connection, its head checked, one response.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use tungstenite::handshake::derive_accept_key;

/// Bytes of a request's head; browsers send less than one thousand.
const MOST_HEAD: usize = 16 << 10;
/// Headers of a request.
const MOST_HEADERS: usize = 64;
/// Bytes of a body, which no request needs.
const MOST_BODY: u64 = 1_000_000;
/// How long a request's head may take, and how long a client may take to read an answer.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How long bytes that nobody reads are waited for, so that the answer is not lost with them.
const LINGER: Duration = Duration::from_millis(500);

/// Nothing but the program's own files: no inline scripts or styles, no other origin, no frames.
const SECURITY: &str = "Content-Security-Policy: default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Cache-Control: no-cache\r\n";

/// What a sound request asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// A file by its path, "/" first; without a body in the answer to `HEAD`.
    File { path: String, with_body: bool },
    /// The WebSocket, with the text that accepts it.
    Socket { accept: String },
}

/// Why a request is refused: the status of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    TooLarge,
    HeadTooLarge,
    Busy,
}

impl Status {
    const fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::BadRequest => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::TooLarge => "413 Content Too Large",
            Status::HeadTooLarge => "431 Request Header Fields Too Large",
            Status::Busy => "503 Service Unavailable",
        }
    }
}

/// Why there is no request to answer.
#[derive(Debug)]
pub enum ReadError {
    Refused(Status),
    /// The connection was closed or failed, which needs no answer.
    Gone,
}

/// Reads a request from a connection to `port`, with what was sent behind its head.
///
/// # Errors
/// [`ReadError`].
pub fn read_request(mut stream: &TcpStream, port: u16) -> Result<(Request, Vec<u8>), ReadError> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 2048];
    loop {
        if let Some((request, length)) = parse(&bytes, port).map_err(ReadError::Refused)? {
            return Ok((request, bytes.split_off(length)));
        }
        if bytes.len() >= MOST_HEAD {
            return Err(ReadError::Refused(Status::HeadTooLarge));
        }
        match stream.read(&mut chunk) {
            Ok(0) | Err(_) => return Err(ReadError::Gone),
            Ok(count) => bytes.extend_from_slice(&chunk[..count]),
        }
    }
}

/// The request at the beginning of `bytes` with the length of its head; `None` where the head is not whole.
fn parse(bytes: &[u8], port: u16) -> Result<Option<(Request, usize)>, Status> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let length = match head.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Status::HeadTooLarge),
        Err(_) => return Err(Status::BadRequest),
    };
    let header = |name: &str| Headers(head.headers).get(name);

    // A page of another site may send requests here, under a name that its own server resolves to this machine (DNS
    // rebinding): it shows in `Host`, and for sockets and scripts in `Origin`.
    let host = header("Host").ok_or(Status::Forbidden)?;
    let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| is_own_host(host, port));
    if !is_own_host(host, port) || header("Origin").is_some_and(|origin| !is_own_origin(origin)) {
        return Err(Status::Forbidden);
    }
    match header("Content-Length").map(str::parse::<u64>) {
        Some(Ok(length)) if length > MOST_BODY => return Err(Status::TooLarge),
        Some(Err(_)) => return Err(Status::BadRequest),
        _ => {}
    }
    let with_body = match head.method {
        Some("GET") => true,
        Some("HEAD") => false,
        _ => return Err(Status::MethodNotAllowed),
    };
    let path = head.path.unwrap_or("/").split(['?', '#']).next().unwrap_or("/").to_owned();
    if path != "/socket" {
        return Ok(Some((Request::File { path, with_body }, length)));
    }
    let key = header("Sec-WebSocket-Key").filter(|_| {
        with_body
            && header("Upgrade").is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
            && header("Sec-WebSocket-Version") == Some("13")
    });
    let accept = derive_accept_key(key.ok_or(Status::BadRequest)?.as_bytes());
    Ok(Some((Request::Socket { accept }, length)))
}

struct Headers<'a>(&'a [httparse::Header<'a>]);

impl<'a> Headers<'a> {
    /// The value of a header; of one that is there twice the first, of one that is no text none.
    fn get(&self, name: &str) -> Option<&'a str> {
        let header = self.0.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(header.value).ok().map(str::trim)
    }
}

/// Whether a host names this machine, under the port of the server.
fn is_own_host(host: &str, port: u16) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
        _ => (host, Some(80)),
    };
    given == Some(port) && ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| name.eq_ignore_ascii_case(own))
}

/// Answers with a file, or with a status and its words as text; the connection is to be closed then.
pub fn respond(mut stream: &TcpStream, status: Status, kind: &str, body: &[u8], with_body: bool) {
    let head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n{SECURITY}\r\n",
        status.line(),
        body.len()
    );
    let body = if with_body { body } else { &[] };
    // A client that is gone needs no answer.
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
}

/// Answers with a status alone.
pub fn refuse(stream: &TcpStream, status: Status) {
    respond(stream, status, "text/plain; charset=utf-8", status.line().as_bytes(), true);
}

/// Makes the connection a WebSocket.
///
/// # Errors
/// When the client is gone.
pub fn accept_socket(mut stream: &TcpStream, accept: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    stream.write_all(head.as_bytes())
}

/// Ends what is written, and reads what is still sent for a while: closing at once would make the system drop the
/// answer together with bytes that were not read.
pub fn close(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(LINGER));
    let _ = io::copy(&mut stream.take(2 * MOST_BODY), &mut io::sink());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<Request>, Status> {
        parse(text.replace('\n', "\r\n").as_bytes(), 8000).map(|found| found.map(|(request, _)| request))
    }

    #[test]
    fn only_this_machine_under_this_port_is_the_own_host() {
        for (host, is_own) in [
            ("127.0.0.1:8000", true),
            ("localhost:8000", true),
            ("LocalHost:8000", true),
            ("[::1]:8000", true),
            ("127.0.0.1", false),
            ("127.0.0.1:8001", false),
            ("127.0.0.1.example.org:8000", false),
            ("example.org:8000", false),
            ("[::1]", false),
            ("localhost:", false),
            ("", false),
        ] {
            assert_eq!(is_own_host(host, 8000), is_own, "{host}");
        }
        assert!(is_own_host("127.0.0.1", 80));
    }

    #[test]
    fn a_request_from_elsewhere_is_forbidden() {
        let request = |lines: &str| parsed(&format!("GET / HTTP/1.1\n{lines}\n\n"));
        assert!(matches!(request("Host: 127.0.0.1:8000"), Ok(Some(Request::File { .. }))));
        assert!(matches!(request("Host: localhost:8000\nOrigin: http://localhost:8000"), Ok(Some(_))));
        for lines in [
            "Host: evil.example:8000",
            "Accept: */*",
            "Host: 127.0.0.1:8000\nOrigin: http://evil.example",
            "Host: 127.0.0.1:8000\nOrigin: null",
            "Host: 127.0.0.1:8000\nOrigin: https://127.0.0.1:8000",
        ] {
            assert_eq!(request(lines), Err(Status::Forbidden), "{lines}");
        }
    }

    #[test]
    fn requests_are_answered_by_what_is_wrong_with_them() {
        let host = "Host: 127.0.0.1:8000\n";
        let text = |line: &str, more: &str| parsed(&format!("{line} HTTP/1.1\n{host}{more}\n"));
        assert_eq!(text("POST /", "Content-Length: 1000001\n"), Err(Status::TooLarge));
        assert_eq!(text("POST /", "Content-Length: 5\n"), Err(Status::MethodNotAllowed));
        assert_eq!(text("GET /", "Content-Length: many\n"), Err(Status::BadRequest));
        assert_eq!(text("GET /socket", ""), Err(Status::BadRequest));
        assert_eq!(parsed("hello\n\n"), Err(Status::BadRequest));
        assert_eq!(parsed("GET / HTTP/1.1\nHost"), Ok(None), "the head is not whole");
        let file = |path: &str, with_body| Ok(Some(Request::File { path: path.to_owned(), with_body }));
        assert_eq!(text("HEAD /a.js?x=1", ""), file("/a.js", false));
        let socket = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n\
                      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n";
        let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=".to_owned();
        assert_eq!(text("GET /socket", socket), Ok(Some(Request::Socket { accept })));
    }
}
