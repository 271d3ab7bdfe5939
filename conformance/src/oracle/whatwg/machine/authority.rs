//! "authority state", "host state", "hostname state" and "port state".

use std::mem::take;

use super::super::code_points::PercentEncodeSet;
use super::super::percent::utf8_percent_encode_char;
use super::super::{default_port, host_parse};
use super::{CONTINUE, FAILURE, Flow, Machine, RETURN, State};

impl Machine<'_> {
    /// "authority state".
    pub(super) fn authority(&mut self) -> Flow {
        match self.c() {
            Some('@') => self.credentials(),
            _ if self.at_end_of_authority() => {
                if self.at_sign_seen && self.buffer.is_empty() {
                    return self.fail("host-missing");
                }
                self.pointer -= isize::try_from(self.buffer.chars().count() + 1).expect("a part of the input");
                self.buffer.clear();
                self.state = State::Host;
            }
            Some(c) => self.buffer.push(c),
            None => unreachable!("the end of the input is the end of the authority"),
        }
        CONTINUE
    }

    /// The steps of "authority state" for U+0040 (@).
    fn credentials(&mut self) {
        self.report("invalid-credentials");
        if self.at_sign_seen {
            self.buffer.insert_str(0, "%40");
        }
        self.at_sign_seen = true;
        for code_point in take(&mut self.buffer).chars() {
            if code_point == ':' && !self.password_token_seen {
                self.password_token_seen = true;
                continue;
            }
            let encoded_code_points = utf8_percent_encode_char(code_point, PercentEncodeSet::Userinfo);
            if self.password_token_seen {
                self.url.password.push_str(&encoded_code_points);
            } else {
                self.url.username.push_str(&encoded_code_points);
            }
        }
    }

    /// "host state" and "hostname state".
    pub(super) fn host(&mut self) -> Flow {
        if self.state_override.is_some() && self.url.scheme == "file" {
            self.again_in(State::FileHost);
            return CONTINUE;
        }
        match self.c() {
            Some(':') if !self.inside_brackets => {
                if self.buffer.is_empty() {
                    return self.fail("host-missing");
                }
                if self.state_override == Some(State::Hostname) {
                    return FAILURE;
                }
                self.parse_host()?;
                self.state = State::Port;
            }
            _ if self.at_end_of_authority() => {
                self.pointer -= 1;
                if self.url.is_special() && self.buffer.is_empty() {
                    return self.fail("host-missing");
                } else if self.state_override.is_some()
                    && self.buffer.is_empty()
                    && (self.url.includes_credentials() || self.url.port.is_some())
                {
                    return FAILURE;
                }
                self.parse_host()?;
                self.state = State::PathStart;
                if self.state_override.is_some() {
                    return RETURN;
                }
            }
            Some(c) => {
                match c {
                    '[' => self.inside_brackets = true,
                    ']' => self.inside_brackets = false,
                    _ => {}
                }
                self.buffer.push(c);
            }
            None => unreachable!("the end of the input is the end of the authority"),
        }
        CONTINUE
    }

    /// "Let host be the result of host parsing buffer with url is not special", and what "host state" does with it.
    fn parse_host(&mut self) -> Flow {
        let Some(host) = host_parse(&self.buffer, !self.url.is_special(), self.errors) else { return FAILURE };
        self.url.host = Some(host);
        self.buffer.clear();
        CONTINUE
    }

    /// "port state".
    pub(super) fn port(&mut self) -> Flow {
        match self.c() {
            Some(c) if c.is_ascii_digit() => self.buffer.push(c),
            _ if self.at_end_of_authority() || self.state_override.is_some() => {
                if !self.buffer.is_empty() {
                    // Digits alone: what is no 16-bit number is too great for one.
                    let Ok(port) = self.buffer.parse::<u16>() else { return self.fail("port-out-of-range") };
                    self.url.port = (Some(port) != default_port(&self.url.scheme)).then_some(port);
                    self.buffer.clear();
                    if self.state_override.is_some() {
                        return RETURN;
                    }
                }
                if self.state_override.is_some() {
                    return FAILURE;
                }
                self.again_in(State::PathStart);
            }
            _ => return self.fail("port-invalid"),
        }
        CONTINUE
    }
}
