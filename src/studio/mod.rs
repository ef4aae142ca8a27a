//! The server of the page: files over HTTP, and one WebSocket for each page, on 127.0.0.1 only.
//!
//! docs/studio-protocol.md describes the messages. A thread waits for connections, each connection has one that reads,
//! and a search runs on one more; nothing runs while nothing is asked.

mod asks;
mod files;
mod http;
mod message;
mod page;
mod players;
mod socket;
mod state;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::studio::files::PageFiles;
use crate::studio::http::{PATIENCE, ReadError, Request, Status};
use crate::studio::page::Page;
use crate::studio::state::Studio;

/// Connections at once; a browser opens up to six for the files of one page.
const MOST_CONNECTIONS: usize = 64;
/// Pages at once: each may have a search.
const MOST_PAGES: usize = 32;
/// Ports that are tried after the one that is wished for.
const FURTHER_PORTS: u16 = 50;

/// How the server is set up.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The first port to try; 0 takes any that is free.
    pub port: u16,
    /// A folder with the page's files, instead of those in the program.
    pub folder: Option<PathBuf>,
    /// The learner's record, where it is not the usual file.
    pub record: Option<PathBuf>,
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
            files: PageFiles::new(settings.folder.clone()),
            studio: Studio::new(settings.record.clone()),
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

    /// What a browser opens.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
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
            // A connection that fails before it is accepted, or too many open files: the next may do.
            let Ok(stream) = stream else { continue };
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
    let has_bounds = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
    if has_bounds.is_err() {
        return;
    }
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
        Request::Socket { accept } => match Place::take(shared, |shared| &shared.pages, MOST_PAGES) {
            Some(place) => run_page(stream, &accept, rest, &place.shared),
            None => http::refuse(stream, Status::Busy),
        },
    }
}

/// Answers a page until its socket is closed.
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
    let mut page = Page::new(&shared.studio, sender);
    while let Some(text) = receiver.receive() {
        page.answer(&text);
    }
    page.close();
    open().retain(|(other, _)| *other != address);
}
