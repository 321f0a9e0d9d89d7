import { Readable } from 'node:stream';
import { limits, sharedMediaPath, type SharedMedia } from '@eyrie/domain';
import { BytesAnswer } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { contentTypeOf, filesByOid, previewAnswer, type StandingFile } from '../media/index.ts';
import type { MapShareDeps } from './map-share.deps.ts';
import { shareByOid, type OpenShare } from './map-share.store.ts';

const addressOf = (id: number, ticket: string): string =>
  `${sharedMediaPath.replace('{media}', String(id))}?ticket=${encodeURIComponent(ticket)}`;

/** A file as outsiders see it: without its oid, its flight, its place, and where it came from. */
const shownTo = (
  file: StandingFile,
  id: number,
  { share, ticket }: { share: OpenShare; ticket: string },
): SharedMedia => {
  const address = addressOf(id, ticket);
  return {
    id,
    name: file.name,
    kind: file.kind,
    size: Number(file.size),
    shotAt: file.shot_at?.getTime() ?? null,
    width: file.width,
    height: file.height,
    duration: file.video?.duration ?? null,
    thumbnailUrl: file.thumbnail_key === null ? null : `${address}&thumbnail=true`,
    url: share.mediaAs === 'originals' ? address : null,
    shown: contentTypeOf(file.name).shown,
  };
};

/** Files of a share as they stand now, in its order: what was deleted or left its departments is not among them. */
export async function sharedMediaOf(db: DbOrTrx, share: OpenShare, ticket: string): Promise<SharedMedia[]> {
  const files = await filesByOid(db, share, share.mediaOIDs);
  return share.mediaOIDs.flatMap((oid, id) => {
    const file = files.get(oid);
    return file ? [shownTo(file, id, { share, ticket })] : [];
  });
}

/** The file at a place of a share, where it still stands there. */
const fileAt = async (db: DbOrTrx, share: OpenShare, place: string): Promise<StandingFile | undefined> => {
  const oid = share.mediaOIDs[Number(place)];
  return oid === undefined ? undefined : (await filesByOid(db, share, [oid])).get(oid);
};

/** Bytes that end when their right does: a large file is on its way for hours, and a revoked share must not go on. */
async function* whileShared(
  body: Readable,
  { now, stands }: { now: () => number; stands: () => Promise<boolean> },
): AsyncGenerator<Buffer> {
  let checked = now();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (now() - checked >= limits.mapShare.sendingCheckEvery) {
      if (!(await stands())) throw new Error('a file is shared no longer');
      checked = now();
    }
    yield chunk;
  }
}

/** The same, and the file is closed with it: one that ends before its first piece was asked for never came to the file. */
const sharedBody = (body: Readable, look: Parameters<typeof whileShared>[1]): Readable => {
  // No more is read ahead than one chunk, so that what is sent is what was looked at.
  const shared = Readable.from(whileShared(body, look), { highWaterMark: 1 });
  return shared.once('close', () => body.destroy());
};

/**
 * The file at a place of a share, or its small picture.
 * @throws Refusal notFound where there is none, it is deleted, or previews alone are shared
 */
export async function sharedFile(
  { runtime, objects }: Pick<MapShareDeps, 'runtime' | 'objects'>,
  share: OpenShare,
  { place, thumbnail, range }: { place: string; thumbnail: boolean; range: string | null },
): Promise<BytesAnswer> {
  const { db, serverTime } = runtime;
  const file = await fileAt(db, share, place);
  const key = thumbnail ? file?.thumbnail_key : file?.object_key;
  if (!file || !key || (!thumbnail && share.mediaAs !== 'originals')) throw notFound();
  const stands = async (): Promise<boolean> => {
    const now = await shareByOid(db, share.oid, new Date(serverTime()));
    return now !== null && (await fileAt(db, now, place)) !== undefined;
  };
  const { body, headers, status } = await previewAnswer(
    objects,
    key,
    thumbnail ? 'thumbnail.jpg' : file.name,
    // Nobody is signed in: `stands` looks after it instead.
    { range, visibleTo: () => Promise.resolve(false) },
  );
  return new BytesAnswer(
    body instanceof Readable ? sharedBody(body, { now: serverTime, stands }) : body,
    // What a browser kept would outlast the share.
    { ...headers, 'cache-control': 'private, no-store' },
    status,
  );
}
