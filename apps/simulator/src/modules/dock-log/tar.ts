const block = 512;

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

const padded = (bytes: Buffer): Buffer => {
  const over = bytes.length % block;
  return over === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(block - over)]);
};

/** The header of one file (POSIX ustar). */
const header = (name: string, size: number, at: number): Buffer => {
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0, 100, 'utf8');
  bytes.write(octal(0o644, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(Math.floor(at / 1000), 12), 136);
  // While it is summed up the sum counts as spaces.
  bytes.write('        ', 148);
  bytes.write('0', 156);
  bytes.write('ustar\0', 257);
  bytes.write('00', 263);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
};

/** Packs files into one, as devices do with their logs. */
export const tar = (files: readonly { name: string; text: string; at: number }[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, text, at }) => {
      const bytes = Buffer.from(text);
      return [header(name, bytes.length, at), padded(bytes)];
    }),
    Buffer.alloc(block * 2),
  ]);
