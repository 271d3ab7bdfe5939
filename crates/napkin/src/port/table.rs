//! The default ports of the registry of schemes, by the length of the scheme's name.
//!
//! Made by `cargo xtask gen` from `data/schemes.toml` and `data/iana-schemes.tsv`.

use super::Row;

/// Rows in the order of the names; at each index those whose name has so many bytes.
pub(super) static BY_LENGTH: [&[Row]; 12] = [
    &[],
    &[],
    &[("ws", 80, true)],
    &[("dns", 53, false), ("ftp", 21, false), ("iax", 4569, false), ("ipp", 631, true), ("nfs", 2049, false), ("pop", 110, false), ("sip", 5060, false), ("tip", 3372, false), ("wss", 443, true)],
    &[("acap", 674, false), ("coap", 5683, false), ("dict", 2628, false), ("http", 80, true), ("icap", 1344, false), ("imap", 143, false), ("ipps", 631, true), ("ldap", 389, false), ("mqtt", 1883, false), ("msrp", 2855, false), ("mtqp", 1038, false), ("news", 119, false), ("nntp", 119, false), ("rtsp", 554, false), ("sips", 5061, false), ("snmp", 161, false), ("stun", 3478, false), ("tftp", 69, false), ("turn", 3478, false), ("wais", 210, false)],
    &[("coaps", 5684, false), ("https", 443, true), ("ldaps", 636, false), ("mqtts", 8883, false), ("msrps", 2855, false), ("rtsps", 322, false), ("rtspu", 554, false), ("sieve", 4190, false), ("stuns", 5349, false), ("turns", 5349, false), ("vemmi", 575, false)],
    &[("gopher", 70, false), ("telnet", 23, false), ("tn3270", 23, false)],
    &[("coap+ws", 80, false), ("mupdate", 3905, false), ("z39.50r", 210, false), ("z39.50s", 210, false)],
    &[("coap+tcp", 5683, false), ("coaps+ws", 443, false), ("prospero", 1525, false)],
    &[("coaps+tcp", 5684, false), ("soap.beep", 605, false)],
    &[],
    &[("xmlrpc.beep", 602, false)],
];
