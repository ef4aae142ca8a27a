//! One WebSocket: text messages in, on the thread of the connection; answers out, from any thread.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tungstenite::error::CapacityError;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tungstenite::protocol::frame::{CloseFrame, Frame};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::http::{Bounded, PATIENCE_TO_WRITE};
use crate::studio::protocol::faults::Fault;
use crate::studio::sender::{Outlet, Sender};

/// Bytes of a message.
pub const MOST_MESSAGE: usize = 1_000_000;

/// A connection that several threads write to: each write is a whole number of frames, and no other comes between.
#[derive(Clone)]
struct SharedStream {
    reading: Arc<TcpStream>,
    writing: Arc<Mutex<Arc<TcpStream>>>,
    /// A write failed: what comes after would begin in the middle of a frame.
    broken: Arc<AtomicBool>,
}

impl Read for SharedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (&*self.reading).read(buffer)
    }
}

impl Write for SharedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stream = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.broken.load(Ordering::Acquire) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let written = Bounded::new(&stream, PATIENCE_TO_WRITE).write_all(bytes);
        written.inspect_err(|_| {
            self.broken.store(true, Ordering::Release);
            // Nothing more is read either, so that the page ends.
            let _ = stream.shutdown(Shutdown::Both);
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes whole frames; clones share the socket.
#[derive(Clone)]
struct Frames(SharedStream);

impl Outlet for Frames {
    fn send(&self, text: String) -> bool {
        self.frame(Frame::message(text, OpCode::Data(Data::Text), true))
    }

    fn is_broken(&self) -> bool {
        self.0.broken.load(Ordering::Acquire)
    }
}

impl Frames {
    fn frame(&self, frame: Frame) -> bool {
        let mut bytes = Vec::with_capacity(frame.len());
        frame.format(&mut bytes).is_ok() && self.0.clone().write(&bytes).is_ok()
    }

    fn close(&self, code: CloseCode, reason: &str) {
        self.frame(Frame::close(Some(CloseFrame { code, reason: reason.into() })));
    }
}

/// The receiving end.
pub struct Receiver {
    socket: WebSocket<SharedStream>,
    frames: Frames,
    sender: Sender,
}

/// A socket over an accepted connection, whose first bytes may have been read already.
pub fn open(stream: TcpStream, already_read: Vec<u8>) -> (Sender, Receiver) {
    let stream = Arc::new(stream);
    let writing = Arc::new(Mutex::new(Arc::clone(&stream)));
    let shared = SharedStream { reading: stream, writing, broken: Arc::default() };
    let frames = Frames(shared.clone());
    let sender = Sender::new(frames.clone());
    let config = WebSocketConfig::default().max_message_size(Some(MOST_MESSAGE)).max_frame_size(Some(MOST_MESSAGE));
    let socket = WebSocket::from_partially_read(shared, already_read, Role::Server, Some(config));
    (sender.clone(), Receiver { socket, frames, sender })
}

impl Receiver {
    /// The next message; `None` when the socket is closed. Pings are answered on the way, and a message that is too
    /// large closes the socket with an error.
    pub fn receive(&mut self) -> Option<String> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Binary(_)) => {
                    self.sender.send(&Fault::new("messages are texts in JSON").answer(None));
                }
                // A close frame is answered by the next reads, the last of which reports the end.
                Ok(_) => {}
                Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
                    let fault = Fault::new(format!("a message has more than {MOST_MESSAGE} bytes"));
                    self.sender.send(&fault.answer(None));
                    self.frames.close(CloseCode::Size, "message too large");
                    return None;
                }
                Err(_) => return None,
            }
        }
    }
}
