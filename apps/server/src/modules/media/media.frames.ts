import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { frameAt, holdMedia, insertMedia } from './media.store.ts';

/** A video of which pictures are kept. */
interface FramedVideo {
  oid: string;
  groupRoot: string;
  groupOID: string;
  dockOID: string | null;
  flightOID: string | null;
  name: string;
  /** When it was begun, epoch ms; null: nobody says. */
  shotAt: number | null;
}

/** @returns the oid of the picture among the results */
export type KeepFrame = (video: FramedVideo, at: number, jpeg: Buffer) => Promise<string>;

const most = 200;
const two = (value: number): string => String(value).padStart(2, '0');

/** `DJI_1.MP4` at 83 s is `DJI_1 00-01-23.jpg`. @param at ms from its start */
const frameName = (name: string, at: number): string => {
  const seconds = Math.floor(at / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${name.replace(/\.[^.]*$/, '').slice(0, most)} ${parts.map(two).join('-')}.jpg`;
};

/** Keeps pictures that were taken out of videos as photos of the same flight: each moment once, for all who ask for it. */
export const createFrameKeeping =
  ({ db, newOid }: Pick<Runtime, 'db' | 'newOid'>, objects: Pick<Objects, 'put' | 'delete'>): KeepFrame =>
  async (video, at, jpeg) => {
    const known = await frameAt(db, video.oid, at);
    if (known !== null) return known;
    const oid = newOid();
    const { groupRoot, groupOID, dockOID, flightOID, shotAt } = video;
    const objectKey = `media/frames/${groupRoot}/${oid}`;
    await objects.put(objectKey, jpeg, { size: jpeg.length, contentType: 'image/jpeg' });
    const kept = await db.transaction().execute(async (trx) => {
      // Of two who keep the same moment at once the second one finds the picture of the first.
      await holdMedia(trx, video.oid);
      const other = await frameAt(trx, video.oid, at);
      if (other !== null) return other;
      await insertMedia(trx, {
        oid,
        groupRoot,
        groupOID,
        dockOID,
        flightOID,
        objectKey,
        name: frameName(video.name, at),
        kind: 'photo',
        size: jpeg.length,
        lng: null,
        lat: null,
        absoluteAltitude: null,
        relativeAltitude: null,
        gimbalYaw: null,
        shotAt: shotAt === null ? null : shotAt + at,
        metadata: {},
        fingerprint: null,
        tinyFingerprint: null,
        frame: { videoOID: video.oid, at },
      });
      return oid;
    });
    if (kept !== oid) await objects.delete(objectKey);
    return kept;
  };
