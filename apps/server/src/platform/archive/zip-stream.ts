import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
/** Names are UTF-8; sum and size follow the bytes, since the sum is known only then. */
const FLAGS = 0x0808;
const MOST_16 = 0xffff;
export const MOST_32 = 0xffffffff;
/** The release of the format that a reader must know, without and with fields of 64 bits. */
const PLAIN = 20;
const WIDE = 45;
/** Bytes of an extra field with `count` numbers of 64 bits. */
const wideBytes = (count: number): number => 4 + 8 * count;

export interface ZippedFile {
  /** As people know it; what a file system would take for a folder is replaced. */
  name: string;
  /** The folder of the zip in which it lies; missing: none. */
  folder?: string;
  /** Bytes that it must have; null: known only when it is written. */
  size: number | null;
  at: Date;
  /** Null: it is not there any more. */
  open: () => Promise<Readable | null>;
}

/** Bytes of a name before its number: file systems hold 255, and readers of zips refuse long ones with their folders. */
const NAME_BYTES = 180;

/** As much of a text as so many bytes hold, cut between two letters. */
const cut = (text: string, most: number): string => {
  let bytes = 0;
  let end = 0;
  for (const letter of text) {
    bytes += Buffer.byteLength(letter);
    if (bytes > most) return text.slice(0, end);
    end += letter.length;
  }
  return text;
};

/**
 * Names of a zip: each once, none a path, none longer than file systems hold. Two of one name get a number before their
 * ending.
 */
