import { strFromU8, strToU8 } from 'fflate';

/**
 * Text from UTF-8 bytes without a byte order mark, or null when the bytes are something else (GBK, UTF-16).
 * A replacement character counts as something else: either the bytes were not UTF-8, or they were damaged
 * before they came here.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const text = strFromU8(bytes.subarray(markLength(bytes)));
  return text.includes('\ufffd') ? null : text;
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
