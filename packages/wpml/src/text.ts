import { strFromU8, strToU8 } from 'fflate';

/**
 * Text from UTF-8 bytes without a byte order mark, or null when the bytes are something else (GBK, UTF-16).
 * A replacement character counts as something else: either the bytes were not UTF-8, or they were damaged
 * before they came here.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  return strictText(bytes.subarray(markLength(bytes)));
}

function strictText(bytes: Uint8Array): string | null {
  const text = strFromU8(bytes);
  return text.includes('\ufffd') ? null : text;
}

/**
 * The same for bytes that come in parts, each piece of text ending with a whole letter. The mark can only be seen
 * where the first part holds all of it.
 */
export function* decodedParts(parts: Iterable<Uint8Array>): Generator<string | null> {
  let rest = new Uint8Array();
  let first = true;
  for (const part of parts) {
    const bytes = new Uint8Array(rest.length + part.length);
    bytes.set(rest);
    bytes.set(part, rest.length);
    const end = bytes.length - unfinished(bytes);
    rest = bytes.slice(end);
    const whole = bytes.subarray(first ? markLength(bytes) : 0, end);
    first = false;
    yield strictText(whole);
  }
  yield strictText(rest);
}

/** How many bytes at the end begin a letter that is not whole. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** 3 when the bytes begin with the UTF-8 byte order mark, else 0. */
export function markLength(bytes: Uint8Array): 0 | 3 {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

export function encodeUtf8(text: string): Uint8Array {
  return strToU8(text);
}

/** One character per byte: never fails and keeps different names different. */
export function latin1(bytes: Uint8Array): string {
  return strFromU8(bytes, true);
}
