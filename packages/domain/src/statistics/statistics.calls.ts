import { z } from 'zod';
import { call, type CallPermission } from '../call.ts';
import { cockpitPages } from '../cockpit/cockpit.ts';
import { empty, oid } from '../shape.ts';
import { flightOutcomes } from '../flight/flight.ts';
import { tableBytes, tableFormat } from '../table.ts';
import { taskTypes } from '../task/task.ts';
import { openOrderStates } from '../work-order/work-order.ts';
import { measureBytes, measureFormat } from './measure-file.ts';
import { additiveNames, findingVerdicts, measureNames, measures, measureUnits } from './measures.ts';
import { measuredDay, periodFields } from './period-fields.ts';
import { periodSteps } from './period.ts';

const permission = ['/DataStatistics'] as const;
/** Big screens show them too. */
const shown = ['/DataStatistics', ...cockpitPages] as const;
/** By what every measure that adds up can be broken down, and by what those of flights can besides. */
export const drillings = ['department', 'dock'] as const;
export const flightDrillings = [...drillings, 'person', 'route', 'kind'] as const;
export type Drilling = (typeof flightDrillings)[number];

/** Classes of age of an order that is open: under a day, under three, under a week, under thirty days, and older. */
export const orderAges = ['day', 'threeDays', 'week', 'month', 'older'] as const;
/** Where one class ends and the next begins, days. */
export const orderAgeBounds = [1, 3, 7, 30] as const;

const drilled = z.object({ ...periodFields, by: z.enum(drillings).default('department') });
const flightsDrilled = z.object({ ...periodFields, by: z.enum(flightDrillings).default('department') });

const figure = z.number().nullable();
/** One measure over a period. Null: there is nothing of which it could be a share. */
export const measured = z.object({
  measure: z.enum(measureNames),
  unit: z.enum(measureUnits),
  /** Whether the total is the sum of the points, of the parts, and of what is named with the rest. */
  adds: z.boolean(),
  total: figure,
  /** Of as many days right before, and of the same days a year before. */
  previous: figure,
  yearBefore: figure,
});
export type Measured = z.output<typeof measured>;

const standing = {
  from: measuredDay,
  to: measuredDay,
  timeZone: z.string(),
  /** Closed records of the organisation that are not counted yet. */
  pending: z.number().int(),
  /** Docks whose days are being counted anew, because the zone changed or they are new. */
  recounting: z.number().int(),
};

/** A measure with what its total is made of. */
const series = measured.extend({
  ...standing,
  step: z.enum(periodSteps),
  /** Each day or month of the period in order, by its first day. */
  points: z.array(z.object({ day: measuredDay, value: figure })),
  parts: z.array(z.object({ part: z.string(), value: z.number() })),
  by: z.enum(flightDrillings),
  /** The largest first. Of kinds `oid` is the kind, and the name is empty. */
  named: z.array(z.object({ oid: z.string(), name: z.string(), value: z.number() })),
  /** All that are not named. */
  rest: z.number(),
});
export type MeasureSeries = z.output<typeof series>;

const seriesOf =
  <R extends z.ZodType>(request: R) =>
  (path: string, summary: string, may: CallPermission = permission) =>
    call({
      method: 'POST',
      path: `/nebula-five/${path}.rest`,
      effect: 'reads',
      summary,
      permission: may,
      request,
      response: series,
    });
const seriesCall = seriesOf(drilled);
/** Flights are known by person, route and kind too. */
const flightSeriesCall = seriesOf(flightsDrilled);

/** Findings over a period by their class. */
const classShares = measured.extend({
  ...standing,
  /** The most frequent first. */
  classes: z.array(
    z.object({
      class: z.string(),
      value: z.number(),
      /** Of all findings of the period. */
      share: z.number(),
      parts: z.array(z.object({ part: z.enum(findingVerdicts), value: z.number() })),
    }),
  ),
  /** All that are not named. */
  rest: z.number(),
  /** What the AI types among them are called; missing: whoever asks knows it from the code table. */
  names: z.array(z.object({ code: z.string(), name: z.string() })).optional(),
});
export type ClassShares = z.output<typeof classShares>;
const classCall = (path: string, summary: string, may: CallPermission = permission) =>
  call({
    method: 'POST',
    path: `/nebula-five/${path}.rest`,
    effect: 'reads',
    summary,
    permission: may,
    request: z.object(periodFields),
    response: classShares,
  });

/** What was found and what became of it. */
const findingStatistics = {
  aiPercentage: classCall('uavstatistics/aiPercentage', 'Findings of a period by class, each with its share'),
  screenAiType: classCall('bigScreen/aiType', 'Findings of a period by class, for a big screen', shown),
  screenAiHistory: seriesCall(
    'bigScreen/aiHistory',
    'Findings by day or month, and the verdicts on them',
    shown,
  ),
  order: seriesCall('netStatistics/order', 'Work orders of a period by how they stand now', shown),
  orderAge: call({
    method: 'POST',
    path: '/nebula-five/netStatistics/orderAge.rest',
    effect: 'reads',
    summary: 'Work orders that are open now, by state and by how long ago they were made',
    permission,
    request: z.object({ groupOID: oid.optional() }),
    response: z.object({
      total: z.number().int(),
      states: z.array(
        z.object({
          state: z.enum(openOrderStates),
          /** As many as there are classes of age, `orderAges`. */
          ages: z.array(z.object({ age: z.enum(orderAges), count: z.number().int() })),
        }),
      ),
    }),
  }),
  aiTask: seriesCall('netStatistics/aiTask', 'Runs of detectors in a period by how much of each is audited'),
  aiAbnomal: seriesCall('netStatistics/aiAbnomal', 'Confirmed findings of a period'),
  classExport: call({
    method: 'POST',
    path: '/nebula-five/uavstatistics/classExport.rest',
    effect: 'reads',
    audit: 'statistics.export',
    summary: 'Findings of a period by class, as a table',
    permission,
    bytes: tableBytes,
    request: z.object({ ...periodFields, format: tableFormat }),
    response: z.unknown(),
  }),
};