export const zipNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  /** The number that the next one of a name is tried with: ten thousand of one name are not counted through for each. */
  const numbers = new Map<string, number>();
  return names.map((name) => {
    // A reader takes the sign of broken text for a name that is none.
    const plain = name.replaceAll(/[\p{C}\uFFFD\\/:*?"<>|]/gu, '_').replace(/^\.+/, '_') || 'file';
    const [, whole = plain, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/su.exec(plain) ?? [];
    const stem = cut(whole, NAME_BYTES - Buffer.byteLength(ending));
    let own = `${stem}${ending}`;
    const wanted = own.toLowerCase();
    for (let turn = numbers.get(wanted) ?? 2; taken.has(own.toLowerCase()); turn += 1) {
      own = `${stem} (${turn})${ending}`;
      numbers.set(wanted, turn + 1);
    }
    taken.add(own.toLowerCase());
    return own;
  });
};

/** Names of files with their folders: those of one folder each once. */
export const namesWithin = (files: readonly Pick<ZippedFile, 'name' | 'folder'>[]): string[] => {
  const own = new Map<string, string[]>();
  for (const { folder = '', name } of files) {
    const names = own.get(folder) ?? [];
    names.push(name);
    own.set(folder, names);
  }
  const left = new Map([...own].map(([folder, names]) => [folder, zipNames(names).values()]));
  return files.map(({ folder = '' }) => {
    const name = left.get(folder)?.next().value ?? 'file';
    return folder === '' ? name : `${folder}/${name}`;
  });
};

/** The years that a zip can say. */
export const within = (at: Date): Date =>
  new Date(Math.min(Math.max(at.getTime(), Date.UTC(1980, 0, 2)), Date.UTC(2099, 11, 30)));

/** Date and time as the format has them: to two seconds, and without a zone. They are UTC, wherever the server stands. */
export const stampOf = (at: Date): number =>
  (((at.getUTCFullYear() - 1980) << 25) |
    ((at.getUTCMonth() + 1) << 21) |
    (at.getUTCDate() << 16) |
    (at.getUTCHours() << 11) |
    (at.getUTCMinutes() << 5) |
    (at.getUTCSeconds() >> 1)) >>>
  0;

/** Writes the extra field of numbers that 32 bits do not hold. */
const writeWide = (into: Buffer, at: number, numbers: readonly number[]): void => {
  into.writeUInt16LE(1, at);
  into.writeUInt16LE(8 * numbers.length, at + 2);
  for (const [place, number] of numbers.entries()) into.writeBigUInt64LE(BigInt(number), at + 4 + 8 * place);
};

/** A file of the zip as its list names it. */
interface Written {
  name: Buffer;
  stamp: number;
  sum: number;
  size: number;
  /** Where its own header begins, and where the next one does. */
  at: number;
  end: number;
}

/** @param wide its size, where 32 bits do not hold it; null: they do, or it is known only when it is written */
export const headerOf = ({ name, stamp }: Pick<Written, 'name' | 'stamp'>, wide: number | null): Buffer => {
  const extra = wide === null ? 0 : wideBytes(2);
  const header = Buffer.alloc(30 + name.length + extra);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(wide === null ? PLAIN : WIDE, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt32LE(stamp, 10);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra, 28);
  name.copy(header, 30);
  if (wide === null) return header;
  header.writeUInt32LE(MOST_32, 18);
  header.writeUInt32LE(MOST_32, 22);
  writeWide(header, 30 + name.length, [wide, wide]);
  return header;
};

export const descriptorOf = ({ sum, size }: Pick<Written, 'sum' | 'size'>, wide: boolean): Buffer => {
  const descriptor = Buffer.alloc(wide ? 24 : 16);
  descriptor.writeUInt32LE(DESCRIPTOR, 0);
  descriptor.writeUInt32LE(sum, 4);
  for (const at of wide ? [8, 16] : [8, 12])
    if (wide) descriptor.writeBigUInt64LE(BigInt(size), at);
    else descriptor.writeUInt32LE(size, at);
  return descriptor;
};

export const listedOf = ({ name, stamp, sum, size, at }: Written, from64: number): Buffer => {
  // All three or none: some readers look for them only together.
  const wide = size >= from64 || at >= from64;
  const extra = wide ? wideBytes(3) : 0;
  const entry = Buffer.alloc(46 + name.length + extra);
  entry.writeUInt32LE(ENTRY, 0);
  entry.writeUInt16LE(wide ? WIDE : PLAIN, 4);
  entry.writeUInt16LE(wide ? WIDE : PLAIN, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt32LE(stamp, 12);
  entry.writeUInt32LE(sum, 16);
  entry.writeUInt32LE(wide ? MOST_32 : size, 20);
  entry.writeUInt32LE(wide ? MOST_32 : size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra, 30);
  entry.writeUInt32LE(wide ? MOST_32 : at, 42);
  name.copy(entry, 46);
  if (wide) writeWide(entry, 46 + name.length, [size, size, at]);
  return entry;
};

/** What closes the zip: how many files its list names, where the list begins, and its bytes. */
export const endOf = (count: number, start: number, length: number, from64: number): Buffer => {
  const wide = count >= MOST_16 || start >= from64 || length >= from64;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  for (const at of [8, 10]) end.writeUInt16LE(wide ? MOST_16 : count, at);
  end.writeUInt32LE(wide ? MOST_32 : length, 12);
  end.writeUInt32LE(wide ? MOST_32 : start, 16);
  if (!wide) return end;
  const far = Buffer.alloc(56);
  far.writeUInt32LE(END_64, 0);
  // Of this record without what stands before.
  far.writeBigUInt64LE(44n, 4);
  for (const at of [12, 14]) far.writeUInt16LE(WIDE, at);
  for (const at of [24, 32]) far.writeBigUInt64LE(BigInt(count), at);
  far.writeBigUInt64LE(BigInt(length), 40);
  far.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(END_64_LOCATOR, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([far, locator, end]);
};

/** The bytes of one file between what stands before and behind them. @returns how it is to be listed */
async function* fileOf(
  file: ZippedFile,
  name: Buffer,
  { at, from64 }: { at: number; from64: number },
): AsyncGenerator<Buffer, Written> {
  const stamp = stampOf(within(file.at));
  const wide = file.size !== null && file.size >= from64 ? file.size : null;
  const header = headerOf({ name, stamp }, wide);
  yield header;
  // Opened only when it is read at once: who goes while its header waits would leave it open.
  const body = await file.open();
  // A zip without its file would look whole: the answer breaks off instead.
  if (!body) throw new Error('a file of the zip is gone');
  let size = 0;
  let sum = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (file.size !== null && size !== file.size)
    throw new Error('a file of the zip has another size than was noted');
  if (wide === null && size >= MOST_32)
    throw new Error('a file of the zip is larger than its header can say');
  const descriptor = descriptorOf({ sum, size }, wide !== null);
  yield descriptor;
  return { name, stamp, sum, size, at, end: at + header.length + size + descriptor.length };
}

async function* partsOf(files: readonly ZippedFile[], from64: number): AsyncGenerator<Buffer> {
  const names = namesWithin(files);
  const listed: Written[] = [];
  let at = 0;
  for (const [place, file] of files.entries()) {
    const written = yield* fileOf(file, Buffer.from(names[place] ?? 'file'), { at, from64 });
    listed.push(written);
    at = written.end;
  }
  const start = at;
  for (const written of listed) {
    const entry = listedOf(written, from64);
    at += entry.length;
    yield entry;
  }
  yield endOf(listed.length, start, at - start, from64);
}

/**
 * A zip of files as they are, made while it is read: never more than one chunk of one file is in memory, however large
 * and many they are.
 * @param from64 bytes from which on numbers take 64 bits; smaller in tests alone
 */
export const zipOf = (files: readonly ZippedFile[], from64 = MOST_32): Readable =>
  Readable.from(partsOf(files, from64));
