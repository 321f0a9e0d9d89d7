import { z } from 'zod';
import { call } from '../call.ts';
import {
  byOid,
  countResult,
  deleteRequest,
  done,
  instant,
  listOf,
  oid,
  optionalText,
  pageShape,
  text,
} from '../shape.ts';
import { requireAiRange } from './choices.ts';
import {
  arrangementShape,
  flightOutcomes,
  flightRecord,
  flightStates,
  gateItem,
  mediaRecord,
} from './flight.ts';

const readers = [
  'flight:view',
  '/TaskManagerNew',
  '/FlyArrange',
  '/PortMonitorSee',
  '/DataStatistics',
] as const;
const filters = {
  keyword: optionalText(64).optional(),
  state: z.enum(flightStates).optional(),
  outcome: z.enum(flightOutcomes).optional(),
  dockOID: oid.optional(),
  droneOID: oid.optional(),
  taskOID: oid.optional(),
  seriesOID: oid.optional(),
  assigneeOID: oid.optional(),
  from: instant.optional(),
  to: instant.optional(),
  sort: z.enum(['-createdAt', 'createdAt', '-startTime', 'startTime']).optional(),
};
const { dockOID: _dock, ...rearranged } = arrangementShape;
/** What is left out stays as it is. */
const editable = z.object(rearranged).partial().shape;
const position = z.array(z.number()).min(2).max(3);

/** The record of a dock or an aircraft shows its flights. */
const recordPages = ['/DaJiAirport', '/UAVAdmin'] as const;

export const flightCalls = {
  query: call({
    method: 'POST',
    path: '/nebula-five/uavflight/query.rest',
    effect: 'reads',
    summary: 'Flights of the own department and below',
    permission: [...readers, ...recordPages, '/asyncTable'],
    request: z.object({ ...pageShape, ...filters }),
    response: listOf(flightRecord),
  }),
  queryCount: call({
    method: 'POST',
    path: '/nebula-five/uavflight/queryCount.rest',
    effect: 'reads',
    summary: 'How many flights match',
    permission: readers,
    request: z.object(filters),
    response: countResult,
  }),
  query4Dep: call({
    method: 'POST',
    path: '/nebula-five/uavflight/query4Dep.rest',
    effect: 'reads',
    summary: 'Flights of one department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters, groupOID: oid }),
    response: listOf(flightRecord),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/uavflight/get.rest',
    effect: 'reads',
    summary: 'One flight with its pre-flight gate',
    permission: readers,
    request: byOid,
    response: flightRecord,
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/uavflight/add.rest',
    effect: 'changes',
    audit: 'flight.add',
    refuses: [
      'inUse',
      'routeChanged',
      'routeBlocked',
      'kmzTooBig',
      'tooManyRequests',
      'deviceRetired',
      'breakPointNone',
      'breakPointTaken',
      'breakPointStale',
      'breakPointDock',
      'partTaken',
      'obstacleAhead',
      'taskCannotFly',
      'assigneeUnfit',
    ],
    summary:
      'Arrange a flight of a route on a dock, from its beginning or from where another flight broke off; without taskOID a manual task is made',
    permission: ['flight:edit'],
    request: z
      .object({
        ...arrangementShape,
        taskOID: oid.optional(),
        taskName: text(64).optional(),
        /** The flight that was broken off and goes on, from this dock or another one. */
        continues: oid.optional(),
      })
      .superRefine(requireAiRange),
    response: flightRecord,
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/uavflight/edit.rest',
    effect: 'changes',
    audit: 'flight.edit',
    refuses: [
      'flightOrdered',
      'flightChanged',
      'breakPointStale',
      'routeChanged',
      'routeBlocked',
      'kmzTooBig',
      'tooManyRequests',
      'deviceRetired',
      'assigneeUnfit',
    ],
    summary: 'Change a flight that waits and of which nothing was sent; it stays on its dock and in its task',
    permission: ['flight:edit'],
    request: z.object({ oid, ...editable }),
    response: flightRecord,
  }),
  remove: call({
    method: 'POST',
    path: '/nebula-five/uavflight/delete.rest',
    effect: 'changes',
    audit: 'flight.delete',
    refuses: ['flightStarted', 'flightHeld', 'startUnderWay', 'inUse'],
    summary: 'Delete flights that never started, all or none',
    permission: ['flight:edit'],
    request: deleteRequest,
    response: done,
  }),
  gate: call({
    method: 'GET',
    path: '/nebula-five/uavflight/gate.rest',
    effect: 'reads',
    summary: 'The pre-flight gate as it stands now; nothing is sent',
    permission: readers,
    request: byOid,
    response: z.object({ ready: z.boolean(), items: z.array(gateItem) }),
  }),
  track: call({
    method: 'GET',
    path: '/nebula-five/uavflight/getGEO.rest',
    effect: 'reads',
    summary: 'The flown track as GeoJSON; positions are lng, lat, height above the ellipsoid',
    permission: readers,
    request: byOid,
    response: z.object({
      type: z.literal('Feature'),
      geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
      properties: z.object({ times: z.array(z.number()), elevations: z.array(z.number().nullable()) }),
    }),
  }),
  media: call({
    method: 'GET',
    path: '/nebula-five/mediafile/flightMedia/{id}.rest',
    effect: 'reads',
    summary: 'Media of a flight',
    permission: readers,
    request: z.object({ id: oid }),
    response: z.object({ list: z.array(mediaRecord) }),
  }),
  preview: call({
    method: 'GET',
    path: '/nebula-five/mediafile/preview/{id}.rest',
    effect: 'reads',
    summary: 'The media file itself, its small picture, or the copy of a video that browsers play',
    permission: [...readers, '/AchievementDisplay'],
    cookieAllowed: true,
    request: z.object({
      id: oid,
      thumbnail: z.enum(['true', 'false']).optional(),
      playback: z.enum(['true', 'false']).optional(),
    }),
    response: z.unknown(),
    // What a browser may not show by itself is saved.
    bytes: ['image/jpeg', 'image/png', 'image/webp', 'video/mp4', 'application/octet-stream'],
  }),
};
