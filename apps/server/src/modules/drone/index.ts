import { droneCalls, droneFields, type ParsedRequestOf } from '@eyrie/domain';
import { modelKey } from '@eyrie/dji';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { cellsOf } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { deviceEndpoints, latestFirmwares, type DeviceNeeds } from '../device/index.ts';
import { correctDrone, reconcileDrone } from './drone.counters.ts';
import { droneList } from './drone.list.store.ts';

export { droneList, unfitDrone, unfitReasonsOf } from './drone.list.store.ts';
export { bindDrones, releaseDrones } from './drone-binding.store.ts';
export { sendHome } from './drone-home.store.ts';

const { reconcile, correct, ...calls } = droneCalls;

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] => [
  {
    declaration: reconcile,
    handle: (request, context) => reconcileDrone(runtime, request as { oid: string }, context),
  },
  {
    declaration: correct,
    handle: (request, context) =>
      correctDrone(runtime, needs, request as ParsedRequestOf<typeof correct>, context),
  },
  ...deviceEndpoints(
    {
      word: 'drone',
      page: '/UAVAdmin',
      calls,
      list: droneList,
      made: {},
      async beside(db, rows, { groupRoot }) {
        const models = rows.flatMap(({ reportedModel }) => reportedModel ?? []);
        const latest = await latestFirmwares(db, 'drone', { groupRoot, models });
        return rows.map(({ reportedModel }) => ({ latestFirmware: latest.get(reportedModel ?? '') ?? null }));
      },
      columns: [
        ...cellsOf(droneFields),
        { field: 'flights', heading: 'device.flights' },
        { field: 'flightTime', heading: 'device.flightTime' },
        { field: 'distance', heading: 'device.distance' },
      ],
      namesByRule: true,
      // What flies is what was heard; until then it is what was typed.
      modelValues: (model, row) =>
        (row as { heard: boolean } | null)?.heard ? {} : { flownModel: modelKey(model ?? '') ?? 'unknown' },
    },
    runtime,
    needs,
  ),
];
