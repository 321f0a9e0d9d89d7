const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as ZIP uses it. Pass the result of the piece before as `from` to go on. */
export function crc32(bytes: Uint8Array, from = 0): number {
  let value = ~from;
  // By index and in signed numbers: files of tens of megabytes pass through here byte by byte.
  for (let at = 0; at < bytes.length; at += 1)
    value = (value >>> 8) ^ (table[(value ^ (bytes[at] as number)) & 0xff] as number);
  return ~value >>> 0;
}
