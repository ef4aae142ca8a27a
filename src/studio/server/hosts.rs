//! The hosts that a request may name: this machine, and with `--lan` the address at which its connection arrived.

use std::net::{IpAddr, TcpStream};

/// Names of this machine for itself.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// The hosts that are this server for one connection. A name that another site's own server resolves to this machine
/// (DNS rebinding) is none of them, and neither is any other name.
#[derive(Clone, Copy, Debug)]
pub struct OwnHosts {
    port: u16,
    /// The address of this machine that the client connected to, where the local network is served.
    reached: Option<IpAddr>,
}

impl OwnHosts {
    /// Of a server that only this machine reaches.
    pub fn loopback(port: u16) -> OwnHosts {
        OwnHosts { port, reached: None }
    }

    /// Of a server that the local network reaches, for one connection.
    pub fn of_connection(stream: &TcpStream, port: u16) -> OwnHosts {
        OwnHosts { port, reached: stream.local_addr().ok().map(|address| address.ip().to_canonical()) }
    }

    /// Returns true if a `Host` is this server's, with its port.
    pub fn has(&self, host: &str) -> bool {
        let (name, given) = match host.rsplit_once(':') {
            Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
            _ => (host, Some(80)),
        };
        given == Some(self.port)
            && (LOOPBACK.iter().any(|own| name.eq_ignore_ascii_case(own))
                || self.reached.is_some_and(|reached| address(name) == Some(reached)))
    }

    /// The name of the cookie that has the token: cookies of one machine are those of all its ports.
    pub fn cookie(&self) -> String {
        format!("motley-{}", self.port)
    }

    /// Returns true if an `Origin` is this server's.
    pub fn has_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.has(host))
    }
}

/// The address that a host is, in brackets where it is one of IPv6.
fn address(name: &str) -> Option<IpAddr> {
    match name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(six) => six.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("192.168.1.5:8000", false),
            ("[::1]", false),
            ("localhost:", false),
            ("", false),
        ] {
            assert_eq!(OwnHosts::loopback(8000).has(host), is_own, "{host}");
        }
        assert!(OwnHosts::loopback(80).has("127.0.0.1"));
    }

    #[test]
    fn in_the_local_network_the_address_that_was_reached_is_an_own_host_and_no_name_is() {
        let reached = |address: &str| OwnHosts { port: 8000, reached: Some(address.parse().expect("an address")) };
        let (four, six) = (reached("192.168.1.5"), reached("fd00::5"));
        for (hosts, host, is_own) in [
            (four, "192.168.1.5:8000", true),
            (four, "127.0.0.1:8000", true),
            (four, "192.168.1.5:8001", false),
            (four, "192.168.1.5", false),
            (four, "192.168.1.6:8000", false),
            (four, "[fd00::5]:8000", false),
            (four, "motley.local:8000", false),
            (four, "192.168.1.5.evil.example:8000", false),
            (six, "[fd00::5]:8000", true),
            (six, "[FD00:0::5]:8000", true),
            (six, "fd00::5:8000", false),
            (six, "[fd00::6]:8000", false),
        ] {
            assert_eq!(hosts.has(host), is_own, "{host}");
        }
        assert!(four.has_origin("http://192.168.1.5:8000"));
        assert!(!four.has_origin("https://192.168.1.5:8000") && !four.has_origin("http://evil.example:8000"));
    }
}
