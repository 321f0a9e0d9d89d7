import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32, createInflateRaw, inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';
import { Refusal } from '../http/refusal.ts';

const inflate = promisify(inflateRaw);

/** One file of a zip as its list says; nothing of it has been read yet. */
export interface ZipEntry {
  name: string;
  packed: number;
  size: number;
  deflated: boolean;
  crc: number;
  headerAt: number;
}

export interface ZipLimits {
  entries: number;
  directoryBytes: number;
  entryBytes: number;
  expandedBytes: number;
  ratio: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const UNKNOWN_32 = 0xffffffff;
/** The extra field of numbers of 64 bits. */
const WIDE_NUMBERS = 1;
/** The loop that reads lists is the loop that flies: it lets others through after so many entries. */
export const BREATH = 500;
/** Small files of one colour pack well beyond what a bomb needs. */
const RATIO_FROM = 200_000;

const unsafe = (): Refusal => new Refusal('zipUnsafe');

const readAt = async (file: FileHandle, start: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
};

/** Where the list of files lies. @throws Refusal fileFormat when this is no zip, zipUnsafe when its list is odd. */
const findDirectory = async (file: FileHandle): Promise<{ start: number; length: number }> => {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let at = tail.length - 22;
  // The comment must reach to the very end: what hangs behind a zip is something else in disguise.
  while (at >= 0 && !(tail.readUInt32LE(at) === END && at + 22 + tail.readUInt16LE(at + 20) === tail.length))
    at -= 1;
  if (at < 0) throw new Refusal('fileFormat');
  const end = size - tail.length + at;
  let length = tail.readUInt32LE(at + 12);
  let start = tail.readUInt32LE(at + 16);
  if (tail.readUInt16LE(at + 10) === 0xffff || length === UNKNOWN_32 || start === UNKNOWN_32) {
    if (at >= 20 && tail.readUInt32LE(at - 20) === END_64_LOCATOR) {
      const farAt = Number(tail.readBigUInt64LE(at - 12));
      // Nothing is read where no file can be: the system refuses such a place with an error of its own.
      if (farAt >= size) throw unsafe();
      const far = await readAt(file, farAt, 56);
      if (far.length < 56 || far.readUInt32LE(0) !== END_64) throw unsafe();
      length = Number(far.readBigUInt64LE(40));
      start = Number(far.readBigUInt64LE(48));
    }
  }
  if (start + length > end) throw unsafe();
  return { start, length };
};

type Numbers = Pick<ZipEntry, 'size' | 'packed' | 'headerAt'>;

/**
 * The numbers of an entry, of which those that 32 bits do not hold stand in an extra field, in this order.
 * @throws Refusal zipUnsafe where that field is too short for them, or says what no file can be
 */
const wideNumbers = (extra: Buffer, { size, packed, headerAt }: Numbers): Numbers => {
  if (![size, packed, headerAt].includes(UNKNOWN_32)) return { size, packed, headerAt };
  let field = 0;
  while (field + 4 <= extra.length && extra.readUInt16LE(field) !== WIDE_NUMBERS)
    field += 4 + extra.readUInt16LE(field + 2);
  if (field + 4 > extra.length) return { size, packed, headerAt };
  const end = field + 4 + extra.readUInt16LE(field + 2);
  if (end > extra.length) throw unsafe();
  let at = field + 4;
  const wide = (short: number): number => {
    if (short !== UNKNOWN_32) return short;
    if (at + 8 > end) throw unsafe();
    const number = Number(extra.readBigUInt64LE(at));
    if (!Number.isSafeInteger(number)) throw unsafe();
    at += 8;
    return number;
  };
  return { size: wide(size), packed: wide(packed), headerAt: wide(headerAt) };
};

const entryAt = (list: Buffer, at: number): { entry: ZipEntry; next: number; odd: boolean } => {
  const nameLength = list.readUInt16LE(at + 28);
  const extraAt = at + 46 + nameLength;
  const commentAt = extraAt + list.readUInt16LE(at + 30);
  const next = commentAt + list.readUInt16LE(at + 32);
  if (next > list.length) throw unsafe();
  const method = list.readUInt16LE(at + 10);
  const { packed, size, headerAt } = wideNumbers(list.subarray(extraAt, commentAt), {
    packed: list.readUInt32LE(at + 20),
    size: list.readUInt32LE(at + 24),
    headerAt: list.readUInt32LE(at + 42),
  });
  const encrypted = (list.readUInt16LE(at + 8) & 1) === 1;
  const link = ((list.readUInt32LE(at + 38) >>> 16) & 0xf000) === 0xa000;
  const entry = {
    name: list.toString('utf8', at + 46, at + 46 + nameLength),
    packed,
    size,
    deflated: method === 8,
    crc: list.readUInt32LE(at + 16),
    headerAt,
  };
  const odd = encrypted || link || (method !== 0 && method !== 8) || (method === 0 && packed !== size);
  return { entry, next, odd };
};

/** Names that climb out of a folder, name a drive, or are no names at all. */
const isUnsafeName = (name: string): boolean => {
  if (
    name === '' ||
    name.length > 200 ||
    name.startsWith('/') ||
    name.includes('\\') ||
    /^[a-z]:/i.test(name)
  )
    return true;
  for (const letter of name) if (letter < ' ' || letter === '\u007f' || letter === '\ufffd') return true;
  return name.split('/').includes('..');
};

/**
 * The list of files in a zip, judged before anything is unpacked: their number, names, sizes and how much they
 * promise to grow. @throws Refusal fileFormat, zipUnsafe
 */
export async function readZipDirectory(file: FileHandle, limits: ZipLimits): Promise<ZipEntry[]> {
  const { start, length } = await findDirectory(file);
  if (length > limits.directoryBytes) throw unsafe();
  const list = await readAt(file, start, length);
  const entries: ZipEntry[] = [];
  let expanded = 0;
  let packed = 0;
  // The number in the zip's end is 16 bits and may lie; what counts is what is there.
  for (let at = 0; at + 46 <= list.length;) {
    if (list.readUInt32LE(at) !== ENTRY) throw unsafe();
    const { entry, next, odd } = entryAt(list, at);
    expanded += entry.size;
    packed += entry.packed;
    const grows = entry.size > RATIO_FROM && entry.size > entry.packed * limits.ratio;
    if (odd || grows || isUnsafeName(entry.name) || entry.size > limits.entryBytes) throw unsafe();
    entries.push(entry);
    if (entries.length % BREATH === 0) await nextTurn();
    if (entries.length > limits.entries || expanded > limits.expandedBytes) throw unsafe();
    at = next;
  }
  // Files that lie over each other would be read many times.
  if (packed > start || (expanded > RATIO_FROM * 10 && expanded > packed * limits.ratio)) throw unsafe();
  return entries;
}

/** The bytes of one file, exactly as many as its list said. @throws Refusal zipUnsafe */
export async function readZipEntry(file: FileHandle, entry: ZipEntry): Promise<Buffer> {
  const header = await readAt(file, entry.headerAt, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) throw unsafe();
  const begin = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await readAt(file, begin, entry.packed);
  if (packed.length !== entry.packed) throw unsafe();
  const bytes = entry.deflated
    ? await inflate(packed, { maxOutputLength: Math.max(1, entry.size) }).catch(() => null)
    : packed;
  if (bytes?.length !== entry.size || crc32(bytes) !== entry.crc) throw unsafe();
  return bytes;
}

const pieceBytes = 65_536;

async function* piecesOf(file: FileHandle, begin: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceBytes) {
    const most = Math.min(pieceBytes, length - at);
    const piece = await readAt(file, begin + at, most);
    if (piece.length !== most) throw unsafe();
    yield piece;
  }
}

/**
 * The bytes of one file as they are unpacked, however many its list says: a reader holds one piece at a time, and counts
 * them. @throws Refusal zipUnsafe
 */
export async function openZipEntry(file: FileHandle, entry: ZipEntry): Promise<Readable> {
  const header = await readAt(file, entry.headerAt, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) throw unsafe();
  const begin = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = Readable.from(piecesOf(file, begin, entry.packed), { objectMode: false });
  // A fault of the packed stream ends the unpacked one.
  return entry.deflated ? pipeline(packed, createInflateRaw(), () => undefined) : packed;
}
