/** Remainders of a byte, and of a byte that one, two or three others follow: four bytes are taken in one step. */
const tables = Array.from({ length: 4 }, () => new Int32Array(256));
const [one, two, three, four] = tables as [Int32Array, Int32Array, Int32Array, Int32Array];
for (let byte = 0; byte < 256; byte += 1) {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  one[byte] = value;
}
for (let at = 1; at < 4; at += 1) {
  const [before, table] = [tables[at - 1] as Int32Array, tables[at] as Int32Array];
  for (let byte = 0; byte < 256; byte += 1) {
    const value = before[byte] as number;
    table[byte] = (value >>> 8) ^ (one[value & 0xff] as number);
  }
}

/** CRC-32 as ZIP uses it. Pass the result of the piece before as `from` to go on. */
export function crc32(bytes: Uint8Array, from = 0): number {
  let value = ~from;
  let at = 0;
  // By index and in signed numbers: files of hundreds of megabytes pass through here.
  for (const end = bytes.length - 3; at < end; at += 4) {
    value ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    value =
      (four[value & 0xff] as number) ^
      (three[(value >>> 8) & 0xff] as number) ^
      (two[(value >>> 16) & 0xff] as number) ^
      (one[value >>> 24] as number);
  }
  for (; at < bytes.length; at += 1)
    value = (value >>> 8) ^ (one[(value ^ (bytes[at] as number)) & 0xff] as number);
  return ~value >>> 0;
}
