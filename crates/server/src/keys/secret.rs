//! The secret of a key: how it is made, written, hashed and compared.

use subtle::ConstantTimeEq;

/// What every key begins with, so that a leaked one is known for what it is.
const PREFIX: &str = "hupo_";
/// Bytes of the id, which is no secret.
const ID_BYTES: usize = 6;
/// Bytes of the secret.
const SECRET_BYTES: usize = 32;
/// What the hash is for; another hash of the same secret is another number.
const CONTEXT: &str = "hupo 2026-11-30 server key, as kept on disk";

/// A new key.
pub(super) struct Fresh {
    /// Its id, in the key and in the file.
    pub(super) id: String,
    /// The whole key, to be shown once.
    pub(super) key: String,
    /// What is kept of it.
    pub(super) hash: [u8; 32],
    /// The end of it, to be told from others by.
    pub(super) last_four: String,
}

/// A new key from the machine's own randomness.
pub(super) fn fresh() -> Result<Fresh, getrandom::Error> {
    let (mut id, mut secret) = ([0; ID_BYTES], [0; SECRET_BYTES]);
    getrandom::fill(&mut id)?;
    getrandom::fill(&mut secret)?;
    let (id, secret) = (hex(&id), hex(&secret));
    let last_four = secret.chars().skip(2 * SECRET_BYTES - 4).collect();
    Ok(Fresh { hash: hash(&secret), key: format!("{PREFIX}{id}_{secret}"), last_four, id })
}

/// A key taken apart into its id and its secret; `None` if it is none of ours.
pub(super) fn parted(key: &str) -> Option<(&str, &str)> {
    let (id, secret) = key.strip_prefix(PREFIX)?.split_once('_')?;
    (id.len() == 2 * ID_BYTES && secret.len() == 2 * SECRET_BYTES).then_some((id, secret))
}

/// What is kept of a secret. It has 256 random bits, so it needs no salt and no slow hash.
pub(super) fn hash(secret: &str) -> [u8; 32] {
    blake3::derive_key(CONTEXT, secret.as_bytes())
}

/// Whether the hashes are the same, in a time that does not depend on where they differ.
pub(super) fn is_same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    one.ct_eq(other).into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
