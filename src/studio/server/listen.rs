//! The sockets that the server listens on: of 127.0.0.1, or for the local network of every address of this machine.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::time::Duration;

/// Ports that are tried after the one that is wished for.
const FURTHER_PORTS: u16 = 50;
/// The longest time for this machine to connect to itself.
const PATIENCE: Duration = Duration::from_millis(500);
/// An address and a port of the networks that are kept for documents: nothing is sent there.
const ELSEWHERE: [(IpAddr, u16); 2] =
    [(IpAddr::V4(Ipv4Addr::new(203, 0, 113, 1)), 9), (IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)), 9)];

/// Listens on the wished port, or where it is in use on one of those that follow; 0 takes any that is free. All
/// sockets have the same port.
///
/// # Errors
/// Fails if none of the ports is free, or the system refuses.
pub fn listen(first: u16, lan: bool) -> io::Result<Vec<TcpListener>> {
    let bind = |port| if lan { everywhere(port) } else { loopback(port) };
    let mut bound = bind(first);
    for port in (1..=FURTHER_PORTS).filter_map(|step| first.checked_add(step)) {
        match &bound {
            Err(error) if first > 0 && error.kind() == ErrorKind::AddrInUse => bound = bind(port),
            _ => break,
        }
    }
    bound
}

fn loopback(port: u16) -> io::Result<Vec<TcpListener>> {
    Ok(vec![TcpListener::bind((Ipv4Addr::LOCALHOST, port))?])
}

/// Listens over IPv6, where the system has it, and over IPv4.
fn everywhere(port: u16) -> io::Result<Vec<TcpListener>> {
    let six = match TcpListener::bind((Ipv6Addr::UNSPECIFIED, port)) {
        Ok(six) => six,
        Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(error),
        Err(_) => return Ok(vec![TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))?]),
    };
    match TcpListener::bind((Ipv4Addr::UNSPECIFIED, six.local_addr()?.port())) {
        Ok(four) => Ok(vec![four, six]),
        // On most systems the first socket has IPv4 too; else another program has this port of it.
        Err(error) if error.kind() == ErrorKind::AddrInUse && takes_four(&six)? => Ok(vec![six]),
        Err(error) => Err(error),
    }
}

/// Returns true if a socket of IPv6, which nobody knows yet, takes connections over IPv4.
fn takes_four(six: &TcpListener) -> io::Result<bool> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, six.local_addr()?.port()));
    let Ok(probe) = TcpStream::connect_timeout(&address, PATIENCE) else { return Ok(false) };
    let own = probe.local_addr()?;
    six.set_nonblocking(true)?;
    let came = six.accept().is_ok_and(|(_, from)| canonical(from) == own);
    six.set_nonblocking(false)?;
    Ok(came)
}

/// An address of IPv4 that is written as one of IPv6 as what it is.
pub fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

/// The address at which this machine itself reaches a socket that listens.
pub fn own_end(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, address.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, address.port())),
        _ => address,
    }
}

/// The address of this machine in its network: that from which it would send to other networks, over IPv4 where it
/// can. `None` without a network.
pub fn own_address() -> Option<IpAddr> {
    ELSEWHERE.iter().find_map(|&(elsewhere, port)| {
        let any = if elsewhere.is_ipv4() { IpAddr::V4(Ipv4Addr::UNSPECIFIED) } else { Ipv6Addr::UNSPECIFIED.into() };
        let socket = UdpSocket::bind((any, 0)).ok()?;
        // Of this kind of socket the system only chooses the way.
        socket.connect((elsewhere, port)).ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|own| !own.is_unspecified() && !own.is_loopback())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_local_network_reaches_one_port_over_all_protocols_that_the_system_has() {
        let listeners = listen(0, true).expect("a port");
        let ports: Vec<u16> = listeners.iter().map(|one| one.local_addr().expect("its address").port()).collect();
        assert!(ports.iter().all(|&port| port == ports[0] && port > 0), "{ports:?}");
        TcpStream::connect((Ipv4Addr::LOCALHOST, ports[0])).expect("it is reached over IPv4");
        let has_six = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok();
        assert_eq!(TcpStream::connect((Ipv6Addr::LOCALHOST, ports[0])).is_ok(), has_six);
    }

    #[test]
    fn a_port_that_is_in_use_over_ipv4_alone_is_passed_over() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = taken.local_addr().expect("its address").port();
        for lan in [false, true] {
            let own = listen(port, lan).expect("another port")[0].local_addr().expect("its address").port();
            assert!(own > port, "{own} after {port}");
        }
    }

    #[test]
    fn the_end_that_this_machine_reaches_is_no_unspecified_one() {
        for (bound, own) in [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("127.0.0.1:80", "127.0.0.1:80")]
        {
            assert_eq!(own_end(bound.parse().expect("an address")).to_string(), own);
        }
        assert_eq!(canonical("[::ffff:10.0.0.1]:80".parse().expect("an address")).to_string(), "10.0.0.1:80");
    }
}
