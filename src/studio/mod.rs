//! The server of the page: files over HTTP, and one WebSocket for each page, on 127.0.0.1 only.
//!
//! docs/studio-protocol.md describes the messages. A thread waits for connections, each connection has one that reads,
//! a page has one more that answers, and a search runs on another; nothing runs while nothing is asked.

mod asks;
mod files;
mod http;
mod inbox;
mod message;
mod page;
mod peer;
mod players;
mod protocol;
mod socket;
mod state;
mod token;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::studio::files::PageFiles;
use crate::studio::http::{ReadError, Request, Status};
use crate::studio::inbox::Inbox;
use crate::studio::page::Page;
pub use crate::studio::players::StartOptions;
pub use crate::studio::protocol::description;
use crate::studio::protocol::token::TokenAnswer;
use crate::studio::state::Studio;
use crate::studio::token::Token;

/// Connections at once; a browser opens up to six for the files of one page.
const MOST_CONNECTIONS: usize = 64;
/// Pages at once: each may have a search.
const MOST_PAGES: usize = 32;
/// Ports that are tried after the one that is wished for.
const FURTHER_PORTS: u16 = 50;
/// Between two attempts to accept a connection while the system has no more open files for it.
const PAUSE: Duration = Duration::from_millis(100);

/// How the server is set up.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The first port to try; 0 takes any that is free.
    pub port: u16,
    /// A folder with the page's files, instead of those in the program.
    pub folder: Option<PathBuf>,
    /// The learner's record, where it is not the usual file.
    pub record: Option<PathBuf>,
    /// The players' options, as far as they were set at the start.
    pub options: StartOptions,
}

