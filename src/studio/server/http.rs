//! The little of HTTP that the page needs: one request a connection, its head checked, one response.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::handshake::derive_accept_key;

use super::hosts::OwnHosts;

/// Bytes of a request's head; browsers send less than one thousand.
const MOST_HEAD: usize = 16 << 10;
/// Headers of a request.
const MOST_HEADERS: usize = 64;
/// Bytes of a body, which no request needs.
const MOST_BODY: u64 = 1_000_000;
/// The longest time for the whole head of a request.
const PATIENCE_TO_READ: Duration = Duration::from_secs(5);
/// The longest time for a client to read a whole answer.
pub const PATIENCE_TO_WRITE: Duration = Duration::from_secs(10);
/// The longest wait for all bytes that nobody reads, so that the answer is not lost with them.
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

/// A sound request.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// A file by its path, "/" first; without a body in the answer to `HEAD`.
    File { path: String, with_body: bool },
    /// The WebSocket, with the text that accepts it.
    Socket { accept: String },
    /// The check of a token, or the token itself for the holder of a ticket.
    TokenCheck,
}

/// The secrets that a request shows; empty where it shows none.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Secrets {
    pub token: String,
    pub ticket: String,
    /// The token out of the cookie that came with a page.
    pub cookie: String,
}

/// A request whose head is whole.
#[derive(Debug, PartialEq, Eq)]
pub struct Received {
    pub request: Request,
    pub secrets: Secrets,
    /// The bytes behind the head.
    pub rest: Vec<u8>,
}

/// A connection that has to be done with at a point in time, however many reads and writes that takes.
pub struct Bounded<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl<'a> Bounded<'a> {
    pub fn new(stream: &'a TcpStream, patience: Duration) -> Bounded<'a> {
        Bounded { stream, end: Instant::now() + patience }
    }

    fn time_left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Bounded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.time_left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.time_left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why a request is refused: the status of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    SeeOther,
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
            Status::SeeOther => "303 See Other",
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

/// Reads a request from a connection to one of the server's own hosts.
///
/// # Errors
/// [`ReadError`]; the connection counts as gone where its head is not whole after some seconds.
pub fn read_request(stream: &TcpStream, own: &OwnHosts) -> Result<Received, ReadError> {
    let mut stream = Bounded::new(stream, PATIENCE_TO_READ);
    let mut bytes = Vec::new();
    let mut chunk = [0; 2048];
    loop {
        if let Some(received) = parse(&bytes, own).map_err(ReadError::Refused)? {
            return Ok(received);
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

/// The request at the beginning of `bytes`; `None` where its head is not whole.
fn parse(bytes: &[u8], own: &OwnHosts) -> Result<Option<Received>, Status> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let length = match head.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Status::HeadTooLarge),
        Err(_) => return Err(Status::BadRequest),
    };
    let headers = Headers(head.headers);
    let header = |name: &str| headers.get(name);

    // A page of another site may send requests here, under a name that its own server resolves to this machine (DNS
    // rebinding): it shows in `Host`, and for sockets and scripts in `Origin`. What is no text names another one.
    let is_from_here = header("Host").is_some()
        && headers.all("Host").all(|host| host.is_some_and(|host| own.has(host)))
        && headers.all("Origin").all(|origin| origin.is_some_and(|origin| own.has_origin(origin)));
    if !is_from_here {
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
    let (path, query) = head.path.unwrap_or("/").split_once('?').unwrap_or((head.path.unwrap_or("/"), ""));
    let secrets = Secrets {
        token: value(query.split('&'), "token"),
        ticket: value(query.split('&'), "ticket"),
        cookie: value(header("Cookie").unwrap_or_default().split("; "), &own.cookie()),
    };
    let request = match path {
        "/socket" => {
            let key = header("Sec-WebSocket-Key").filter(|_| {
                with_body
                    && header("Upgrade").is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
                    && header("Sec-WebSocket-Version") == Some("13")
            });
            Request::Socket { accept: derive_accept_key(key.ok_or(Status::BadRequest)?.as_bytes()) }
        }
        "/token" => Request::TokenCheck,
        path => Request::File { path: path.to_owned(), with_body },
    };
    Ok(Some(Received { request, secrets, rest: bytes[length..].to_vec() }))
}

/// The value of the first field of a name, `name=value` each; empty where there is none.
fn value<'a>(fields: impl Iterator<Item = &'a str>, name: &str) -> String {
    let mut values = fields.filter_map(|field| field.split_once('='));
    values.find(|(field, _)| *field == name).map_or("", |(_, value)| value).to_owned()
}

struct Headers<'a>(&'a [httparse::Header<'a>]);

impl<'a> Headers<'a> {
    /// The value of a header; of one that is there twice the first, of one that is no text none.
    fn get(&self, name: &str) -> Option<&'a str> {
        self.all(name).next().flatten()
    }

    /// Every value of a header; `None` for one that is no text.
    fn all(&self, name: &str) -> impl Iterator<Item = Option<&'a str>> {
        let named = self.0.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
        named.map(|header| std::str::from_utf8(header.value).ok().map(str::trim))
    }
}

/// An answer to a request.
pub struct Answer<'a> {
    pub status: Status,
    /// The media type of the body.
    pub kind: &'a str,
    pub body: &'a [u8],
    /// Further headers, with a line end each.
    pub headers: String,
    /// True if the body is sent, which is not what `HEAD` asks for.
    pub with_body: bool,
}

