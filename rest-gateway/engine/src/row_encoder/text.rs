//! JSON strings with the escapes that Postgres writes: the short form where JSON has one, `\u00XX` for other control
//! characters.

/// `text` must be UTF-8, which Postgres guarantees.
pub(super) fn write(text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let mut rest = text;
    while let (plain, [special, after @ ..]) = rest.split_at(plain_length(rest)) {
        out.extend_from_slice(plain);
        escape(*special, out);
        rest = after;
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// Length of the prefix without a byte to escape. A whole block is checked without a branch, which the compiler
/// vectorises.
fn plain_length(text: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let is_plain = |block: &&[u8]| !block.iter().fold(false, |any, byte| any | needs_escape(*byte));
    let checked = text.chunks_exact(BLOCK).take_while(is_plain).count() * BLOCK;
    let rest = &text[checked..];
    checked + rest.iter().position(|byte| needs_escape(*byte)).unwrap_or(rest.len())
}

fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

fn escape(byte: u8, out: &mut Vec<u8>) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        0x0c => b'f',
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        _ => {
            out.extend_from_slice(b"\\u00");
            out.extend_from_slice(&hex(byte));
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

pub(super) fn write_uuid(bytes: [u8; 16], out: &mut Vec<u8>) {
    out.push(b'"');
    for (index, byte) in bytes.into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            out.push(b'-');
        }
        out.extend_from_slice(&hex(byte));
    }
    out.push(b'"');
}

fn hex(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}
