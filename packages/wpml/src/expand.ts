import { Inflate } from 'fflate';
import { crc32 } from './crc32.ts';
import { KmzRefused } from './refusal.ts';
import type { ZipEntry } from './zip.ts';

/** Deflate grows at most 1032 times, so one piece of input never makes more than about 8 MB at once. */
const pieceBytes = 8 * 1024;

/**
 * The content of an entry, checked against its size and checksum. Stops with the first byte beyond the size
 * the directory declared: the memory was allowed for that size and for nothing more.
 *
 * @throws KmzRefused
 */
export function expand(entry: ZipEntry): Uint8Array {
  const content = new Uint8Array(entry.size);
  let filled = 0;
  walk(entry, (piece) => {
    content.set(piece, filled);
    filled += piece.length;
  });
  return content;
}

/**
 * Expands an entry without keeping it: resources are handed on packed, but whoever opens the file next must
 * not meet a bomb that passed through here.
 *
 * @throws KmzRefused
 */
export function prove(entry: ZipEntry): void {
  walk(entry, () => {});
}

function walk(entry: ZipEntry, take: (piece: Uint8Array) => void): void {
  let size = 0;
  let crc = 0;
  const count = (piece: Uint8Array) => {
    size += piece.length;
    if (size > entry.size) throw new KmzRefused('kmzTooBig', `${entry.name} expands beyond its stated size`);
    crc = crc32(piece, crc);
    take(piece);
  };
  if (entry.method === 'stored') count(entry.packed);
  else inflate(entry, count);
  if (size !== entry.size) throw new KmzRefused('kmzNotZip', `${entry.name} is shorter than stated`);
  if (crc !== entry.crc) throw new KmzRefused('kmzNotZip', `${entry.name}: checksum`);
}

function inflate(entry: ZipEntry, count: (piece: Uint8Array) => void): void {
  const stream = new Inflate(count);
  try {
    for (let at = 0; at < entry.packed.length; at += pieceBytes) {
      const piece = entry.packed.subarray(at, at + pieceBytes);
      stream.push(piece, at + pieceBytes >= entry.packed.length);
    }
  } catch (error) {
    if (error instanceof KmzRefused) throw error;
    throw new KmzRefused(
      'kmzNotZip',
      `${entry.name}: ${error instanceof Error ? error.message : 'broken data'}`,
    );
  }
}