/// A server that is bound to its port.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// Ends a server from another thread.
#[derive(Clone)]
pub struct Shutdown {
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// What all connections share.
struct Shared {
    token: Token,
    /// What the browser that is opened gets the token for, once: command lines are no secret on many systems.
    ticket: Mutex<Option<Token>>,
    files: PageFiles,
    studio: Studio,
    connections: AtomicUsize,
    pages: AtomicUsize,
    ends: AtomicBool,
    /// The streams of the pages that are open, to be closed at the end.
    open: Mutex<Vec<(SocketAddr, TcpStream)>>,
}

impl Server {
    /// Binds the wished port of 127.0.0.1, or where it is in use one of those that follow.
    ///
    /// # Errors
    /// When none of them is free, or the system refuses.
    pub fn bind(settings: &Settings) -> io::Result<Server> {
        let first = settings.port;
        let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let mut bound = bind(first);
        for port in (1..=FURTHER_PORTS).filter_map(|step| first.checked_add(step)) {
            match &bound {
                Err(error) if first > 0 && error.kind() == io::ErrorKind::AddrInUse => bound = bind(port),
                _ => break,
            }
        }
        let listener = bound?;
        let address = listener.local_addr()?;
        let shared = Shared {
            token: Token::random()?,
            ticket: Mutex::default(),
            files: PageFiles::new(settings.folder.clone()),
            studio: Studio::new(settings.record.clone(), settings.options.clone()),
            connections: AtomicUsize::new(0),
            pages: AtomicUsize::new(0),
            ends: AtomicBool::new(false),
            open: Mutex::default(),
        };
        Ok(Server { listener, address, shared: Arc::new(shared) })
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// What the user opens: the page keeps the token, which stands where no request shows it.
    pub fn url(&self) -> String {
        format!("http://{}/#token={}", self.address, self.shared.token)
    }

    /// What the program has a browser open: a page that is given the token, the first time alone.
    ///
    /// # Errors
    /// When the system has no random bits.
    pub fn url_with_ticket(&self) -> io::Result<String> {
        let ticket = Token::random()?;
        let url = format!("http://{}/#ticket={ticket}", self.address);
        *self.shared.ticket.lock().unwrap_or_else(PoisonError::into_inner) = Some(ticket);
        Ok(url)
    }

    pub fn shutdown(&self) -> Shutdown {
        Shutdown { address: self.address, shared: Arc::clone(&self.shared) }
    }

    /// Serves until [`Shutdown::end`].
    pub fn serve(&self) {
        for stream in self.listener.incoming() {
            if self.shared.ends.load(Ordering::Acquire) {
                break;
            }
            let stream = match stream {
                Ok(stream) => stream,
                // The client went before it was accepted.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
                // Too many open files, as a rule: the connection waits until others are closed.
                Err(_) => {
                    thread::sleep(PAUSE);
                    continue;
                }
            };
            let shared = Arc::clone(&self.shared);
            let Some(place) = Place::take(&shared, |shared| &shared.connections, MOST_CONNECTIONS) else {
                // Answered without a thread, so without waiting for anything.
                if stream.set_nonblocking(true).is_ok() {
                    http::refuse(&stream, Status::Busy);
                }
                continue;
            };
            let port = self.port();
            let work = move || {
                answer(&stream, port, &place.shared);
                http::close(&stream);
                drop(place);
            };
            // Without a thread the connection is closed, and the browser says so.
            let _ = thread::Builder::new().name("connection".to_owned()).spawn(work);
        }
        // Their threads end by themselves.
        for (_, stream) in self.shared.open.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }
}

impl Shutdown {
    /// Ends the server: no further connection is taken, and open ones are closed with what runs on them.
    pub fn end(&self) {
        self.shared.ends.store(true, Ordering::Release);
        // The server waits for a connection.
        drop(TcpStream::connect(self.address));
    }
}

/// Every ask of the protocol, with its messages.
pub fn describe_asks() -> Vec<description::AskDescription> {
    asks::ASKS.iter().map(|ask| (ask.describe)()).collect()
}

/// The answers that refuse a request: any ask may have one.
pub fn describe_fault() -> description::Type {
    <protocol::faults::Fault as description::Described>::kind()
}

/// One of a limited number of places, until it is dropped.
struct Place {
    shared: Arc<Shared>,
    counter: fn(&Shared) -> &AtomicUsize,
}

impl Place {
    fn take(shared: &Arc<Shared>, counter: fn(&Shared) -> &AtomicUsize, most: usize) -> Option<Place> {
        let taken = counter(shared).fetch_add(1, Ordering::AcqRel);
        let place = Place { shared: Arc::clone(shared), counter };
        (taken < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        (self.counter)(&self.shared).fetch_sub(1, Ordering::AcqRel);
    }
}

/// Answers the one request of a connection; that for a socket is answered as long as the socket is open.
fn answer(stream: &TcpStream, port: u16, shared: &Arc<Shared>) {
    let (request, rest) = match http::read_request(stream, port) {
        Ok(read) => read,
        Err(ReadError::Refused(status)) => return http::refuse(stream, status),
        Err(ReadError::Gone) => return,
    };
    match request {
        Request::File { path, with_body } => match shared.files.find(&path) {
            Some((kind, content)) => http::respond(stream, Status::Ok, kind, &content, with_body),
            None => http::refuse(stream, Status::NotFound),
        },
        Request::TokenCheck { token, ticket } => {
            let body = match is_admitted(stream, &ticket, shared) {
                true => TokenAnswer { right: true, token: Some(shared.token.to_string()) },
                false => TokenAnswer { right: shared.token.is(&token), token: None },
            };
            http::respond(stream, Status::Ok, "application/json", &body.to_bytes(), true);
        }
        Request::Socket { token, .. } if !shared.token.is(&token) => http::refuse(stream, Status::Forbidden),
        Request::Socket { accept, .. } => match Place::take(shared, |shared| &shared.pages, MOST_PAGES) {
            Some(place) => run_page(stream, &accept, rest, &place.shared),
            None => http::refuse(stream, Status::Busy),
        },
    }
}

/// Whether a page has the ticket, which is used up then. Another account may have read it off the command line.
fn is_admitted(stream: &TcpStream, given: &str, shared: &Shared) -> bool {
    let mut ticket = shared.ticket.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = ticket.as_ref().is_some_and(|ticket| ticket.is(given)) && !peer::is_of_another_account(stream);
    if is_it {
        *ticket = None;
    }
    is_it
}

/// Reads what a page asks until its socket is closed; another thread answers.
fn run_page(stream: &TcpStream, accept: &str, rest: Vec<u8>, shared: &Arc<Shared>) {
    // A page may be silent for as long as it likes.
    let is_open = http::accept_socket(stream, accept)
        .and_then(|()| stream.set_read_timeout(None))
        .and_then(|()| stream.set_nodelay(true));
    let (Ok(()), Ok(address)) = (is_open, stream.peer_addr()) else { return };
    let (Ok(at_the_end), Ok(own)) = (stream.try_clone(), stream.try_clone()) else { return };
    let open = || shared.open.lock().unwrap_or_else(PoisonError::into_inner);
    open().push((address, at_the_end));
    let (sender, mut receiver) = socket::open(own, rest);
    let inbox = Inbox::default();
    thread::scope(|scope| {
        let answers = || Page::new(&shared.studio, sender, &inbox).run();
        let has_thread = thread::Builder::new().name("page".to_owned()).spawn_scoped(scope, answers).is_ok();
        // Without a thread the socket is closed, and the page tries again.
        while let Some(text) = has_thread.then(|| receiver.receive()).flatten() {
            inbox.put(text);
        }
        inbox.close();
    });
    open().retain(|(other, _)| *other != address);
}
