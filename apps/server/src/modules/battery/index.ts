import { batteryCalls, limits, replaceSoonOf, type ParsedRequestOf } from '@eyrie/domain';
import { modelName, parametersOf } from '@eyrie/dji';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/refusal.ts';
import { reading } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { batteryList, deviceEndpoints, samplesOf, type DeviceNeeds } from '../device/index.ts';
import { programmesFor } from '../maintenance-programme/index.ts';

const { trend, replaceRules, ...calls } = batteryCalls;
const day = 86_400_000;
const usualDays = 90;

/** Figures of a battery over the last days. @throws Refusal `notFound` out of scope */
const trendOf = async (
  { db, serverTime }: Runtime,
  { oid, days = usualDays }: ParsedRequestOf<typeof trend>,
  context: CallContext,
) => {
  if (!(await reading(batteryList).byOid(db, context, oid))) throw notFound();
  const until = new Date(serverTime());
  const from = new Date(until.getTime() - days * day);
  const list = await samplesOf(db, oid, { from, until, most: limits.device.trendMost });
  return { from: from.getTime(), list };
};

/** Programmes that say when a battery is to be replaced. */
const rulesOf = async ({ db }: Runtime, { caller: { groupRoot } }: CallContext) => {
  const programmes = (await programmesFor(db, 'battery', [groupRoot])).get(groupRoot) ?? [];
  return {
    list: programmes.filter(
      ({ replaceCycles, replaceStoredDays, replaceSpread }) =>
        replaceCycles !== null || replaceStoredDays !== null || replaceSpread !== null,
    ),
  };
};

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] => [
  serve(trend, (request, context) => trendOf(runtime, request, context)),
  serve(replaceRules, (_, context) => rulesOf(runtime, context)),
  ...deviceEndpoints(
    {
      word: 'battery',
      page: '/BatteryAdmin',
      calls,
      list: batteryList,
      made: { kind: 'battery' },
      columns: [
        { field: 'cycles', heading: 'field.cycles' },
        { field: 'voltage', heading: 'field.voltage' },
        { field: 'temperature', heading: 'field.temperature' },
        { field: 'percent', heading: 'device.percent' },
        { field: 'spread', heading: 'battery.spread' },
      ],
      beside: (_db, rows, { programmes }) =>
        rows.map(({ model, reportedModel, cycles, storedDays, spread, held }) => ({
          replaceSoon: replaceSoonOf(programmes, {
            model: reportedModel === null ? model : modelName(reportedModel),
            cycles,
            storedDays,
            spread,
          }),
          storeMode: parametersOf({ dock: held, drone: null }).storeMode,
        })),
    },
    runtime,
    needs,
  ),
];
