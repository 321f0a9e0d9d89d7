import { limits, trajectoryCalls, type ParsedRequestOf, type TrackPoint } from '@eyrie/domain';
import { simplified } from '@eyrie/geometry';
import { BytesAnswer, serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { visibleRegions } from '../region/index.ts';
import { nearestDocks } from './nearest.ts';
import { dockReaches, lastPlaces } from './places.store.ts';
import { exportFile, exportTypes } from './trajectory.export.ts';
import {
  thinnedTrack,
  trackedInScope,
  trackFacts,
  trackPage,
  type TrackScope,
  type TrackSpan,
  type Tracked,
} from './trajectory.store.ts';

export { nearestDocks } from './nearest.ts';
export { otherDocks } from './other-docks.ts';
export { insertDeviceTrack, thinDeviceTrack, type DeviceTrackRow } from './device-track.store.ts';

/** The way of a device over a span: all of it where it has at most `most` points, else by points that stand for it. */
export const trackOf = async (
  db: DbOrTrx,
  span: TrackSpan,
  most: number,
): Promise<{ points: TrackPoint[]; total: number }> => {
  const facts = await trackFacts(db, span);
  const { total } = facts;
  const points =
    total <= most
      ? await trackPage(db, span, { after: null, most })
      : await thinnedTrack(db, span, { most, facts });
  return { points, total };
};

type SpanRequest = Pick<ParsedRequestOf<typeof trajectoryCalls.points>, 'deviceOID' | 'from' | 'to'>;

/** Without the points that lie on the line of the others; the ends of gaps stay. */
const within = (points: TrackPoint[], tolerance: number): TrackPoint[] => {
  if (tolerance === 0) return points;
  const kept = simplified(
    points,
    tolerance,
    (index) => points[index]?.gap === true || points[index + 1]?.gap === true,
  );
  return kept.flatMap((index) => points[index] ?? []);
};

const exported = async (
  { db }: Pick<Runtime, 'db'>,
  audit: AuditLog,
  { span, device, format }: { span: TrackSpan; device: Tracked; format: keyof typeof exportTypes },
  context: CallContext,
): Promise<BytesAnswer> => {
  const { from, to } = span;
  // Before the first byte: what leaves the house has been written down.
  await audit.done(db, context, 'trajectory.export', { name: device.name, from, to, format });
  const file = exportFile(format, device.name, (after, most) => trackPage(db, span, { after, most }));
  const headers = {
    'content-type': exportTypes[format],
    'content-disposition': `attachment; filename="track.${format}"`,
    'x-content-type-options': 'nosniff',
  };
  // The aircraft may pass to a department that the caller does not see while the file is on its way.
  const visibleTo = async (scope: TrackScope): Promise<boolean> =>
    (await trackedInScope(db, scope, device.oid)) !== undefined;
  return new BytesAnswer(file, headers, 200, visibleTo);
};

/** Where devices are, were, and may go, as far as the caller sees them. */
export const trajectoryEndpoints = (
  runtime: Pick<Runtime, 'db' | 'serverTime'>,
  { audit }: { audit: AuditLog },
): Endpoint[] => {
  const { db, serverTime } = runtime;
  const spanOf = async (scope: TrackScope, { deviceOID, from, to }: SpanRequest) => {
    const device = await trackedInScope(db, scope, deviceOID);
    if (!device) throw notFound();
    return { device, span: { device, from, to } };
  };
  return [
    serve(trajectoryCalls.search, async ({ most, tolerance, ...request }, { caller }) => {
      const { device, span } = await spanOf(caller, request);
      const { points, total } = await trackOf(db, span, most);
      const list = within(points, tolerance);
      return { kind: device.kind, name: device.name, total, thinned: list.length < total, points: list };
    }),
    serve(trajectoryCalls.points, async ({ after = null, pageSize, ...request }, { caller }) => {
      const { span } = await spanOf(caller, request);
      const points = await trackPage(db, span, { after, most: pageSize });
      return { points, next: points.length < pageSize ? null : (points.at(-1)?.at ?? null) };
    }),
    serve(trajectoryCalls.export, async ({ format, ...request }, context) => {
      const { device, span } = await spanOf(context.caller, request);
      return exported(runtime, audit, { span, device, format }, context);
    }),
    serve(trajectoryCalls.places, async (filter, { caller }) => {
      const list = await lastPlaces(db, caller, filter, serverTime());
      const { places } = limits.trajectory;
      return { list: list.slice(0, places), more: list.length > places };
    }),
    serve(trajectoryCalls.areas, async (_, { caller }) => {
      const regions = await visibleRegions(db, caller, null, limits.region.answered);
      const reaches = await dockReaches(db, caller);
      return {
        list: [
          ...regions.map(({ oid, name, groupOID, geometry }) => ({
            oid,
            kind: 'region' as const,
            name,
            groupOID,
            geometry,
            centre: null,
            radius: null,
          })),
          ...reaches.map(({ lng, lat, ...reach }) => ({
            ...reach,
            kind: 'reach' as const,
            geometry: null,
            centre: { lng, lat },
          })),
        ],
      };
    }),
    serve(trajectoryCalls.nearest, async (request, { caller }) => ({
      list: await nearestDocks(runtime, caller, request),
      speed: request.speed,
    })),
  ];
};
