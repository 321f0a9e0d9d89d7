import { flightCalls, taskCalls, type MediaRecord, type VideoFacts } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { flightVisible } from '../flight/index.ts';
import { previewAnswer } from './media.preview.ts';
import { mediaForCaller, mediaOfFlight, mediaOfTask, taskVisible } from './media.store.ts';

const addressOf = (oid: string): string => flightCalls.preview.path.replace('{id}', oid);

const briefOf = ({ duration, codec, frameRate }: VideoFacts): MediaRecord['video'] => ({
  duration,
  codec,
  frameRate,
});

export const present = (row: Awaited<ReturnType<typeof mediaOfFlight>>[number]): MediaRecord => ({
  oid: row.oid,
  flightOID: row.flight_oid,
  name: row.name,
  kind: row.kind,
  size: Number(row.size),
  lng: row.lng,
  lat: row.lat,
  absoluteAltitude: row.absolute_altitude,
  relativeAltitude: row.relative_altitude,
  gimbalYaw: row.gimbal_yaw,
  shotAt: row.shot_at?.getTime() ?? null,
  createdAt: row.created_at.getTime(),
  width: row.width,
  height: row.height,
  lens: row.lens,
  reading: row.kind === 'other' ? 'none' : row.reading_state,
  readingFault: row.reading_fault,
  video: row.video && briefOf(row.video),
  url: addressOf(row.oid),
  thumbnailUrl: row.thumbnail_key === null ? null : `${addressOf(row.oid)}?thumbnail=true`,
});

/** `DJI_0001.MP4` is copied as `DJI_0001 H.264.mp4`. */
const playbackName = (name: string): string => `${name.replace(/\.[^.]*$/, '')} H.264.mp4`;

export const mediaEndpoints = (runtime: Runtime, objects: Objects): Endpoint[] => [
  serve(flightCalls.media, async (request, { caller }) => {
    if (!(await flightVisible(runtime.db, caller, request.id))) throw notFound();
    return { list: (await mediaOfFlight(runtime.db, request.id)).map(present) };
  }),
  serve(taskCalls.fileQuery, async ({ oid, pageNum, pageSize }, { caller }) => {
    if (!(await taskVisible(runtime.db, caller, oid))) throw notFound();
    const { rows, total } = await mediaOfTask(runtime.db, caller, oid, { pageNum, pageSize });
    return { list: rows.map(present), total, pageNum, pageSize };
  }),
  serve(flightCalls.preview, async ({ id, thumbnail, playback }, { caller, range }) => {
    const visibleTo = async (now: Caller): Promise<boolean> =>
      (await mediaForCaller(runtime.db, now, id)) !== undefined;
    const row = await mediaForCaller(runtime.db, caller, id);
    if (!row) throw notFound();
    if (playback === 'true') {
      if (row.playback_key === null) throw notFound();
      return previewAnswer(objects, row.playback_key, playbackName(row.name), { range, visibleTo });
    }
    if (thumbnail !== 'true') return previewAnswer(objects, row.object_key, row.name, { range, visibleTo });
    if (row.thumbnail_key === null) throw notFound();
    return previewAnswer(objects, row.thumbnail_key, 'thumbnail.jpg', { range, visibleTo });
  }),
];
