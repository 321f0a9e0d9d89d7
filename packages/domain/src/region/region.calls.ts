import { z } from 'zod';
import { call } from '../call.ts';
import { listCalls, tableCalls } from '../list-calls.ts';
import { latitude, oid, optionalText, text } from '../shape.ts';
import { areaDock } from './flight-area.ts';
import {
  drawnGeometry,
  regionFields,
  regionKinds,
  regionRecord,
  regionShapes,
  shownRegion,
} from './region.ts';
import { limits } from './region.room.ts';

const { places, placesAnswered, rows, touched, fileBytes } = limits.region;
const readers = [
  '/ZoneManagementPage',
  '/DeviceAll',
  '/RoutePlanning',
  '/FlyArrange',
  '/PortMonitorSee',
] as const;
const writers = ['region:edit'] as const;

const listed = {
  path: '/nebula-five/region',
  word: 'region',
  many: 'Regions',
  one: 'one region',
  readers,
  writers,
  refuses: ['regionsFull'],
  filters: {
    keyword: optionalText(64).optional(),
    kind: z.enum(regionKinds).optional(),
    shape: z.enum(regionShapes).optional(),
    group: optionalText(64).optional(),
    enabled: z.boolean().optional(),
    sort: z.enum(['-createdAt', 'createdAt', 'name', '-area', '-updatedAt']).optional(),
  },
} as const;

const optional = <T extends Record<string, z.ZodType>>(fields: T): { [K in keyof T]: z.ZodOptional<T[K]> } =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.optional()])) as never;

/** A box of degrees; `east` may lie beyond 180 where it crosses the antimeridian. */
const box = z.object({
  west: z.number().min(-540).max(540),
  south: latitude,
  east: z.number().min(-540).max(540),
  north: latitude,
});

const leg = z.object({
  /** Waypoints counted from 1; 0 and the number behind the last are the dock. */
  from: z.number().int(),
  to: z.number().int(),
});
const named = z.object({ oid, name: z.string() });

/** What a change of regions touches. */
export const regionImpact = z.object({
  routes: z.array(
    named.extend({
      waypointCount: z.number().int(),
      legs: z.array(leg),
      /** Of the region that is to be: legs that lie in it, or outside one to stay in. */
      against: z.boolean(),
      tasks: z.array(named),
      /** Flights that wait or fly. */
      flights: z.array(z.object({ oid, dockName: z.string(), state: z.enum(['created', 'inFlight']) })),
    }),
  ),
  /** More routes are touched than are named, or could be looked at. */
  more: z.boolean(),
});
export type RegionImpact = z.output<typeof regionImpact>;

export const importedRegion = z.object({
  row: z.number().int(),
  name: z.string(),
  shape: z.enum(regionShapes).nullable(),
  geometry: drawnGeometry.nullable(),
  radius: z.number().nullable(),
  colour: z.string().nullable(),
  places: z.number().int(),
  issues: z.array(z.object({ path: z.string(), rule: z.string(), message: z.string() })),
});
export type ImportedRegion = z.output<typeof importedRegion>;

const base = listCalls({
  ...listed,
  record: regionRecord,
  add: {
    groupOID: oid.optional(),
    name: text(64),
    geometry: drawnGeometry,
    ...optional(regionFields),
  },
  edit: { name: text(64).optional(), geometry: drawnGeometry.optional(), ...optional(regionFields) },
});

export const regionCalls = {
  ...base,
  export: tableCalls(listed).export,
  shown: call({
    method: 'POST',
    path: '/nebula-five/region/shown.rest',
    effect: 'reads',
    summary: `Regions of the own department and below as they are drawn, within a box; so many that they have ${placesAnswered} places together`,
    permission: readers,
    request: z.object({ bounds: box.optional() }),
    response: z.object({ list: z.array(shownRegion), leftOut: z.number().int() }),
  }),
  groups: call({
    method: 'POST',
    path: '/nebula-five/region/groups.rest',
    effect: 'reads',
    summary: 'The names under which regions are put together',
    permission: readers,
    request: z.object({}),
    response: z.object({ list: z.array(z.string()) }),
  }),
  impact: call({
    method: 'POST',
    path: '/nebula-five/region/impact.rest',
    effect: 'reads',
    summary: `What a change would touch, leg by leg: routes with their tasks and open flights, at most ${touched}`,
    permission: writers,
    request: z.object({
      /** The region that is to be changed; without it a new one. */
      oid: oid.optional(),
      /** As it is to be; without it the region is removed. */
      draft: z
        .object({
          kind: z.enum(regionKinds),
          geometry: drawnGeometry,
          radius: regionFields.radius.optional(),
          width: regionFields.width.optional(),
        })
        .optional(),
    }),
    response: regionImpact,
  }),
  upload: call({
    method: 'POST',
    path: '/nebula-five/region/upload.rest',
    effect: 'changes',
    audit: 'region.upload',
    refuses: ['regionFile', 'regionFileTooBig', 'regionRows', 'regionsFull', 'tooManyRequests'],
    summary: `Read regions from KML, KMZ, GeoJSON or a zipped Shapefile, at most ${rows} of ${places} places each; with preview=true rows are judged and nothing is stored`,
    permission: writers,
    upload: { maxBytes: fileBytes },
    request: z.object({
      preview: z.enum(['true', 'false']).optional(),
      /** Rows that are added, by their numbers with commas between; missing: all, and then none may be at fault. */
      rows: z
        .string()
        .regex(/^\d{1,4}(,\d{1,4}){0,999}$/)
        .optional(),
      kind: z.enum(regionKinds).optional(),
      group: optionalText(64).optional(),
      groupOID: oid.optional(),
    }),
    response: z.object({
      rows: z.array(importedRegion),
      added: z.number().int(),
      /** More stood in the file than are read. */
      more: z.boolean(),
    }),
  }),
  areas: call({
    method: 'POST',
    path: '/nebula-five/region/areas.rest',
    effect: 'reads',
    summary: 'How the custom flight areas of each dock stand',
    permission: readers,
    request: z.object({ dockOID: oid.optional() }),
    response: z.object({ list: z.array(areaDock) }),
  }),
  sendAreas: call({
    method: 'POST',
    path: '/nebula-five/region/sendAreas.rest',
    effect: 'changes',
    audit: 'region.sendAreas',
    refuses: ['areasUnfit', 'areasEmpty', 'notProved'],
    summary:
      'Give docks the regions to stay in and out of as custom flight areas, as soon as each is idle with its aircraft inside; and again whenever they change',
    permission: ['region:send'],
    request: z.object({ oids: z.array(oid).min(1).max(200) }),
    response: z.object({ list: z.array(areaDock) }),
  }),
  eraseAreas: call({
    method: 'POST',
    path: '/nebula-five/region/eraseAreas.rest',
    effect: 'changes',
    audit: 'region.eraseAreas',
    refuses: ['notProved'],
    summary:
      'Erase all custom flight areas of one aircraft, those of others too; `name` is that of its dock, as it was confirmed',
    permission: ['region:send'],
    request: z.object({ oid, name: text(64) }),
    response: z.object({ list: z.array(areaDock) }),
  }),
};
