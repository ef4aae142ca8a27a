//! Whose program is at the other end of a connection: Linux tells, other systems do not.

use std::fs;
use std::net::{SocketAddr, SocketAddrV4, TcpStream};

use super::listen::canonical;

/// The system's table of connections over IPv4.
const TABLE: &str = "/proc/net/tcp";
/// The account that may do anything, and passes connections on for others.
const ROOT: u32 = 0;

/// Returns true if a connection is known to come from another account than the one that runs this program.
pub fn is_of_another_account(stream: &TcpStream) -> bool {
    let (Some(own), Some(other)) = (own_account(), account(stream)) else { return false };
    other != own && other != ROOT
}

/// The account that owns the other end of a connection.
fn account(stream: &TcpStream) -> Option<u32> {
    let ends = (canonical(stream.local_addr().ok()?), canonical(stream.peer_addr().ok()?));
    let (SocketAddr::V4(own), SocketAddr::V4(other)) = ends else { return None };
    owner(&fs::read_to_string(TABLE).ok()?, other, own)
}

/// The account that owns the end at `from` of a connection to `to`, by the system's table.
fn owner(table: &str, from: SocketAddrV4, to: SocketAddrV4) -> Option<u32> {
    let address = |at: SocketAddrV4| format!("{:08X}:{:04X}", u32::from_ne_bytes(at.ip().octets()), at.port());
    let (from, to) = (address(from), address(to));
    table.lines().find_map(|line| {
        // Number, local and remote address, state, queues, timer, retransmissions, account.
        let fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let is_it = fields.get(1) == Some(&from.as_str()) && fields.get(2) == Some(&to.as_str());
        fields.get(7).filter(|_| is_it)?.parse().ok()
    })
}

#[cfg(unix)]
fn own_account() -> Option<u32> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata("/proc/self").ok().map(|process| process.uid())
}

#[cfg(not(unix))]
fn own_account() -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table is in the byte order of the machine, and so is what looks into it.
    #[test]
    #[cfg(target_endian = "little")]
    fn the_owner_of_the_other_end_is_found() {
        let line = |ends: &str, account: u32| {
            format!("   0: {ends} 01 00000000:00000000 00:00000000 00000000  {account}        0 1 1\n")
        };
        let heading =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
        let (one, other) = (line("0100007F:2300 0100007F:D431", 1000), line("0100007F:D431 0100007F:2300", 1001));
        let table = [heading, &one, &other].concat();
        let [server, client] = [0x2300, 0xD431].map(|port| SocketAddrV4::new([127, 0, 0, 1].into(), port));
        assert_eq!(owner(&table, client, server), Some(1001));
        assert_eq!(owner(&table, server, client), Some(1000));
        assert_eq!(owner(&table, client, client), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_connection_of_this_program_is_of_the_same_account() {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let client = TcpStream::connect(listener.local_addr().expect("its address")).expect("it is accepted");
        let accepted = listener.accept().expect("a connection").0;
        assert_eq!(account(&accepted), own_account());
        assert!(!is_of_another_account(&accepted));
        drop(client);
    }
}
