import { flightCalls, limits, taskCalls, type MediaRecord } from '@eyrie/domain';
import { BytesAnswer, serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { readRange } from '../../platform/http/byte-range.ts';
import { flightVisible } from '../flight/index.ts';
import { mediaForCaller, mediaOfFlight, mediaOfTask, taskVisible } from './media.store.ts';

/** What a browser may show by itself; anything else is a download, whatever a device called it. */
const shown: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
};
const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** How a browser gets a file by its name: shown in place, or saved. */
export const contentTypeOf = (name: string): { contentType: string; shown: boolean } => {
  const type = shown[extensionOf(name)];
  return { contentType: type ?? 'application/octet-stream', shown: type !== undefined };
};

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
  url: flightCalls.preview.path.replace('{id}', row.oid),
});

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
  serve(flightCalls.preview, async (request, { caller, range }) => {
    const row = await mediaForCaller(runtime.db, caller, request.id);
    const head = row ? await objects.head(row.object_key) : null;
    if (!row || !head) throw notFound();
    const type = shown[extensionOf(row.name)];
    const headers = {
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(row.name.replaceAll(/[\p{Surrogate}\p{Cc}"\\/]/gu, '_'))}`,
      'content-security-policy': 'sandbox',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': `private, max-age=${limits.media.linkLife / 1_000}`,
    };
    const part = readRange(range, head.size);
    if (part === 'unsatisfiable')
      return new BytesAnswer(new Uint8Array(), { ...headers, 'content-range': `bytes */${head.size}` }, 416);
    const found = await objects.get(row.object_key, part ?? undefined);
    if (!found) throw notFound();
    const visibleTo = async (now: Caller): Promise<boolean> =>
      (await mediaForCaller(runtime.db, now, request.id)) !== undefined;
    const length = { 'content-length': String(part ? part.end - part.start + 1 : head.size) };
    return part
      ? new BytesAnswer(
          found.stream,
          { ...headers, ...length, 'content-range': `bytes ${part.start}-${part.end}/${head.size}` },
          206,
          visibleTo,
        )
      : new BytesAnswer(found.stream, { ...headers, ...length }, 200, visibleTo);
  }),
];
