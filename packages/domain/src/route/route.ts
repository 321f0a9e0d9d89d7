import { z } from 'zod';
import { limits } from '../limits.ts';
import { latitude, longitude, oid, recordVersion, sentInstant } from '../shape.ts';

export const routeTypes = ['waypoint', 'regional', 'poi', 'waypointMapping', 'regionalMapping'] as const;
export const heightModes = ['relative', 'altitude', 'ellipsoid', 'ground'] as const;
export const finishActions = ['hover', 'goHome', 'land', 'gotoFirst'] as const;

export const routeWarning = z.object({
  code: z.string(),
  /** True when the route must not be sent to a dock. */
  blocking: z.boolean(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type RouteWarning = z.output<typeof routeWarning>;

export const waypoint = z.object({
  lng: longitude,
  lat: latitude,
  height: z.number(),
  heightMode: z.enum(heightModes),
  speed: z.number(),
  actions: z.array(z.object({ func: z.string(), params: z.record(z.string(), z.string()) })),
});
export type Waypoint = z.output<typeof waypoint>;

/** A line of a route file: the number by which the aircraft reports it, and its waypoints. */
export const routeLine = z.object({ id: z.number().int().min(0), waypoints: z.number().int().min(0) });
export type RouteLine = z.output<typeof routeLine>;

/**
 * Place of a waypoint among those of all lines, from 0; null: not known.
 *
 * @param lines null: there is one, whatever its number
 */
export function waypointOfLines(
  lines: readonly RouteLine[] | null,
  { wayline, waypoint: index }: { wayline: number | null; waypoint: number | null },
): number | null {
  if (index === null || !lines || lines.length < 2) return index;
  let before = 0;
  for (const { id, waypoints } of lines) {
    if (id === wayline) return before + Math.min(index, Math.max(0, waypoints - 1));
    before += waypoints;
  }
  return null;
}

export const routeRecord = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  name: z.string(),
  type: z.enum(routeTypes),
  creationMethod: z.enum(['DJI', 'own']),
  /** Of all lines together. */
  waypointCount: z.number().int(),
  /** In the order in which they are flown; null: it was stored as one line. */
  lines: z.array(routeLine).max(limits.route.waypoints).nullable(),
  /** Metres along the line. */
  length: z.number(),
  /** Estimated seconds in the air on the line. */
  duration: z.number(),
  /** Estimated seconds from take-off to landing; null: it is not known where it takes off. */
  flightTime: z.number().nullable(),
  /** m/s. */
  speed: z.number(),
  heightMode: z.enum(heightModes),
  maxHeight: z.number(),
  takeOffSecurityHeight: z.number(),
  finishAction: z.enum(finishActions),
  /** DJI key of the aircraft the file was made for, such as 0-91-1; null when unknown. */
  droneModel: z.string().nullable(),
  droneModelName: z.string().nullable(),
  warnings: z.array(routeWarning),
  /** SHA-256 of the file as reviewed at import or last save. */
  checksum: z.string(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  /** Of the saved plan: each save has the next one. */
  number: z.number().int().optional(),
  allowed: z.array(z.string()),
});
export type RouteRecord = z.output<typeof routeRecord>;
export const routeDetail = routeRecord.extend({ waypoints: z.array(waypoint) });
export type RouteDetail = z.output<typeof routeDetail>;
