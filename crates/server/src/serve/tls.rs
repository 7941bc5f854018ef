//! TLS 1.2 and 1.3, with ring, for HTTP/2 and HTTP/1.1.

use super::{ServeError, TlsFiles};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;

/// Takes connections by TLS with the certificate of these files.
pub(super) fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, ServeError> {
    let certificates = certificates(&files.certificates)?;
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| bad(&files.key, error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(certificates, key));
    let mut config = config.map_err(|error| bad(&files.certificates, error))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, ServeError> {
    let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let certificates = read.map_err(|error| bad(path, error))?;
    if certificates.is_empty() { Err(bad(path, "there is no certificate in it")) } else { Ok(certificates) }
}

fn bad(path: &Path, reason: impl ToString) -> ServeError {
    ServeError::Tls { path: path.to_owned(), reason: reason.to_string() }
}