impl<'a> Answer<'a> {
    pub fn new(kind: &'a str, body: &'a [u8]) -> Answer<'a> {
        Answer { status: Status::Ok, kind, body, headers: String::new(), with_body: true }
    }

    /// A status and its words as text.
    pub fn of_status(status: Status) -> Answer<'static> {
        Answer { status, ..Answer::new("text/plain; charset=utf-8", status.line().as_bytes()) }
    }

    /// Sends it; the connection is to be closed then.
    pub fn send(&self, stream: &TcpStream) {
        let Answer { status, kind, body, headers, with_body } = self;
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
             {headers}{SECURITY}\r\n",
            status.line(),
            body.len()
        );
        let body = if *with_body { body } else { &[][..] };
        // A client that is gone needs no answer.
        let _ = Bounded::new(stream, PATIENCE_TO_WRITE).write_all(&[head.as_bytes(), body].concat());
    }
}

/// Answers with a status alone.
pub fn refuse(stream: &TcpStream, status: Status) {
    Answer::of_status(status).send(stream);
}

/// Makes the connection a WebSocket.
///
/// # Errors
/// Fails if the client is gone.
pub fn accept_socket(stream: &TcpStream, accept: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    Bounded::new(stream, PATIENCE_TO_WRITE).write_all(head.as_bytes())
}

/// Ends what is written, and reads what is still sent for a while: closing at once would make the system drop the
/// answer together with bytes that were not read.
pub fn close(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = io::copy(&mut Bounded::new(stream, LINGER).take(2 * MOST_BODY), &mut io::sink());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Option<Request>, Status> {
        received(text).map(|found| found.map(|received| received.request))
    }

    fn received(text: &str) -> Result<Option<Received>, Status> {
        parse(text.replace('\n', "\r\n").as_bytes(), &OwnHosts::loopback(8000))
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
            "Host: 127.0.0.1:8000\nHost: evil.example",
            "Host: 127.0.0.1:8000\nOrigin: http://127.0.0.1:8000\nOrigin: http://evil.example",
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
        assert_eq!(text("GET /socket?x=2&token=1a", socket), Ok(Some(Request::Socket { accept })));
        assert_eq!(text("GET /token?ticket=2b&token=1a", ""), Ok(Some(Request::TokenCheck)));
    }

    #[test]
    fn the_token_stands_in_the_address_or_in_the_cookie_of_this_port() {
        let secrets = |line: &str, cookie: &str| {
            let text = format!("GET {line} HTTP/1.1\nHost: 127.0.0.1:8000\nCookie: {cookie}\n\nmore");
            let Received { secrets, rest, .. } = received(&text).expect("sound").expect("whole");
            assert_eq!(rest, b"more");
            [secrets.token, secrets.ticket, secrets.cookie]
        };
        assert_eq!(secrets("/?ticket=2b&token=1a", "a=b; motley-8000=3c; c=d"), ["1a", "2b", "3c"]);
        assert_eq!(secrets("/?tokens=1a", "motley-8001=3c; xmotley-8000=4d; motley-8000"), ["", "", ""]);
    }
}
