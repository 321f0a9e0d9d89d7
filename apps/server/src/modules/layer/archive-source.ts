import { buffer } from 'node:stream/consumers';
import type { Objects } from '../../platform/objects/index.ts';
import type { SourceFetch } from '../../platform/outgoing.ts';
import { PmtilesFault } from './source-fault.ts';

/** Bytes of an archive: at most as many as are asked for, fewer at its end. */
export interface ArchiveBytes {
  /** What the archive is known by; with another key it is another archive. */
  key: string;
  read(offset: number, length: number): Promise<{ bytes: Uint8Array; etag?: string }>;
}

export type ArchiveTile = { bytes: Buffer; contentType: string } | null;

/** An archive that was sent to this server. @param size its bytes */
export const storedArchive = (objects: Objects, key: string, size: number): ArchiveBytes => ({
  key,
  async read(offset, length) {
    const end = Math.min(size, offset + length) - 1;
    const found = end >= offset ? await objects.get(key, { start: offset, end }) : null;
    if (!found) throw new PmtilesFault('noPmtiles');
    return { bytes: await buffer(found.stream) };
  },
});

/** An archive on a server elsewhere, of which parts are asked for. @param key changes with all that the answer depends on */
export const fetchedArchive = (
  fetch: SourceFetch,
  { url, headers, key }: { url: string; headers: Record<string, string>; key: string },
): ArchiveBytes => ({
  key,
  async read(offset, length) {
    const answer = await fetch(url, headers, `bytes=${offset}-${offset + length - 1}`);
    if (answer.status !== 206)
      throw new PmtilesFault(answer.status === 200 ? 'noRange' : `status ${answer.status}`);
    // A server that answers another part than the one asked for would have its bytes taken for others.
    const from = /^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1];
    if (Number(from) !== offset) throw new PmtilesFault('noRange');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length > length) throw new PmtilesFault('noRange');
    const etag = answer.headers.get('etag');
    return { bytes, ...(etag === null ? {} : { etag }) };
  },
});
