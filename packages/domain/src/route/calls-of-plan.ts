import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { limits } from '../limits.ts';
import {
  byOid,
  listOf,
  mostWhole,
  oid,
  optionalText,
  pageShape,
  recordVersion,
  sentInstant,
  text,
} from '../shape.ts';
import { tableTypes } from '../table.ts';
import { fileRefusals, makingRefusals } from './route.room.ts';
import { modelKey, routePlan } from './route-plan.ts';
import { routeDetail, routeRecord } from './route.ts';

const readers = [
  '/RoutePlanning',
  '/FlyArrange',
  '/TaskManagerNew',
  '/PortMonitorSee',
] as const satisfies CallPermission;

/** What a saved version changed against the one before it, as words that a reader's language has. */
export const planChange = z.object({
  what: z.enum([
    'drawn',
    'imported',
    'copied',
    'restored',
    'recorded',
    'type',
    'pointsAdded',
    'pointsRemoved',
    'pointsMoved',
    'pointsChanged',
    'settings',
    'area',
    'interest',
    'photos',
    'acknowledged',
  ]),
  /** `count`; or `field`, `from` and `to` of a setting; or `number` of the version that was restored. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type PlanChange = z.output<typeof planChange>;

export const routeVersion = z.object({
  number: z.number().int(),
  createdAt: sentInstant,
  createdBy: z.string(),
  summary: z.array(planChange),
  /** SHA-256 of the file of this version. */
  checksum: z.string(),
  waypointCount: z.number().int(),
  /** Metres along the line. */
  length: z.number(),
  /** Estimated seconds on the line. */
  duration: z.number(),
});
export type RouteVersion = z.output<typeof routeVersion>;

export const planDetail = z.object({
  oid,
  name: z.string(),
  remark: z.string(),
  groupOID: oid,
  /** Of the record; an edit that names another is stopped. */
  version: recordVersion,
  /** Of the saved plan; each save of a plan has the next one. */
  number: z.number().int(),
  plan: routePlan,
  /** Made from an imported file: elements of it that no plan knows are written back on every save. */
  origin: z.boolean(),
  usedBy: z.object({ tasks: z.number().int(), flights: z.number().int() }),
  allowed: z.array(z.string()),
});
export type PlanDetail = z.output<typeof planDetail>;

/** Content types of an exported route, by the format that a request asks for. */
export const routeFileTypes = {
  kmz: 'application/vnd.google-earth.kmz',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
  ...tableTypes,
} as const;
export type RouteFileFormat = keyof typeof routeFileTypes;

const figures = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);
/** Of a plan whose points come from a file of elsewhere also what is wrong with that file. */
const ofOrigin = fileRefusals.filter((reason) => reason !== 'kmzTooBig');
/** A verdict is made in a thread that many wait for, over a plan that may be out of a file. */
const judging = ['routeChanged', 'kmzTooBig', 'tooManyRequests'] as const;

const planBytes = { maxBytes: limits.route.plan.bytes };

/** Calls around the plan of a route. @param path where the calls of the room begin */
export const planCalls = (path: string) => ({
  add: call({
    method: 'POST',
    path: `${path}/add.rest`,
    effect: 'changes',
    audit: 'route.add',
    refuses: [...makingRefusals],
    summary:
      'Save a drawn route; its file is written from the plan, what must not be flown is said in its warnings',
    permission: ['route:edit'],
    arrival: planBytes,
    request: z.object({
      name: text(64),
      remark: optionalText(300).optional(),
      groupOID: oid.optional(),
      plan: routePlan,
    }),
    response: routeDetail,
  }),
  edit: call({
    method: 'POST',
    path: `${path}/edit.rest`,
    effect: 'changes',
    audit: 'route.edit',
    refuses: [...makingRefusals, ...ofOrigin, 'routeChanged'],
    summary: 'Rename a route, change its remark, or save its plan as the next version',
    permission: ['route:edit'],
    arrival: planBytes,
    request: z.object({
      oid,
      version: recordVersion.optional(),
      name: text(64).optional(),
      remark: optionalText(300).optional(),
      plan: routePlan.optional(),
    }),
    response: routeRecord,
  }),
  splitFlights: call({
    method: 'POST',
    path: `${path}/splitFlights.rest`,
    effect: 'changes',
    audit: 'route.add',
    refuses: [...makingRefusals, 'routeChanged', 'splitNeedless', 'splitImpossible', 'splitTooMany'],
    summary:
      'Store a route that asks for more than a battery gives, as one dock flies it, as one route for each flight, all or none; the route itself stays',
    permission: ['route:edit'],
    request: z.object({ oid, dockOID: oid.optional() }),
    response: z.object({ list: z.array(routeRecord) }),
  }),
  getPlan: call({
    method: 'GET',
    path: `${path}/getPlan.rest`,
    effect: 'reads',
    refuses: ['routeChanged'],
    summary: 'The plan of a route, or of an earlier version of it',
    permission: readers,
    request: z.object({ oid, number: figures.optional() }),
    response: planDetail,
  }),
  versions: call({
    method: 'POST',
    path: `${path}/queryVersion.rest`,
    effect: 'reads',
    summary: 'Saved versions of a route, the last one first',
    permission: readers,
    request: z.object({ oid, ...pageShape }),
    response: listOf(routeVersion),
  }),
  versionRestore: call({
    method: 'POST',
    path: `${path}/restoreVersion.rest`,
    effect: 'changes',
    audit: 'route.edit',
    refuses: [...judging],
    summary: 'Save an earlier version again as the next one',
    permission: ['route:edit'],
    request: z.object({
      oid,
      number: z.number().int().min(1).max(mostWhole),
      version: recordVersion.optional(),
    }),
    response: routeRecord,
  }),
  copy: call({
    method: 'POST',
    path: `${path}/copy.rest`,
    effect: 'changes',
    audit: 'route.copy',
    refuses: [...judging],
    summary: 'A new route with the same plan and file',
    permission: ['route:edit'],
    request: z.object({ oid, name: text(64).optional() }),
    response: routeRecord,
  }),
  exportFile: call({
    method: 'GET',
    path: `${path}/exportFile.rest`,
    effect: 'reads',
    audit: 'route.download',
    refuses: [...makingRefusals, ...ofOrigin, 'routeChanged', 'routeBlocked'],
    summary: 'A route as a file for an aircraft, a map or a table; a route that must not be flown has no KMZ',
    permission: readers,
    request: z.object({
      ...byOid.shape,
      as: z.enum(Object.keys(routeFileTypes) as [RouteFileFormat, ...RouteFileFormat[]]),
      drone: modelKey.optional(),
      payload: z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number)
        .optional(),
      wpmlVersion: z
        .string()
        .regex(/^1\.0\.\d{1,2}$/)
        .optional(),
    }),
    response: z.unknown(),
    bytes: Object.values(routeFileTypes),
  }),
});
