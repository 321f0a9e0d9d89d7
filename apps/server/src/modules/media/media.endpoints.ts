import { flightCalls, type MediaRecord } from '@eyrie/domain';
import { BytesAnswer, serve, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { flightVisible, mediaForCaller, mediaOfFlight } from './media.store.ts';

/** What a browser may show by itself; anything else is a download, whatever a device called it. */
const shown: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
};
const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const present = (row: Awaited<ReturnType<typeof mediaOfFlight>>[number]): MediaRecord => ({
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

/** One `bytes=a-b` range inside the size; null for none or one that cannot be met. */
const rangeOf = (header: string | null, size: number): { start: number; end: number } | null => {
  const match = header === null ? null : /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header);
  if (!match) return null;
  const start = Number(match[1]);
  const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start <= end ? { start, end } : null;
};

export const mediaEndpoints = (runtime: Runtime, objects: Objects): Endpoint[] => [
  serve(flightCalls.media, async (request, { caller }) => {
    if (!(await flightVisible(runtime.db, caller, request.id))) throw notFound();
    return { list: (await mediaOfFlight(runtime.db, request.id)).map(present) };
  }),
  serve(flightCalls.preview, async (request, { caller, range }) => {
    const row = await mediaForCaller(runtime.db, caller, request.id);
    const head = row ? await objects.head(row.object_key) : null;
    if (!row || !head) throw notFound();
    const part = rangeOf(range, head.size);
    const found = await objects.get(row.object_key, part ?? undefined);
    if (!found) throw notFound();
    const type = shown[extensionOf(row.name)];
    const headers = {
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(row.name.replace(/[\r\n"\\/]/g, '_'))}`,
      'content-security-policy': 'sandbox',
      'accept-ranges': 'bytes',
      'content-length': String(part ? part.end - part.start + 1 : head.size),
      'cache-control': 'private, max-age=3600',
    };
    return part
      ? new BytesAnswer(
          found.stream,
          { ...headers, 'content-range': `bytes ${part.start}-${part.end}/${head.size}` },
          206,
        )
      : new BytesAnswer(found.stream, headers);
  }),
];
