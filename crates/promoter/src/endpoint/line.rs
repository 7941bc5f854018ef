//! One request and what is heard of it. Only this file knows the HTTP client.

use super::EndpointOptions;
use crate::{ApiKey, Failure, Trouble};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};

/// The way to one address.
pub(super) struct Line {
    agent: ureq::Agent,
    url: String,
    key: Option<ApiKey>,
    answer_bytes: u64,
}

/// What came back, whatever it says.
pub(super) struct Heard {
    pub(super) status: u16,
    pub(super) retry_after: Option<String>,
    /// Of a success; what an endpoint says about a refusal may repeat words or the key, and is not read.
    pub(super) body: Vec<u8>,
}

/// Nothing came back that could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    TooLarge,
    Trouble(Trouble),
}

impl Heard {
    pub(super) const fn is_success(&self) -> bool {
        self.status >= 200 && self.status < 300
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("key", &self.key).finish_non_exhaustive()
    }
}

impl Line {
    pub(super) fn new(options: &EndpointOptions) -> Result<Self, Failure> {
        let address = Address::of(&options.base_url)?;
        let url = format!("{}/chat/completions", options.base_url.trim().trim_end_matches('/'));
        let mut config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(options.answer))
            .timeout_connect(Some(options.connect))
            .max_response_header_size(64 << 10)
            .max_idle_age(Duration::from_secs(10))
            .user_agent(concat!("hupo-promoter/", env!("CARGO_PKG_VERSION")));
        if address.is_loopback {
            // What is meant for this machine does not leave it by way of a proxy.
            config = config.proxy(None);
        }
        if address.is_tls {
            config = config.tls_config(trusted()?);
        }
        let agent = config.build().new_agent();
        Ok(Self { agent, url, key: options.key.clone(), answer_bytes: options.answer_bytes })
    }

    /// Sends a request and reads what comes back, no further than it may be long.
    pub(super) fn post(&self, body: &[u8]) -> Result<Heard, Cut> {
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", key.bearer());
        }
        let mut response = request.send(body).map_err(|error| cut(&error))?;
        let retry_after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let mut heard =
            Heard { status: response.status().as_u16(), retry_after: retry_after.map(str::to_owned), body: Vec::new() };
        if heard.is_success() {
            let read = response.body_mut().with_config().limit(self.answer_bytes).read_to_vec();
            heard.body = read.map_err(|error| cut(&error))?;
        }
        Ok(heard)
    }
}

/// Whom this machine trusts, asked when there is something to trust.
fn trusted() -> Result<TlsConfig, Failure> {
    let found = rustls_native_certs::load_native_certs();
    let certificates: Vec<_> = found.certs.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
    if certificates.is_empty() {
        return Err(Failure::Settings {
            what: "this machine trusts no authority; install ca-certificates, or set SSL_CERT_FILE",
        });
    }
    Ok(TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .root_certs(RootCerts::new_with_certs(&certificates))
        .build())
}

/// What of an address decides how it is reached.
struct Address {
    is_tls: bool,
    is_loopback: bool,
}

impl Address {
    fn of(base_url: &str) -> Result<Self, Failure> {
        let url = base_url.trim();
        let (is_tls, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => {
                return Err(Failure::Settings { what: "the base URL begins with neither http:// nor https://" });
            }
        };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.is_empty() || url.contains(['?', '#']) || url.chars().any(char::is_whitespace) {
            return Err(Failure::Settings { what: "the base URL is not one" });
        }
        if authority.contains('@') {
            return Err(Failure::Settings {
                what: "the base URL holds a user or password; give the key in the environment",
            });
        }
        Ok(Self { is_tls, is_loopback: is_loopback(authority) })
    }
}

fn is_loopback(authority: &str) -> bool {
    let host = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => authority.rsplit_once(':').map_or(authority, |(host, _)| host),
    };
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// What an error of the client comes to, without its words: they may hold the address.
#[expect(clippy::wildcard_enum_match_arm, reason = "the client's enum is not ours and may grow")]
fn cut(error: &ureq::Error) -> Cut {
    Cut::Trouble(match error {
        ureq::Error::BodyExceedsLimit(_) => return Cut::TooLarge,
        ureq::Error::Timeout(_) => Trouble::TooSlow,
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed | ureq::Error::ConnectProxyFailed(_) => {
            Trouble::NoConnection
        }
        ureq::Error::Io(error) => of_io(error),
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::Pem(_) | ureq::Error::TlsRequired => {
            Trouble::Untrusted
        }
        ureq::Error::Protocol(_) | ureq::Error::Http(_) | ureq::Error::LargeResponseHeader(..) => Trouble::NoHttp,
        _ => Trouble::BrokeOff,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the system's enum is not ours and may grow")]
fn of_io(error: &std::io::Error) -> Trouble {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
            Trouble::NoConnection
        }
        ErrorKind::TimedOut | ErrorKind::WouldBlock => Trouble::TooSlow,
        ErrorKind::InvalidData => Trouble::Untrusted,
        _ => Trouble::BrokeOff,
    }
}

#[cfg(test)]
mod tests;
