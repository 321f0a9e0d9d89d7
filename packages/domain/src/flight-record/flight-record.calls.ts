import { z } from 'zod';
import { call } from '../call.ts';
import { commandMethods, commandStates } from '../command/command.ts';
import { droneModes } from '../drone/drone.ts';
import { flightOutcomes, flightStates } from '../flight/flight.ts';
import { heightModes } from '../route/route.ts';
import { byOid, latitude, longitude, oid, sentInstant } from '../shape.ts';

const figures = z.array(z.number().nullable());
const path = '/nebula-five/uavflight';

/** Figures of a replay, each with one value for a moment; null was not reported. */
export const replayFigures = [
  'lng',
  'lat',
  'height',
  'elevation',
  'speedH',
  'speedV',
  'head',
  'percent',
  'wind',
  'link',
] as const;
export type ReplayFigure = (typeof replayFigures)[number];

const columns = z.object({
  at: z.array(z.number()),
  /** Places in `at` before which nothing was recorded for longer than `gap`: no line leads to them. */
  gaps: z.array(z.number().int()),
  lng: figures,
  lat: figures,
  /** Metres above the ellipsoid. */
  height: figures,
  /** Metres above take-off. */
  elevation: figures,
  /** m/s. */
  speedH: figures,
  speedV: figures,
  /** Degrees clockwise from north. */
  head: figures,
  percent: figures,
  /** m/s, estimated by the aircraft. */
  wind: figures,
  /** Quality of the radio link between dock and aircraft, 0 to 5 as the dock reports it. */
  link: figures,
});
export type ReplayColumns = z.output<typeof columns>;

export const replayPlanStates = ['flown', 'changed', 'none'] as const;

const replayCommand = z.object({
  oid,
  at: sentInstant,
  method: z.enum(commandMethods),
  state: z.enum(commandStates),
  /** What became of it, in the caller's language. */
  message: z.string(),
  by: z.string(),
});
const replayAlarm = z.object({
  oid,
  at: sentInstant,
  /** Null: it stood to the end of the flight, or is of one moment. */
  until: sentInstant.nullable(),
  family: z.enum(['health', 'error', 'break', 'outcome']),
  device: z.string().nullable(),
  code: z.string(),
  level: z.number().int(),
  module: z.number().int().nullable(),
  inTheSky: z.boolean(),
  /** What the device filled into its code. */
  args: z.record(z.string(), z.union([z.string(), z.number()])),
});
const replayControl = z.object({
  at: sentInstant,
  action: z.string(),
  outcome: z.string(),
  control: z.string().nullable(),
  /** Null: the server did it. */
  by: z.string().nullable(),
  from: z.string().nullable(),
});

export const flightReplay = z.object({
  oid,
  taskName: z.string().nullable(),
  dockName: z.string(),
  droneName: z.string().nullable(),
  state: z.enum(flightStates),
  outcome: z.enum(flightOutcomes).nullable(),
  /** When it was due by its task; null: nobody said. */
  dueAt: sentInstant.nullable(),
  startTime: sentInstant.nullable(),
  from: sentInstant,
  to: sentInstant,
  /** Rows that were recorded, and the milliseconds of which each answered one stands for; 0: every row is there. */
  total: z.number().int(),
  resolution: z.number(),
  gap: z.number(),
  columns,
  /** What the aircraft did from when on, by its own mode. */
  phases: z.array(z.object({ at: sentInstant, mode: z.enum([...droneModes, 'unknown']) })),
  commands: z.array(replayCommand),
  alarms: z.array(replayAlarm),
  control: z.array(replayControl),
  /** There are more events of some kind than one answer holds. */
  more: z.boolean(),
  plan: z.object({
    /** `changed`: the route is another than the one that was flown, or gone. */
    state: z.enum(replayPlanStates),
    path: z.array(
      z.object({ lng: longitude, lat: latitude, height: z.number(), heightMode: z.enum(heightModes) }),
    ),
    /** Seconds that it was planned to take; null: not known. */
    seconds: z.number().nullable(),
  }),
  /** Share of a battery that was used, 1 a whole charge; null: not recorded. */
  batteryCycles: z.number().nullable(),
});
export type FlightReplay = z.output<typeof flightReplay>;

export const flightRecordCalls = {
  replay: call({
    method: 'GET',
    path: `${path}/replay.rest`,
    effect: 'reads',
    summary:
      'Everything that was recorded of a flight, thinned to a stated resolution: telemetry, orders, alarms, changes of control, the planned route',
    permission: ['/TaskManagerNew'],
    request: byOid,
    response: flightReplay,
  }),
  bundle: call({
    method: 'GET',
    path: `${path}/bundle.rest`,
    effect: 'reads',
    audit: 'flightRecord.export',
    refuses: ['flightNotOver', 'downloadTooLarge'],
    summary:
      'The record of a flight as a zip: JSON Lines, GeoJSON, CSV, media, and a signed manifest that `eyrie verify` checks',
    permission: ['flight-record:export'],
    request: z.object({ oid, media: z.enum(['true', 'false']).optional() }),
    response: z.unknown(),
    bytes: ['application/zip'],
  }),
};
