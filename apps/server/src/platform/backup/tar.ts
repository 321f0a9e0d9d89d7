/** One file of an archive. Its bytes must be read before the next entry is asked for. */
export interface TarEntry {
  name: string;
  size: number;
  body: AsyncGenerator<Buffer>;
}

const BLOCK = 512;
const octalMost = 0o77777777777;

/** The archive is not one, or ends in the middle. */
export class TarBroken extends Error {
  override name = 'TarBroken';
}

/** Head of a file: ustar, for names up to 100 bytes; sizes beyond 8 GiB in the binary form that every tar reads. */
export function tarHead(name: string, size: number, at: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new RangeError(`the name is too long for the archive: ${name}`);
  head.write(name, 0);
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  if (size > octalMost) {
    head[124] = 0x80;
    head.writeBigUInt64BE(BigInt(size), 128);
  } else head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  head.write(
    `${Math.floor(at / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  );
  head.fill(' ', 148, 156);
  head.write('0', 156);
  head.write('ustar\u000000', 257);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** What follows the bytes of a file, up to the next whole block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
/** What ends an archive. */
export const tarEnd: Buffer = Buffer.alloc(BLOCK * 2);

/** Hands out an exact count of bytes from pieces of any size. */
class Bytes {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Up to `most` bytes; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) return null;
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async exactly(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0;) {
      const part = await this.some(missing);
      if (!part) throw new TarBroken('the file ends in the middle');
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }
}

const sizeOf = (head: Buffer): number =>
  head[124] === 0x80
    ? Number(head.readBigUInt64BE(128))
    : Number.parseInt(head.toString('latin1', 124, 135), 8);

async function* bodyOf(bytes: Bytes, size: number): AsyncGenerator<Buffer> {
  for (let missing = size; missing > 0;) {
    const part = await bytes.some(missing);
    if (!part) throw new TarBroken('the file ends in the middle');
    missing -= part.length;
    yield part;
  }
}

/**
 * Reads an archive that `tarHead` wrote, file by file. What is left of a file that was not read to its end is skipped.
 * @throws TarBroken
 */
export async function* readTar(pieces: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(pieces);
  for (;;) {
    const head = await bytes.exactly(BLOCK);
    if (head.every((byte) => byte === 0)) return;
    const sum = head.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
    if (Number.parseInt(head.toString('latin1', 148, 154), 8) !== sum)
      throw new TarBroken('this is no backup, or it is damaged');
    const size = sizeOf(head);
    const body = bodyOf(bytes, size);
    yield { name: head.toString('utf8', 0, 100).replace(/\0.*$/s, ''), size, body };
    for await (const _ of body);
    await bytes.exactly(tarPadding(size).length);
  }
}
