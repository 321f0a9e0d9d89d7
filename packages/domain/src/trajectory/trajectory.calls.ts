import { z } from 'zod';
import { call } from '../call.ts';
import { cockpitPages } from '../cockpit/cockpit.ts';
import { gateItem } from '../flight/flight.ts';
import { instant, latitude, longitude, oid, optionalText, sentInstant } from '../shape.ts';
import { limits } from './trajectory.room.ts';

const bound = limits.trajectory;
const figure = z.number().nullable();

/** What has a place. */
export const placedKinds = ['dock', 'drone', 'remoteController', 'robot'] as const;
export type PlacedKind = (typeof placedKinds)[number];

/**
 * A recorded moment of a device. Heights in metres: `height` above the ellipsoid, `elevation` above take-off. Speeds in
 * m/s, angles in degrees; a null was not reported.
 */
export const trackPoint = z.object({
  at: sentInstant,
  lng: longitude,
  lat: latitude,
  height: figure,
  elevation: figure,
  speedH: figure,
  speedV: figure,
  head: figure,
  percent: figure,
  gimbalPitch: figure,
  gimbalYaw: figure,
  flightOID: z.string().nullable(),
  /** Nothing was recorded for a while before it: no line leads to it. */
  gap: z.boolean(),
});
export type TrackPoint = z.output<typeof trackPoint>;

const span = { deviceOID: oid, from: instant, to: instant };
type Span = { from: number; to: number };
const ordered = <T extends z.ZodType<Span>>(request: T): T =>
  request.refine(({ from, to }) => to > from && to - from <= bound.span, { path: ['to'] });

/** A place of a device as it was last known, and when. */
export const lastPlace = z.object({
  oid,
  kind: z.enum(placedKinds),
  name: z.string(),
  /** What it signs in by, or its dock; what live messages name. */
  linkOID: oid,
  lng: longitude,
  lat: latitude,
  height: figure,
  /** When it was heard last; null: not known. */
  at: sentInstant.nullable(),
  /** Of that, by the server's clock, ms. */
  ageMs: figure,
  online: z.boolean(),
  airborne: z.boolean(),
});
export type LastPlace = z.output<typeof lastPlace>;

const area = z.object({
  oid,
  /** `reach`: as far as an aircraft lets itself go from its dock. */
  kind: z.enum(['region', 'reach']),
  name: z.string(),
  groupOID: oid,
  /** Of a region, GeoJSON. */
  geometry: z.unknown(),
  /** Of a reach. Metres. */
  centre: z.object({ lng: longitude, lat: latitude }).nullable(),
  radius: figure,
});

export const nearestCandidate = z.object({
  dockOID: oid,
  dockName: z.string(),
  droneName: z.string().nullable(),
  /** Metres in a straight line over the ground. */
  distance: z.number(),
  /** Of the flight alone, at the speed that was asked for; opening the dock and climbing come on top. */
  seconds: z.number(),
  percent: figure,
  /** What flying there and back and the reserve would take by the rated time of its model; null: not known. */
  percentNeeded: figure,
  ready: z.boolean(),
  /** Items of the pre-flight gate that keep it back, as far as what was last stored of it says. */
  items: z.array(gateItem),
  at: sentInstant.nullable(),
});
export type NearestCandidate = z.output<typeof nearestCandidate>;

export const trajectoryCalls = {
  search: call({
    method: 'POST',
    path: '/nebula-five/trajectory/search.rest',
    effect: 'reads',
    summary:
      'Where an aircraft, a remote controller or a robot moved in a span of at most 366 days, thinned: the first, the last, the extremes and the ends of every gap are kept',
    permission: ['/DeviceAll'],
    request: ordered(
      z.object({
        ...span,
        most: z.number().int().min(50).max(bound.points).default(2_000),
        /** Metres that the thinned line may lie beside the recorded one. */
        tolerance: z.number().min(0).max(10_000).default(0),
      }),
    ),
    response: z.object({
      kind: z.enum(placedKinds),
      name: z.string(),
      /** Points that were recorded in the span. */
      total: z.number().int(),
      thinned: z.boolean(),
      points: z.array(trackPoint),
    }),
  }),
  points: call({
    method: 'POST',
    path: '/nebula-five/trajectory/points.rest',
    effect: 'reads',
    summary: 'Every recorded point of a span, in pages: `next` of an answer is `after` of the next request',
    permission: ['/DeviceAll'],
    request: ordered(
      z.object({
        ...span,
        after: instant.optional(),
        pageSize: z.number().int().min(1).max(bound.points).default(1_000),
      }),
    ),
    response: z.object({ points: z.array(trackPoint), next: sentInstant.nullable() }),
  }),
  export: call({
    method: 'POST',
    path: '/nebula-five/trajectory/export.rest',
    effect: 'reads',
    audit: 'trajectory.export',
    summary: 'Every recorded point of a span as a file',
    permission: ['/DeviceAll'],
    request: ordered(z.object({ ...span, format: z.enum(['geojson', 'kml', 'csv']) })),
    response: z.unknown(),
    bytes: ['application/geo+json', 'application/vnd.google-earth.kml+xml', 'text/csv; charset=utf-8'],
  }),
  places: call({
    method: 'POST',
    path: '/nebula-five/uavpoint/search.rest',
    effect: 'reads',
    summary: 'Last known places of docks, aircraft, remote controllers and robots, each with its age',
    permission: ['/DeviceAll', ...cockpitPages],
    request: z.object({
      /** Degrees; `west` greater than `east` crosses the antimeridian. */
      bounds: z.object({ west: longitude, south: latitude, east: longitude, north: latitude }).optional(),
      kinds: z.array(z.enum(placedKinds)).min(1).max(placedKinds.length).optional(),
      keyword: optionalText(64).optional(),
    }),
    response: z.object({
      list: z.array(lastPlace),
      /** There are more than one answer holds. */
      more: z.boolean(),
    }),
  }),
  areas: call({
    method: 'GET',
    path: '/nebula-five/uavarea/all.rest',
    effect: 'reads',
    summary:
      'Every area that concerns the devices of the own department and below: drawn regions, and how far the aircraft of each dock lets itself go by the limit that it reported',
    permission: ['/DeviceAll'],
    request: z.object({}),
    response: z.object({ list: z.array(area) }),
  }),
  nearest: call({
    method: 'POST',
    path: '/nebula-five/uavpoint/nearest.rest',
    effect: 'reads',
    summary: 'Docks by distance from a point, with what keeps each back; nothing is sent to them',
    permission: ['/DeviceAll'],
    request: z.object({
      lng: longitude,
      lat: latitude,
      /** m/s. */
      speed: z.number().min(1).max(25).default(12),
    }),
    response: z.object({ list: z.array(nearestCandidate), speed: z.number() }),
  }),
};
