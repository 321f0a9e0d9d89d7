import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { cockpitPages } from '../cockpit/cockpit.ts';
import { limits } from '../limits.ts';
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
import { tableBytes, tableFormat } from '../table.ts';
import {
  errorFamilies,
  errorRecord,
  errorSources,
  healthComponents,
  healthDevices,
  healthRecord,
  messageDetail,
  messageDirections,
  messageKinds,
  messageRecord,
  standingAlarm,
  unusableRecord,
} from './device-health.ts';

const readers = ['/personalInfo'] as const;
/** Pages on which records of devices stand. */
const recordPages = ['/DaJiAirport', '/UAVAdmin', '/PTZAdmin', '/BatteryAdmin'] as const;
const editors = ['device-health:edit'] as const;

const level = z.number().int().min(0).max(2);
const code = text(32);
const period = {
  /** From this moment on, and before that one. */
  from: instant.optional(),
  to: instant.optional(),
  /** Anywhere in code, meaning, note or the name of the dock, among the newest rows that match otherwise. */
  keyword: optionalText(64).optional(),
  dockOID: oid.optional(),
  droneOID: oid.optional(),
  flightOID: oid.optional(),
};
const codedFilters = {
  ...period,
  level: level.optional(),
  module: z.number().int().min(0).max(999).optional(),
  code: code.optional(),
  inTheSky: z.boolean().optional(),
  /** Has somebody written what was done about it. */
  handled: z.boolean().optional(),
};
const healthFilters = {
  ...codedFilters,
  device: z.enum(healthDevices).optional(),
  component: z.enum(healthComponents).optional(),
  state: z.enum(['open', 'cleared']).optional(),
};
const errorFilters = {
  ...codedFilters,
  family: z.enum(errorFamilies).optional(),
  source: z.enum(errorSources).optional(),
};
const messageFilters = {
  ...period,
  device: z.enum(healthDevices).optional(),
  direction: z.enum(messageDirections).optional(),
  kind: z.enum(messageKinds).optional(),
  method: text(128).optional(),
  /** Only those that a device answered with an error. */
  failed: z.boolean().optional(),
};
const editRequest = z.object({ oid, note: optionalText(limits.deviceHealth.noteMax) });

/** Reading calls of a log whose rows belong to departments. */
const reading = <Filters extends z.ZodRawShape, Row extends z.ZodType, One extends z.ZodType>(log: {
  group: string;
  /** Its name in the audit log. */
  word: string;
  what: string;
  filters: Filters;
  record: Row;
  one: One;
}) => {
  const path = (word: string) => `/nebula-five/${log.group}/${word}.rest`;
  const permission: CallPermission = readers;
  return {
    query: call({
      method: 'POST',
      path: path('query'),
      effect: 'reads',
      summary: `${log.what} of the own department and below, newest first`,
      permission,
      request: z.object({ ...pageShape, ...log.filters }),
      response: listOf(log.record),
    }),
    get: call({
      method: 'GET',
      path: path('get'),
      effect: 'reads',
      summary: `${log.what}: one`,
      permission,
      request: byOid,
      response: log.one,
    }),
    export: call({
      method: 'POST',
      path: path('export'),
      effect: 'reads',
      audit: `${log.word}.export`,
      summary: `${log.what} as a table, at most ${limits.deviceHealth.exportRows} rows`,
      permission,
      request: z.object({ ...log.filters, groupOID: oid.optional(), format: tableFormat }),
      response: z.unknown(),
      bytes: tableBytes,
    }),
  };
};

