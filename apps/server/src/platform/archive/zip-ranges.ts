import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  descriptorOf,
  endOf,
  headerOf,
  listedOf,
  MOST_32,
  namesWithin,
  stampOf,
  within,
  type ZippedFile,
} from './zip-stream.ts';

/** First and last byte, both inclusive. */
export interface ZipRange {
  start: number;
  end: number;
}

/** A file of which everything is known before it is read. */
export interface StoredFile extends Pick<ZippedFile, 'name' | 'folder' | 'at'> {
  size: number;
  /** Changes when its bytes do. */
  mark: string;
  /** CRC-32 as it was kept when the file came; null: it was not. */
  crc32(): Promise<number | null>;
  /** Its bytes from the first to the last of a range, and how many it has in all; null: it is not there any more. */
  open(range: ZipRange): Promise<{ stream: Readable; size: number } | null>;
}

/** A file and where it lies in the zip. */
interface Place {
  file: StoredFile;
  name: Buffer;
  stamp: number;
  wide: boolean;
  at: number;
  /** Where its bytes begin, where they end, and where the next file begins. */
  body: number;
  descriptor: number;
  end: number;
}

export interface ZipPlan {
  /** Bytes of the whole. */
  length: number;
  /** Of two plans with the same mark each range has the same bytes. */
  mark: string;
  /** A range of it, made while it is read; nothing that lies before the range is read for it. */
  open(range: ZipRange): Readable;
}

const placesOf = (files: readonly StoredFile[], from64: number): Place[] => {
  const names = namesWithin(files);
  let at = 0;
  return files.map((file, index) => {
    const name = Buffer.from(names[index] ?? 'file');
    const stamp = stampOf(within(file.at));
    const wide = file.size >= from64;
    const body = at + headerOf({ name, stamp }, wide ? file.size : null).length;
    const descriptor = body + file.size;
    const place = { file, name, stamp, wide, at, body, descriptor };
    at = descriptor + descriptorOf({ sum: 0, size: file.size }, wide).length;
    return { ...place, end: at };
  });
};

/** What of some bytes lies in a range. @param at where they begin in the zip */
const cut = (bytes: Buffer, at: number, { start, end }: ZipRange): Buffer =>
  bytes.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));

/** The bytes of a file that lie in a range. @returns its sum, where all of them do */
async function* bodyOf({ file, body }: Place, range: ZipRange): AsyncGenerator<Buffer, number | null> {
  const start = Math.max(0, range.start - body);
  const end = Math.min(file.size, range.end + 1 - body) - 1;
  if (file.size === 0) return 0;
  if (end < start) return null;
  const found = await file.open({ start, end });
  // A zip without its file would look whole: the answer breaks off instead.
  if (!found) throw new Error('a file of the zip is gone');
  let size = 0;
  let sum = 0;
  for await (const chunk of found.stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (found.size !== file.size || size !== end + 1 - start)
    throw new Error('a file of the zip has another size than was noted');
  return size === file.size ? sum : null;
}

/** Sums of the files of one answer: as they were kept, else counted by reading, until nobody reads the answer any more. */
const sumsOf = (places: readonly Place[], gone: () => boolean) => {
  const known = new Map<Place, number>();
  return {
    /** @throws Error where the bytes that were sent are not those that came */
    async counted(place: Place, sum: number): Promise<void> {
      const kept = await place.file.crc32();
      if (kept !== null && kept !== sum) throw new Error('a file of the zip has other bytes than came');
      known.set(place, sum);
    },
    async of(place: Place): Promise<number> {
      const before = known.get(place) ?? (await place.file.crc32());
      if (before !== null) return before;
      const bytes = bodyOf(place, { start: 0, end: (places.at(-1) as Place).end });
      let step = await bytes.next();
      while (!step.done) step = gone() ? await bytes.return(null) : await bytes.next();
      known.set(place, step.value ?? 0);
      return step.value ?? 0;
    },
  };
};

async function* bytesOf(
  places: readonly Place[],
  { from64, start, gone }: { from64: number; start: number; gone: () => boolean },
  range: ZipRange,
): AsyncGenerator<Buffer> {
  const sums = sumsOf(places, gone);
  for (const place of places) {
    if (place.end <= range.start) continue;
    if (place.at > range.end) return;
    const { size } = place.file;
    yield cut(headerOf(place, place.wide ? size : null), place.at, range);
    const sum = yield* bodyOf(place, range);
    if (sum !== null) await sums.counted(place, sum);
    if (range.end >= place.descriptor)
      yield cut(descriptorOf({ sum: await sums.of(place), size }, place.wide), place.descriptor, range);
  }
  let at = start;
  for (const place of places) {
    const listed = {
      name: place.name,
      stamp: place.stamp,
      size: place.file.size,
      at: place.at,
      end: place.end,
    };
    const { length } = listedOf({ ...listed, sum: 0 }, from64);
    if (at > range.end) return;
    if (at + length > range.start)
      yield cut(listedOf({ ...listed, sum: await sums.of(place) }, from64), at, range);
    at += length;
  }
  yield cut(endOf(places.length, start, at - start, from64), at, range);
}

async function* filled(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const part of parts) if (part.length > 0) yield part;
}

/**
 * Where everything lies in a zip of stored files: any range of it can be made by itself.
 * @param from64 bytes from which on numbers take 64 bits; smaller in tests alone
 */
export const planZip = (files: readonly StoredFile[], from64 = MOST_32): ZipPlan => {
  const places = placesOf(files, from64);
  const start = places.at(-1)?.end ?? 0;
  const mark = createHash('sha256');
  let end = start;
  for (const { file, name, stamp, at, end: next } of places) {
    const { size } = file;
    end += listedOf({ name, stamp, size, at, end: next, sum: 0 }, from64).length;
    mark.update(JSON.stringify([name.toString(), stamp, size, file.mark]));
  }
  return {
    length: end + endOf(places.length, start, end - start, from64).length,
    mark: mark.digest('hex').slice(0, 32),
    open(range) {
      const gone = (): boolean => stream.destroyed;
      const stream: Readable = Readable.from(filled(bytesOf(places, { from64, start, gone }, range)));
      return stream;
    },
  };
};
