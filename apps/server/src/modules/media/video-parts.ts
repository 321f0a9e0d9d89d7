import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { contentKind, resultLimits, type ReadingFault } from '@eyrie/domain';
import type { Objects } from '../../platform/objects/index.ts';
import { boxHeadBytes, boxOf } from './video-boxes.ts';

const { videoParts, videoPartBytes, videoPeek } = resultLimits;
/** Parts that hold pictures or nothing: they stay where they are. */
const left = new Set(['mdat', 'free', 'skip', 'wide']);

export interface VideoParts {
  fault: ReadingFault | null;
  /** Where its table of contents begins, bytes. */
  moovAt: number;
}

interface Wanted {
  objects: Pick<Objects, 'get'>;
  objectKey: string;
  name: string;
  size: number;
  path: string;
  signal: AbortSignal;
}

/**
 * Lays the parts of a stored video on our disk that say what lies where in it, at the places that they have in the file. Its
 * pictures stay in the store, however large it is: what stands in their place is a hole.
 * @throws when the store is away
 */
export async function fetchVideoParts(wanted: Wanted): Promise<VideoParts> {
  const { objects, objectKey, name, size, path, signal } = wanted;
  const bytesAt = async (start: number, length: number): Promise<Buffer | null> => {
    signal.throwIfAborted();
    const found = await objects.get(objectKey, { start, end: Math.min(size, start + length) - 1 });
    return found && buffer(found.stream);
  };
  let peek: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };
  /** Many small parts come with one question. */
  const headAt = async (at: number): Promise<Buffer | null> => {
    const within = peek.bytes.subarray(at - peek.at);
    if (within.length >= Math.min(boxHeadBytes, size - at)) return within;
    const bytes = await bytesAt(at, videoPeek);
    if (bytes) peek = { at, bytes };
    return bytes;
  };
  const file = await open(path, 'w', 0o600);
  let moovAt = -1;
  let kept = 0;
  const end = (fault: ReadingFault | null): VideoParts => ({ fault, moovAt });
  try {
    await file.truncate(size);
    let at = 0;
    if (size === 0) return end('videoNotAsNamed');
    for (let part = 0; at < size; part += 1) {
      if (part === videoParts) return end('videoTooMuch');
      const head = await headAt(at);
      if (!head) return end('videoGone');
      if (part === 0 && contentKind(name, head.subarray(0, 32)) !== 'video') return end('videoNotAsNamed');
      const box = boxOf(head);
      if (!box) return end('videoBroken');
      const length = box.size ?? size - at;
      if (at + length > size) return end('videoTruncated');
      if (box.kind === 'moov' && moovAt === -1) moovAt = at;
      const wantedBytes = left.has(box.kind) ? box.head : length;
      kept += wantedBytes;
      if (kept > videoPartBytes) return end('videoTooMuch');
      const bytes = wantedBytes <= head.length ? head.subarray(0, wantedBytes) : await bytesAt(at, length);
      if (!bytes) return end('videoGone');
      await file.write(bytes, 0, bytes.length, at);
      at += length;
    }
    // A recording that was cut off has no table of contents yet.
    return end(moovAt === -1 ? 'videoTruncated' : null);
  } finally {
    await file.close();
  }
}