/** What the spec's groups have besides. */
const grouped = <Filters extends z.ZodRawShape, Row extends z.ZodType>(log: {
  group: string;
  /** Its name in the audit log. */
  word: string;
  what: string;
  filters: Filters;
  record: Row;
}) => {
  const path = (word: string) => `/nebula-five/${log.group}/${word}.rest`;
  return {
    queryCount: call({
      method: 'POST',
      path: path('queryCount'),
      effect: 'reads',
      summary: `${log.what}: how many match, counted to ${limits.deviceHealth.countMost}`,
      permission: readers,
      request: z.object(log.filters),
      response: countResult,
    }),
    query4Dep: call({
      method: 'POST',
      path: path('query4Dep'),
      effect: 'reads',
      summary: `${log.what} of one department and below`,
      permission: readers,
      request: z.object({ ...pageShape, ...log.filters, groupOID: oid }),
      response: listOf(log.record),
    }),
    edit: call({
      method: 'POST',
      path: path('edit'),
      effect: 'changes',
      audit: `${log.word}.edit`,
      summary: `${log.what}: write what was done about it; empty takes the note away`,
      permission: editors,
      request: editRequest,
      response: log.record,
    }),
    remove: call({
      method: 'POST',
      path: path('delete'),
      effect: 'changes',
      audit: `${log.word}.delete`,
      summary: `${log.what}: hide from the lists, all or none; the rows stay`,
      permission: editors,
      request: deleteRequest,
      response: done,
    }),
  };
};

const health = { group: 'hms', word: 'hms', what: 'Alarms', filters: healthFilters, record: healthRecord };
const errors = {
  group: 'flightErrorLog',
  word: 'deviceException',
  what: 'Exceptions',
  filters: errorFilters,
  record: errorRecord,
};

const alarms = reading({ ...health, one: healthRecord });

export const deviceHealthCalls = {
  ...alarms,
  // The record of a device shows what stands of it.
  query: { ...alarms.query, permission: [...readers, ...recordPages] as const },
  ...grouped(health),
  standing: call({
    method: 'POST',
    path: '/nebula-five/hms/standing.rest',
    effect: 'reads',
    summary:
      'Docks and aircraft of the own department and below with open cautions or warnings: the worst one of each, and how many there are',
    permission: [...readers, '/DeviceAll', '/PortMonitorSee', ...cockpitPages],
    request: z.object({}),
    response: z.object({
      list: z.array(standingAlarm),
      /** More devices have alarms than one answer holds. */
      more: z.boolean(),
    }),
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/hms/add.rest',
    effect: 'changes',
    audit: 'hms.add',
    refuses: ['deviceOnly'],
    summary: 'Report an alarm, or that it has cleared; only for the account of a device driver',
    permission: editors,
    request: z.object({
      dockOID: oid,
      device: z.enum(healthDevices),
      code,
      level,
      module: z.number().int().min(0).max(999).optional(),
      inTheSky: z.boolean().default(false),
      /** Which part: 0 for the first, the left or the front one. */
      sensorIndex: z.number().int().min(0).max(999).optional(),
      componentIndex: z.number().int().min(0).max(999).optional(),
      cleared: z.boolean().default(false),
    }),
    response: healthRecord,
  }),
};

export const flightErrorCalls = {
  ...reading({ ...errors, one: errorRecord }),
  ...grouped(errors),
  add: call({
    method: 'POST',
    path: '/nebula-five/flightErrorLog/add.rest',
    effect: 'changes',
    audit: 'deviceException.add',
    refuses: ['deviceOnly'],
    summary: 'Report an exception; only for the account of a device driver',
    permission: editors,
    request: z.object({
      dockOID: oid,
      flightOID: oid.optional(),
      family: z.enum(errorFamilies).default('error'),
      code,
      level: level.default(1),
      module: z.number().int().min(0).max(999).optional(),
      method: text(128).optional(),
      inTheSky: z.boolean().default(false),
      remark: optionalText(500).optional(),
    }),
    response: errorRecord,
  }),
};

export const deviceMessageCalls = {
  ...reading({
    group: 'deviceMessage',
    word: 'deviceMessage',
    what: 'Messages from and to devices',
    filters: messageFilters,
    record: messageRecord,
    one: messageDetail,
  }),
  unusable: call({
    method: 'POST',
    path: '/nebula-five/deviceMessage/unusable.rest',
    effect: 'reads',
    summary: 'What a dock and its aircraft sent and could not be used, by reason, with a sample',
    permission: ['/DaJiAirport', '/PortMonitorSee', '/RobotAdmin'],
    request: byOid,
    response: z.object({ list: z.array(unusableRecord) }),
  }),
};
