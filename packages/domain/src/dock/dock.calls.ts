import { z } from 'zod';
import { call } from '../call.ts';
import { historyCall } from '../history.ts';
import { limits } from '../limits.ts';
import { tableCalls } from '../list-calls.ts';
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
  recordVersion,
  sentInstant,
  text,
} from '../shape.ts';
import { parts } from '../device/device-parts.ts';
import { serial } from '../device/device.fields.ts';
import { deviceEventRow, dueByShape, upkeepItems } from '../device/device.ts';
import { dockParameter } from './dock-parameter.ts';
import { reportedCalls } from './calls-of-reports.ts';
import { dockRecord, dockStandings, maintenanceStates, vendors, workStates } from './dock.ts';

const dockFields = {
  name: text(64),
  groupOID: oid,
  windLimit: z.number().min(0).max(limits.gate.windLimitMps).optional(),
  firmware: optionalText(64).optional(),
  insuranceCompany: optionalText(50).optional(),
  policyNumber: optionalText(30).optional(),
  insuranceUntil: instant.nullable().optional(),
};

const readers = [
  '/DeviceAll',
  '/DataStatistics',
  '/DaJiAirport',
  '/TaskManagerNew',
  '/FlyArrange',
  '/PortMonitorSee',
] as const;
const filters = {
  keyword: optionalText(64).optional(),
  online: z.boolean().optional(),
  workState: z.enum(workStates).optional(),
  /** Docks of every standing where it is missing. */
  standing: z.enum(dockStandings).optional(),
  maintenance: z.enum(maintenanceStates).optional(),
  airworthy: z.boolean().optional(),
  sort: z.enum(['name', 'createdAt', '-createdAt']).optional(),
};

const standing = (verb: 'retire' | 'reinstate', summary: string) =>
  call({
    method: 'POST',
    path: `/nebula-five/uavdock/${verb}.rest`,
    effect: 'changes',
    audit: `dock.${verb}`,
    publishes: 'docks',
    refuses:
      verb === 'retire'
        ? ['deviceRetired', 'aircraftOut', 'inUse', 'ordersOpen', 'underControl']
        : ['deviceNotRetired'],
    summary,
    permission: ['dock:edit'],
    request: deleteRequest,
    response: done,
  });

const table = tableCalls({
  path: '/nebula-five/uavdock',
  word: 'dock',
  many: 'Docks',
  one: 'a dock',
  // Whoever flies sees docks, and takes none of them out.
  readers: ['/DaJiAirport'],
  writers: ['dock:edit'],
  refuses: ['snTaken'],
  filters,
});

