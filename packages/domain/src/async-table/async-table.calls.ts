import { z } from 'zod';
import { call } from '../call.ts';
import { commandMethods, commandStates } from '../command/command.ts';
import { flightCalls } from '../flight/flight.calls.ts';
import { limits } from '../limits.ts';
import { instant, listOf, oid, optionalText, pageShape, sentInstant } from '../shape.ts';
import { tableBytes, tableFormat } from '../table.ts';
import { wallMinute } from '../task/schedule.ts';
import { occurrenceStates } from '../task/task.ts';

const path = '/nebula-five/asyncTable';
const permission = ['/asyncTable'] as const;
const figure = z.number().nullable();
const name = z.string();
const span = { from: instant.optional(), to: instant.optional() };

const runFilters = {
  /** In the name of the task. */
  keyword: optionalText(64).optional(),
  state: z.enum(occurrenceStates).optional(),
  taskOID: oid.optional(),
  ...span,
};
const commandFilters = {
  /** In the name of the dock. */
  keyword: optionalText(64).optional(),
  method: z.enum(commandMethods).optional(),
  state: z.enum(commandStates).optional(),
  dockOID: oid.optional(),
  flightOID: oid.optional(),
  ...span,
};
const telemetryFilters = {
  /** The aircraft, or one flight: rows of all aircraft are too many for any order. */
  droneOID: oid.optional(),
  flightOID: oid.optional(),
  ...span,
};
const ofOne = <T extends z.ZodType<{ droneOID?: string | undefined; flightOID?: string | undefined }>>(
  request: T,
): T =>
  request.refine(({ droneOID, flightOID }) => droneOID !== undefined || flightOID !== undefined, {
    path: ['droneOID'],
  });

/** A run of a timed task as a row of the whole organisation. */
export const runRow = z.object({
  oid,
  taskOID: oid,
  taskName: name,
  groupName: name,
  wall: wallMinute,
  timeZone: z.string(),
  dueAt: sentInstant,
  movedTo: wallMinute.nullable(),
  state: z.enum(occurrenceStates),
  reason: z.string().nullable(),
  /** The reason in words, in the caller's language. */
  message: z.string().nullable(),
  /** Null: none yet, or not in sight of the reader. */
  dockName: z.string().nullable(),
  flightOID: oid.nullable(),
  decidedAt: sentInstant.nullable(),
});
export type RunRow = z.output<typeof runRow>;

/** An order to a device as a row of the whole organisation. */
export const commandRow = z.object({
  oid,
  dockOID: oid,
  dockName: name,
  method: z.enum(commandMethods),
  state: z.enum(commandStates),
  /** Result of the device, or our HTTP code; null: not known. */
  code: z.number().int().nullable(),
  /** What became of it in words, in the caller's language. */
  message: z.string(),
  issuedBy: name,
  issuedAt: sentInstant,
  sentAt: sentInstant.nullable(),
  updatedAt: sentInstant,
  flightOID: oid.nullable(),
});
export type CommandRow = z.output<typeof commandRow>;

/**
 * What an aircraft reported at a moment. Heights in metres: `height` above the ellipsoid, `elevation` above take-off;
 * speeds in m/s, `head` in degrees, `percent` of its battery. A null was not reported.
 */
export const telemetryRow = z.object({
  droneOID: oid,
  droneName: name,
  at: sentInstant,
  flightOID: oid.nullable(),
  lng: figure,
  lat: figure,
  height: figure,
  elevation: figure,
  speedH: figure,
  speedV: figure,
  head: figure,
  percent: figure,
});
export type TelemetryRow = z.output<typeof telemetryRow>;

const exported = <Filters extends z.core.$ZodLooseShape>(word: string, many: string, filters: Filters) =>
  call({
    method: 'POST',
    path: `${path}/${word}.rest`,
    effect: 'reads',
    audit: 'asyncTable.export',
    summary: `${many} that match, as a table of at most ${limits.list.exportMost} rows`,
    permission,
    bytes: tableBytes,
    request: z.object({ ...filters, format: tableFormat }),
    response: z.unknown(),
  });

/** The big tables of an organisation. Flights are asked for by `uavflight/query`. */
export const asyncTableCalls = {
  runs: call({
    method: 'POST',
    path: `${path}/runs.rest`,
    effect: 'reads',
    summary: 'Runs of all timed tasks with what became of each, the last due first',
    permission,
    request: z.object({ ...pageShape, ...runFilters }),
    response: listOf(runRow),
  }),
  commands: call({
    method: 'POST',
    path: `${path}/commands.rest`,
    effect: 'reads',
    summary: 'Orders to all docks and devices, the newest first',
    permission,
    request: z.object({ ...pageShape, ...commandFilters }),
    response: listOf(commandRow),
  }),
  telemetry: call({
    method: 'POST',
    path: `${path}/telemetry.rest`,
    effect: 'reads',
    summary: 'What one aircraft reported, or all of one flight, the newest first',
    permission,
    request: ofOne(z.object({ ...pageShape, ...telemetryFilters })),
    response: listOf(telemetryRow),
  }),
  drones: call({
    method: 'POST',
    path: `${path}/drones.rest`,
    effect: 'reads',
    summary: 'Aircraft to choose from for rows of telemetry, by name',
    permission,
    request: z.object({ keyword: optionalText(64).optional() }),
    response: z.object({ list: z.array(z.object({ oid, name })) }),
  }),
  exportFlights: exported('exportFlights', 'Flights', flightCalls.queryCount.request.shape),
  exportRuns: exported('exportRuns', 'Runs', runFilters),
  exportCommands: exported('exportCommands', 'Orders', commandFilters),
  exportTelemetry: {
    ...exported('exportTelemetry', 'Rows of telemetry', telemetryFilters),
    request: ofOne(z.object({ ...telemetryFilters, format: tableFormat })),
  },
};