/** The same numbers for a big screen. */
const bigScreenCalls = {
  screenFlight: flightSeriesCall(
    'bigScreen/flight',
    'Flights of a period by how they ended, for a big screen',
    shown,
  ),
  screenFlighttime: flightSeriesCall(
    'bigScreen/flighttime',
    'Seconds in the air in a period, for a big screen',
    shown,
  ),
  screenFlightdistance: flightSeriesCall(
    'bigScreen/flightdistance',
    'Metres flown in a period, for a big screen',
    shown,
  ),
  screenOverview: call({
    method: 'POST',
    path: '/nebula-five/bigScreen/overview.rest',
    effect: 'reads',
    summary: 'Every measure over a period, with the period before and the year before',
    permission: shown,
    request: z.object(periodFields),
    response: z.object({ ...standing, measures: z.array(measured) }),
  }),
  screenUav: call({
    method: 'POST',
    path: '/nebula-five/bigScreen/uav.rest',
    effect: 'reads',
    summary: 'Docks and aircraft in service now: how many, online, in the air',
    permission: shown,
    request: z.object({ groupOID: oid.optional() }),
    response: z.object({
      docks: z.number().int(),
      docksOnline: z.number().int(),
      drones: z.number().int(),
      dronesAirborne: z.number().int(),
    }),
  }),
  screenTask: call({
    method: 'POST',
    path: '/nebula-five/bigScreen/task.rest',
    effect: 'reads',
    summary: 'Tasks that exist now, by type',
    permission: shown,
    request: z.object({ groupOID: oid.optional() }),
    response: z.object({
      total: z.number().int(),
      types: z.array(z.object({ type: z.enum(taskTypes), count: z.number().int() })),
    }),
  }),
  liveUav: call({
    method: 'POST',
    path: '/nebula-five/bigScreen/liveUav.rest',
    effect: 'reads',
    summary: 'Aircraft in the air as last stored; from then on the live topic of each aircraft says more',
    permission: shown,
    request: z.object({ groupOID: oid.optional() }),
    response: z.object({
      list: z.array(
        z.object({
          droneOID: oid,
          droneName: z.string(),
          dockOID: oid,
          dockName: z.string(),
          /** What it flies from: it is watched on another page. */
          kind: z.enum(['dock', 'remoteController', 'robot']),
          /** The flight that is open at its dock. */
          flightOID: oid.nullable(),
          /** When it was last heard. */
          seenAt: z.number().int().nullable(),
        }),
      ),
      total: z.number().int(),
    }),
  }),
};

export const statisticsCalls = {
  overview: call({
    method: 'POST',
    path: '/nebula-five/uavstatistics/overview.rest',
    effect: 'reads',
    summary: 'Docks, aircraft and flights of today in the own department and below',
    permission,
    request: empty,
    response: z.object({
      docks: z.number().int(),
      docksOnline: z.number().int(),
      drones: z.number().int(),
      dronesAirborne: z.number().int(),
      routes: z.number().int(),
      today: z.object({
        flights: z.number().int(),
        flying: z.number().int(),
        waiting: z.number().int(),
        outcomes: z.record(z.enum(flightOutcomes), z.number().int()),
        /** Metres. */
        distance: z.number(),
        /** Seconds. */
        duration: z.number(),
        media: z.number().int(),
      }),
      /** Start of today in the organisation's zone. */
      since: z.number().int(),
      timeZone: z.string(),
    }),
  }),
  flight: flightSeriesCall('uavstatistics/flight', 'Flights of a period by how they ended'),
  flighttime: flightSeriesCall('uavstatistics/flighttime', 'Seconds in the air of the flights of a period'),
  flightdistance: flightSeriesCall('uavstatistics/flightdistance', 'Metres flown in a period'),
  returnHome: flightSeriesCall(
    'uavstatistics/returnHome',
    'Flights of a period that returned home early, and why',
  ),
  export: call({
    method: 'POST',
    path: '/nebula-five/uavstatistics/export.rest',
    effect: 'reads',
    audit: 'statistics.export',
    summary:
      'The days of a measure that adds up, or its departments or docks, as a table for people (CSV, Excel) or for programs (Parquet, with moments in UTC); docks also as points of a map (GeoJSON)',
    permission,
    bytes: measureBytes,
    request: z
      .object({
        ...periodFields,
        measure: z.enum(additiveNames),
        of: z.enum(['day', ...flightDrillings]).default('day'),
        format: measureFormat,
      })
      // Days and departments stand nowhere on a map.
      .refine(({ of, format }) => format !== 'geojson' || of === 'dock', { path: ['of'] })
      // Findings, runs and orders have no route or person.
      .refine(
        ({ of, measure }) =>
          measures[measure].of === 'flights' || of === 'day' || drillings.some((one) => one === of),
        { path: ['of'] },
      ),
    response: z.unknown(),
  }),
  ...bigScreenCalls,
  ...findingStatistics,
};
