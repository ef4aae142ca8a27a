//! The server of the page: files over HTTP, and one WebSocket for each page, on 127.0.0.1 only unless the local network
//! is served too.
//!
//! docs/studio-protocol.md describes the messages. A thread waits for connections, each connection has one that reads,
//! a page has one more that answers, and a search runs on another; nothing runs while nothing is asked.

mod files;
mod hosts;
mod http;
mod listen;
mod peer;
mod socket;
mod token;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use files::PageFiles;
use hosts::OwnHosts;
use http::{Answer, ReadError, Received, Request, Secrets, Status};
use token::Token;

use crate::studio::StartOptions;
use crate::studio::inbox::Inbox;
use crate::studio::page::Page;
use crate::studio::protocol::token::TokenAnswer;
use crate::studio::state::Studio;

/// Connections at once; a browser opens up to six for the files of one page.
const MOST_CONNECTIONS: usize = 64;
/// Pages at once: each may have a search.
const MOST_PAGES: usize = 32;
/// Between two attempts to accept a connection while the system has no more open files for it.
const PAUSE: Duration = Duration::from_millis(100);
/// Seconds for which a browser of the local network keeps the token: phones end browsers that are not shown.
const COOKIE_SECONDS: u32 = 7 * 24 * 60 * 60;

/// The settings of the server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The first port to try; 0 takes any that is free.
    pub port: u16,
    /// True if other devices of the local network are served too.
    pub lan: bool,
    /// A folder with the page's files, instead of those in the program.
    pub folder: Option<PathBuf>,
    /// The learner's record, where it is not the usual file.
    pub record: Option<PathBuf>,
    /// The players' options, as far as they were set at the start.
    pub options: StartOptions,
}

/// A server that is bound to its port.
pub struct Server {
    listeners: Vec<TcpListener>,
    port: u16,
    shared: Arc<Shared>,
}

/// Ends a server from another thread.
#[derive(Clone)]
pub struct Shutdown {
    /// The addresses at which this machine reaches the listeners.
    addresses: Vec<SocketAddr>,
    shared: Arc<Shared>,
}

/// The state that all connections share.
struct Shared {
    token: Token,
    /// True if the local network is served. Then nothing at all is answered without the token, files neither.
    lan: bool,
    /// The ticket for which the opened browser gets the token, once: command lines are no secret on many systems.
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
    /// Binds the wished port, or where it is in use one of those that follow.
    ///
    /// # Errors
    /// Fails if none of them is free, or the system refuses.
    pub fn bind(settings: &Settings) -> io::Result<Server> {
        let listeners = listen::listen(settings.port, settings.lan)?;
        let port = listeners[0].local_addr()?.port();
        let shared = Shared {
            token: Token::random()?,
            lan: settings.lan,
            ticket: Mutex::default(),
            files: PageFiles::new(settings.folder.clone()),
            studio: Studio::new(settings.record.clone(), settings.options.clone()),
            connections: AtomicUsize::new(0),
            pages: AtomicUsize::new(0),
            ends: AtomicBool::new(false),
            open: Mutex::default(),
        };
        Ok(Server { listeners, port, shared: Arc::new(shared) })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address for the user, on a device of the local network too where that is served and this machine has an
    /// address in it. The page keeps the token. On this machine alone it stands where no request shows it.
    pub fn url(&self) -> String {
        let token = &self.shared.token;
        let own = listen::own_address().filter(|_| self.shared.lan).unwrap_or(Ipv4Addr::LOCALHOST.into());
        format!("http://{}/{}token={token}", SocketAddr::new(own, self.port), self.mark())
    }

    /// Returns true if other devices can reach the address of [`Server::url`].
    pub fn is_in_network(&self) -> bool {
        self.shared.lan && listen::own_address().is_some()
    }

    /// The address for the browser that the program opens: its page is given the token, the first time alone.
    ///
    /// # Errors
    /// Fails if the system has no random bits.
    pub fn url_with_ticket(&self) -> io::Result<String> {
        let ticket = Token::random()?;
        let own = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), self.port);
        let url = format!("http://{own}/{}ticket={ticket}", self.mark());
        *self.shared.ticket.lock().unwrap_or_else(PoisonError::into_inner) = Some(ticket);
        Ok(url)
    }

    /// The character before a secret in addresses: behind `?`, requests show it.
    fn mark(&self) -> char {
        if self.shared.lan { '?' } else { '#' }
    }

    pub fn shutdown(&self) -> Shutdown {
        let bound = self.listeners.iter().filter_map(|listener| listener.local_addr().ok());
        Shutdown { addresses: bound.map(listen::own_end).collect(), shared: Arc::clone(&self.shared) }
    }

    /// Serves until [`Shutdown::end`].
    pub fn serve(&self) {
        thread::scope(|scope| {
            let (first, others) = self.listeners.split_first().expect("it listens somewhere");
            for listener in others {
                // Without a thread the devices that would come this way are not served.
                let _ =
                    thread::Builder::new().name("listener".to_owned()).spawn_scoped(scope, || self.accept(listener));
            }
            self.accept(first);
        });
        // Their threads end by themselves.
        for (_, stream) in self.shared.open.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }

    /// Takes connections of one listener.
    fn accept(&self, listener: &TcpListener) {
        for stream in listener.incoming() {
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
            let Some(place) = FaultPlace::take(&shared, |shared| &shared.connections, MOST_CONNECTIONS) else {
                // Answered without a thread, so without waiting for anything.
                if stream.set_nonblocking(true).is_ok() {
                    http::refuse(&stream, Status::Busy);
                }
                continue;
            };
            let port = self.port;
            let work = move || {
                answer(&stream, port, &place.shared);
                http::close(&stream);
                drop(place);
            };
            // Without a thread the connection is closed, and the browser says so.
            let _ = thread::Builder::new().name("connection".to_owned()).spawn(work);
        }
    }
}

