import { z } from 'zod';
import { call } from '../call.ts';
import { batteryFigures, carriedFilters, carriedShape, deviceCalls, deviceShape } from '../device/index.ts';
import { limits } from '../limits.ts';
import { replaceRules } from '../maintenance-programme/replace-soon.ts';
import { byOid, oid, sentInstant } from '../shape.ts';
import { storeModes } from './store-mode.ts';

export const batteryRecord = z.object({
  ...deviceShape,
  ...carriedShape,
  ...batteryFigures,
  /** Why it is to be replaced soon, each rule that it has reached; empty: it is not. */
  replaceSoon: z.array(
    z.object({ programme: z.string(), rule: z.enum(replaceRules), used: z.number(), limit: z.number() }),
  ),
  /** How its dock stores it; null: it is in none, or the dock did not say. */
  storeMode: z.enum(storeModes).nullable(),
});
export type BatteryRecord = z.output<typeof batteryRecord>;

const figure = z.number().nullable();
const trend = z.object({
  /** The first moment asked for. */
  from: sentInstant,
  list: z.array(
    z.object({ at: sentInstant, cycles: figure, spread: figure, temperature: figure, percent: figure }),
  ),
});
export type BatteryTrend = z.output<typeof trend>;

const room = deviceCalls({
  path: '/nebula-five/uavbattery',
  word: 'battery',
  many: 'Batteries',
  one: 'a battery',
  page: '/BatteryAdmin',
  record: batteryRecord,
  fields: {},
  filters: { ...carriedFilters, replaceSoon: z.boolean().optional() },
});

export const batteryCalls = {
  ...room,
  trend: call({
    method: 'POST',
    path: '/nebula-five/uavbattery/trend.rest',
    effect: 'reads',
    summary: `Cycles, voltage spread in its aircraft and temperature of a battery over time: the highest of each of at most ${limits.device.trendMost} equal parts of the days`,
    permission: ['/BatteryAdmin'],
    request: byOid.extend({ days: z.number().int().min(1).max(limits.device.sampleDays).optional() }),
    response: trend,
  }),
  replaceRules: call({
    method: 'POST',
    path: '/nebula-five/uavbattery/replaceRules.rest',
    effect: 'reads',
    summary: 'From which figures on batteries of the organisation are to be replaced soon, by programme',
    permission: ['/BatteryAdmin'],
    request: z.object({}),
    response: z.object({
      list: z.array(
        z.object({
          oid,
          name: z.string(),
          model: z.string(),
          ...(Object.fromEntries(replaceRules.map((rule) => [rule, figure])) as Record<
            (typeof replaceRules)[number],
            typeof figure
          >),
        }),
      ),
    }),
  }),
};
