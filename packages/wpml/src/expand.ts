import { Inflate } from 'fflate';
import { crc32 } from './crc32.ts';
import { KmzRefused } from './refusal.ts';
import type { ZipEntry } from './zip.ts';

/** Deflate grows at most 1032 times, so one piece of input never makes more than about 8 MB at once. */
const pieceBytes = 8 * 1024;

/** A larger piece of what was expanded is given away in parts. */
const partBytes = 64 * 1024;

/**
 * The content of an entry, checked against its size and checksum. Stops with the first byte beyond the size
 * the directory declared: the memory was allowed for that size and for nothing more.
 *
 * @throws KmzRefused
 */
export function expand(entry: ZipEntry): Uint8Array {
  const content = new Uint8Array(entry.size);
  let filled = 0;
  for (const part of expandedParts(entry)) {
    content.set(part, filled);
    filled += part.length;
  }
  return content;
}

/**
 * Expands an entry without keeping it: resources are handed on packed, but whoever opens the file next must
 * not meet a bomb that passed through here.
 *
 * @throws KmzRefused
 */
export function prove(entry: ZipEntry): void {
  for (const part of expandedParts(entry)) void part;
}

/**
 * The content of an entry part by part. Size and checksum are only known to be right when the last part was taken.
 *
 * @throws KmzRefused
 */
export function* expandedParts(entry: ZipEntry): Generator<Uint8Array> {
  let size = 0;
  let crc = 0;
  for (const piece of entry.method === 'stored' ? [entry.packed] : inflate(entry)) {
    size += piece.length;
    if (size > entry.size) throw new KmzRefused('kmzTooBig', `${entry.name} expands beyond its stated size`);
    crc = crc32(piece, crc);
    for (let at = 0; at < piece.length; at += partBytes) yield piece.subarray(at, at + partBytes);
  }
  if (size !== entry.size) throw new KmzRefused('kmzNotZip', `${entry.name} is shorter than stated`);
  if (crc !== entry.crc) throw new KmzRefused('kmzNotZip', `${entry.name}: checksum`);
}

function* inflate(entry: ZipEntry): Generator<Uint8Array> {
  let made: Uint8Array[] = [];
  const stream = new Inflate((piece) => made.push(piece));
  for (let at = 0; at < entry.packed.length; at += pieceBytes) {
    try {
      stream.push(entry.packed.subarray(at, at + pieceBytes), at + pieceBytes >= entry.packed.length);
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'broken data';
      throw new KmzRefused('kmzNotZip', `${entry.name}: ${detail}`);
    }
    yield* made;
    made = [];
  }
}
