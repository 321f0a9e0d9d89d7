import { z } from 'zod';
import { call } from '../call.ts';
import { limits } from '../limits.ts';
import { oid, optionalText, text } from '../shape.ts';
import { tableRefusals, tableTypes } from '../table.ts';
import { makingRefusals } from './route.room.ts';
import { planHeightModes, routePlan } from './route-plan.ts';
import { routeDetail, routeRecord } from './route.ts';

const yesNo = z.enum(['true', 'false']).optional();

/** What is wrong in a file of points: all of it is said at once. */
export const routeRow = z.object({
  /** Counted from 1, as a spreadsheet program shows it. */
  row: z.number().int(),
  /** The field; empty for the row as a whole. */
  column: z.string(),
  value: z.string(),
  /** Word of the phrase `route.row.<reason>`. */
  reason: z.string(),
});
export type RouteRow = z.output<typeof routeRow>;

/** What was read of a file. */
export const pointFile = z.object({
  /** Null where there are faults. */
  plan: routePlan.nullable(),
  /** The first faults, by row. */
  rows: z.array(routeRow),
  /** How many faults there are. */
  faults: z.number().int(),
  /** Longitude and latitude look exchanged: ask, and send it again with `swap`. */
  swapped: z.boolean(),
});
export type PointFile = z.output<typeof pointFile>;

/** Calls by which points come from tables and maps, and from a flight that was flown by hand. @param path, app where the calls of the room and of pilots begin */
export const routeTableCalls = (path: string, app: string) => ({
  uploadExcel: call({
    method: 'POST',
    path: `${path}/uploadExcel.rest`,
    effect: 'changes',
    audit: 'route.import',
    refuses: [...tableRefusals, 'routeRows', ...makingRefusals],
    summary: 'A route from the filled-in table of points; with preview=true nothing is stored',
    permission: ['route:edit'],
    upload: { maxBytes: limits.table.bytes },
    request: z.object({
      name: optionalText(64).optional(),
      remark: optionalText(300).optional(),
      swap: yesNo,
      preview: yesNo,
    }),
    response: routeDetail.partial().extend(pointFile.shape),
  }),
  downloadExcel: call({
    method: 'GET',
    path: `${path}/downloadExcel.rest`,
    effect: 'reads',
    summary: 'The empty table of points, in one of the three languages',
    permission: ['route:edit'],
    request: z.object({ language: z.enum(['zh-CN', 'en', 'ar']).optional() }),
    response: z.unknown(),
    bytes: tableTypes.xlsx,
  }),
  uploadFile: call({
    method: 'POST',
    path: `${path}/uploadFile.rest`,
    effect: 'changes',
    audit: { none: 'Nothing is stored: the editor takes the plan over.' },
    refuses: [...tableRefusals, 'routeFile', 'tooManyRequests'],
    summary: 'Points or an area out of a CSV, XLSX, KML, KMZ or GeoJSON file as a plan to draw on',
    permission: ['route:edit'],
    upload: { maxBytes: limits.route.kmzBytes },
    request: z.object({
      as: z.enum(['points', 'area']),
      swap: yesNo,
      /** What heights of the file are above; missing: as the file says, else take-off. */
      heightMode: z.enum(planHeightModes).optional(),
      preview: yesNo,
    }),
    response: pointFile,
  }),
  newroute: call({
    method: 'POST',
    path: `${app}/newroute.rest`,
    effect: 'changes',
    audit: 'route.record',
    refuses: ['recordingUnderWay'],
    summary: 'Begin to record the flight of an aircraft as a route',
    permission: ['route:edit'],
    request: z.object({
      /** One of both: the aircraft of a dock, or one that a pilot flies. */
      dockOID: oid.optional(),
      droneOID: oid.optional(),
      name: text(64).optional(),
    }),
    response: z.object({ recordingOID: oid, startedAt: z.number().int() }),
  }),
  end: call({
    method: 'POST',
    path: `${app}/end.rest`,
    effect: 'changes',
    audit: ['route.add', 'route.record'],
    refuses: ['recordingEmpty', ...makingRefusals],
    summary:
      'End a recording: the flown path, thinned, with its photos, becomes a route; or nothing with discard',
    permission: ['route:edit'],
    request: z.object({
      recordingOID: oid,
      name: text(64).optional(),
      discard: z.boolean().optional(),
      /** Metres by which the route may miss the flown path. */
      tolerance: z.number().min(0.5).max(50).default(2),
    }),
    response: z.object({ route: routeRecord.nullable() }),
  }),
});
