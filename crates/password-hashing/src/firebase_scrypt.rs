//! Firebase's variant of scrypt, in the form in which a project imports it into Supabase:
//! `$fbscrypt$v=1,n=14,r=8,p=1,ss=SALT_SEPARATOR,sk=SIGNER_KEY$SALT$HASH`, the last four in base64.
//!
//! The hash is the project's signer key, encrypted with AES-256-CTR under the key that scrypt derives.

use aes::cipher::{BlockCipherEncrypt, KeyInit};
use aes::{Aes256, Block};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use subtle::ConstantTimeEq;

const PREFIX: &str = "$fbscrypt$";
const VERSION: &str = "1";
/// The length of the derived key, in bytes.
const KEY_LENGTH: usize = 32;
const BLOCK_LENGTH: usize = 16;
/// The most memory of one verification, in bytes. Firebase's own parameters need 16 MiB.
const MAX_MEMORY: u64 = 64 << 20;
/// The most lanes, which scrypt computes one after the other.
const MAX_PARALLELISM: u32 = 4;

/// A parsed hash whose parameters are within the limits.
pub(crate) struct FirebaseHash {
    log_n: u8,
    block_size: u32,
    parallelism: u32,
    /// The salt and the project's separator after it.
    salt: Vec<u8>,
    signer_key: Vec<u8>,
    hash: Vec<u8>,
}

impl FirebaseHash {
    /// `None` for another form, and for parameters beyond the limits.
    pub fn parse(text: &str) -> Option<FirebaseHash> {
        let mut sections = text.strip_prefix(PREFIX)?.split('$');
        let (parameters, salt, hash) = (sections.next()?, sections.next()?, sections.next()?);
        if sections.next().is_some() {
            return None;
        }
        let mut values = [None; 6];
        for parameter in parameters.split(',') {
            let (name, value) = parameter.split_once('=')?;
            let index = ["v", "n", "r", "p", "ss", "sk"].iter().position(|known| *known == name)?;
            values[index] = Some(value);
        }
        let [version, n, r, p, separator, signer_key] = values;
        if version != Some(VERSION) {
            return None;
        }
        let decode = |text: &str| BASE64_STANDARD.decode(text).ok();
        let parsed = FirebaseHash {
            log_n: n?.parse().ok()?,
            block_size: r?.parse().ok()?,
            parallelism: p?.parse().ok()?,
            salt: [decode(salt)?, decode(separator.unwrap_or_default())?].concat(),
            signer_key: decode(signer_key.unwrap_or_default())?,
            hash: decode(hash)?,
        };
        parsed.is_within_limits().then_some(parsed)
    }

    fn is_within_limits(&self) -> bool {
        let n = 1_u64.checked_shl(self.log_n.into());
        let memory = n.and_then(|n| n.checked_mul(128)?.checked_mul(self.block_size.into()));
        self.log_n > 0
            && self.block_size > 0
            && (1..=MAX_PARALLELISM).contains(&self.parallelism)
            && memory.is_some_and(|memory| memory <= MAX_MEMORY)
            && !self.hash.is_empty()
    }

    /// The blocks of 128 bytes that scrypt mixes.
    pub fn mixed_blocks(&self) -> u64 {
        (1 << self.log_n) * u64::from(self.block_size) * u64::from(self.parallelism)
    }

    pub fn matches(&self, password: &str) -> bool {
        let Ok(params) = scrypt::Params::new(self.log_n, self.block_size, self.parallelism) else {
            return false;
        };
        let mut key = [0; KEY_LENGTH];
        if scrypt::scrypt(password.as_bytes(), &self.salt, &params, &mut key).is_err() {
            return false;
        }
        encrypt(&key, &self.signer_key).ct_eq(&self.hash).into()
    }
}

/// AES-256 in counter mode, with a counter that starts at zero.
fn encrypt(key: &[u8; KEY_LENGTH], text: &[u8]) -> Vec<u8> {
    let cipher = Aes256::new(&(*key).into());
    let blocks = text.chunks(BLOCK_LENGTH).zip(0_u128..);
    let encrypted = blocks.flat_map(|(chunk, counter)| {
        let mut block = Block::from(counter.to_be_bytes());
        cipher.encrypt_block(&mut block);
        chunk.iter().zip(block).map(|(byte, mask)| byte ^ mask).collect::<Vec<u8>>()
    });
    encrypted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Firebase's own implementation: the password is `user1password`.
    const EXAMPLE: &str = "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,\
        sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==\
        $42xEC+ixf3L2lw==\
        $lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==";

    #[test]
    fn the_example_of_firebase_matches() {
        let hash = FirebaseHash::parse(EXAMPLE).unwrap();
        assert!(hash.matches("user1password"));
        assert!(!hash.matches("user1passwore"));
    }

    #[test]
    fn parameters_beyond_the_limits_are_rejected() {
        for (parameter, other) in [
            ("v=1", "v=2"),
            ("n=14", "n=0"),
            ("n=14", "n=17"),
            ("n=14", "n=63"),
            ("n=14", "n=64"),
            ("n=14", "n=4294967297"),
            ("r=8", "r=0"),
            ("r=8", "r=33"),
            ("r=8", "r=4294967295"),
            ("p=1", "p=0"),
            ("p=1", "p=5"),
            ("ss=Bw==", "ss=!"),
            ("ss=Bw==", "keyid=1"),
            ("$42xEC+ixf3L2lw==", "$!"),
            ("$42xEC+ixf3L2lw==", ""),
        ] {
            assert!(FirebaseHash::parse(&EXAMPLE.replace(parameter, other)).is_none(), "{other}");
        }
    }
}