export const dockCalls = {
  ...reportedCalls('/nebula-five/uavdockmonitor'),
  query: call({
    method: 'POST',
    path: '/nebula-five/uavdock/query.rest',
    effect: 'reads',
    summary: 'Docks of the own department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters }),
    response: listOf(dockRecord),
  }),
  queryCount: call({
    method: 'POST',
    path: '/nebula-five/uavdock/queryCount.rest',
    effect: 'reads',
    summary: 'How many docks match',
    permission: readers,
    request: z.object(filters),
    response: countResult,
  }),
  query4Dep: call({
    method: 'POST',
    path: '/nebula-five/uavdock/query4Dep.rest',
    effect: 'reads',
    summary: 'Docks of one department and below',
    permission: readers,
    request: z.object({ ...pageShape, ...filters, groupOID: oid }),
    response: listOf(dockRecord),
  }),
  get: call({
    method: 'GET',
    path: '/nebula-five/uavdock/get.rest',
    effect: 'reads',
    summary: 'One dock',
    permission: readers,
    request: byOid,
    response: dockRecord,
  }),
  add: call({
    method: 'POST',
    path: '/nebula-five/uavdock/add.rest',
    effect: 'changes',
    audit: 'dock.add',
    publishes: 'docks',
    refuses: ['snTaken'],
    summary:
      'Register a dock; the address of the broker and the secret for its sign-in there, shown this once',
    permission: ['dock:edit'],
    // Without a department it is the caller's own.
    request: z.object({
      ...dockFields,
      groupOID: oid.optional(),
      model: text(64),
      sn: serial,
      vendor: z.enum(vendors),
      droneSn: serial.optional(),
      /** It has to name a binding code of the organisation before anything of it is read. */
      bindByCode: z.boolean().optional(),
    }),
    response: dockRecord.extend({
      secret: z.string(),
      broker: z.string(),
      /** What has to be typed on it; null where it needs no code. */
      binding: z.object({ organizationId: z.string(), code: z.string(), expiresAt: sentInstant }).nullable(),
    }),
  }),
  edit: call({
    method: 'POST',
    path: '/nebula-five/uavdock/edit.rest',
    effect: 'changes',
    audit: 'dock.edit',
    publishes: 'docks',
    summary: 'Change a dock; `version`: the one that was read, else the later change is refused',
    permission: ['dock:edit'],
    request: z.object(dockFields).partial().extend({ oid, version: recordVersion.optional() }),
    response: dockRecord,
  }),
  history: historyCall('/nebula-five/uavdock/queryHistory.rest', 'a dock', readers),
  remove: call({
    method: 'POST',
    path: '/nebula-five/uavdock/delete.rest',
    effect: 'changes',
    audit: 'dock.delete',
    publishes: 'docks',
    refuses: ['aircraftOut', 'inUse', 'ordersOpen', 'underControl'],
    summary: 'Delete docks, all or none; their broker sign-in ends at once',
    permission: ['dock:edit'],
    request: deleteRequest,
    response: done,
  }),
  maintain: call({
    method: 'POST',
    path: '/nebula-five/uavdock/maintain.rest',
    effect: 'changes',
    audit: 'dock.maintain',
    publishes: 'docks',
    refuses: ['deviceRetired', 'maintenanceStep'],
    summary:
      'Move the maintenance of a dock one step on: due, under way, done. While it is under way the pre-flight check forbids every start',
    permission: ['dock:edit'],
    request: z.object({
      oid,
      maintenance: z.enum(maintenanceStates),
      remark: optionalText(300).optional(),
      parts: parts.optional(),
    }),
    response: dockRecord,
  }),
  retire: standing(
    'retire',
    'Retire docks, all or none: they stay with their flights and history, and their broker sign-in ends at once',
  ),
  reinstate: standing('reinstate', 'Take retired docks into service again, all or none'),
  ...table,
  // A dock that is imported has no secret until somebody asks for one.
  import: { ...table.import, publishes: 'docks' as const },
  upkeep: call({
    method: 'POST',
    path: '/nebula-five/uavdock/upkeep.rest',
    effect: 'reads',
    summary: 'What programmes say of a dock is due, or soon will be',
    permission: ['/DaJiAirport'],
    request: byOid,
    response: z.object({ upkeep: upkeepItems, dueBy: dueByShape }),
  }),
  events: call({
    method: 'POST',
    path: '/nebula-five/uavdock/queryEvents.rest',
    effect: 'reads',
    summary: `What happened to a dock in its maintenance: the last ${limits.list.historyMost} events`,
    permission: ['/DaJiAirport'],
    request: byOid,
    response: z.object({ list: z.array(deviceEventRow) }),
  }),
  search: call({
    method: 'POST',
    path: '/nebula-five/uavdock/search.rest',
    effect: 'reads',
    summary: 'Docks in service whose name or serial number holds a word, the first 20 by name',
    permission: readers,
    request: z.object({ keyword: text(64) }),
    response: z.object({
      list: z.array(
        dockRecord.pick({
          oid: true,
          name: true,
          sn: true,
          online: true,
          groupName: true,
          unfit: true,
          airworthiness: true,
          grounded: true,
        }),
      ),
    }),
  }),
  parameters: call({
    method: 'POST',
    path: '/nebula-five/uavdock/paramGet.rest',
    effect: 'reads',
    summary: 'Limits and settings as the dock and its aircraft hold them, with their ranges',
    permission: readers,
    request: byOid,
    response: z.object({
      /** The settings of an aircraft can be changed only while it is on. */
      droneOnline: z.boolean(),
      list: z.array(dockParameter),
    }),
  }),
  windLimitGet: call({
    method: 'POST',
    path: '/nebula-five/uavdock/windspeedGet.rest',
    effect: 'reads',
    summary: 'Launch limit for wind, m/s',
    permission: readers,
    request: byOid,
    response: z.object({ windLimit: z.number() }),
  }),
  windLimitSet: call({
    method: 'POST',
    path: '/nebula-five/uavdock/windspeedSet.rest',
    effect: 'changes',
    audit: 'dock.windLimit',
    summary: 'Set the launch limit for wind, m/s; it can only be lower than the aircraft allows',
    permission: ['dock:edit'],
    request: z.object({ oid, windLimit: z.number().min(0).max(limits.gate.windLimitMps) }),
    response: z.object({ windLimit: z.number() }),
  }),
};