impl Shutdown {
    /// Ends the server: no further connection is taken, and open ones are closed with what runs on them.
    pub fn end(&self) {
        self.shared.ends.store(true, Ordering::Release);
        // The server waits for a connection on each.
        self.addresses.iter().for_each(|address| drop(TcpStream::connect(address)));
    }
}

/// One of a limited number of places, until it is dropped.
struct FaultPlace {
    shared: Arc<Shared>,
    counter: fn(&Shared) -> &AtomicUsize,
}

impl FaultPlace {
    fn take(shared: &Arc<Shared>, counter: fn(&Shared) -> &AtomicUsize, most: usize) -> Option<FaultPlace> {
        let taken = counter(shared).fetch_add(1, Ordering::AcqRel);
        let place = FaultPlace { shared: Arc::clone(shared), counter };
        (taken < most).then_some(place)
    }
}

impl Drop for FaultPlace {
    fn drop(&mut self) {
        (self.counter)(&self.shared).fetch_sub(1, Ordering::AcqRel);
    }
}

/// Answers the one request of a connection; that for a socket is answered as long as the socket is open.
fn answer(stream: &TcpStream, port: u16, shared: &Arc<Shared>) {
    let own = if shared.lan { OwnHosts::of_connection(stream, port) } else { OwnHosts::loopback(port) };
    let Received { request, secrets, rest } = match http::read_request(stream, &own) {
        Ok(received) => received,
        Err(ReadError::Refused(status)) => return http::refuse(stream, status),
        Err(ReadError::Gone) => return,
    };
    match request {
        Request::File { path, with_body } => match admission(stream, &secrets, &own, shared) {
            Some(Admission::Given { headers }) => send_file(stream, &path, with_body, headers, shared),
            Some(Admission::Redirected { headers }) => {
                Answer { headers, ..Answer::of_status(Status::SeeOther) }.send(stream);
            }
            None => http::refuse(stream, Status::Forbidden),
        },
        Request::TokenCheck => {
            let body = match is_admitted(stream, &secrets.ticket, shared) {
                true => TokenAnswer { right: true, token: Some(shared.token.to_string()) },
                false => TokenAnswer { right: shared.token.is(&secrets.token), token: None },
            };
            match shared.lan && !body.right {
                true => http::refuse(stream, Status::Forbidden),
                false => Answer::new("application/json", &body.to_bytes()).send(stream),
            }
        }
        Request::Socket { .. } if !shared.token.is(&secrets.token) => http::refuse(stream, Status::Forbidden),
        Request::Socket { accept } => match FaultPlace::take(shared, |shared| &shared.pages, MOST_PAGES) {
            Some(place) => run_page(stream, &accept, rest, &place.shared),
            None => http::refuse(stream, Status::Busy),
        },
    }
}

/// The admission of a request for a file, with the headers of its answer.
enum Admission {
    /// It gets the file.
    Given { headers: String },
    /// It is sent to the address with the token.
    Redirected { headers: String },
}

/// Admits a request for a file: on this machine alone any, because files hold nothing private. In the local network it
/// needs the token in its address, for which it gets a cookie, or in that cookie.
fn admission(stream: &TcpStream, secrets: &Secrets, own: &OwnHosts, shared: &Shared) -> Option<Admission> {
    let (token, name) = (&shared.token, own.cookie());
    if !shared.lan || token.is(&secrets.cookie) {
        return Some(Admission::Given { headers: String::new() });
    }
    if token.is(&secrets.token) {
        let attributes = format!("Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict");
        return Some(Admission::Given { headers: format!("Set-Cookie: {name}={token}; {attributes}\r\n") });
    }
    let headers = || format!("Location: /?token={token}\r\n");
    is_admitted(stream, &secrets.ticket, shared).then(|| Admission::Redirected { headers: headers() })
}

fn send_file(stream: &TcpStream, path: &str, with_body: bool, headers: String, shared: &Shared) {
    match shared.files.find(path) {
        Some((kind, body)) => Answer { headers, with_body, ..Answer::new(kind, &body) }.send(stream),
        None => http::refuse(stream, Status::NotFound),
    }
}

/// Returns true if a page has the ticket, which is used up then. Another account may have read it off the command line.
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
