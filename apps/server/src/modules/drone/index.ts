import { droneCalls, droneFields } from '@eyrie/domain';
import { modelKey } from '@eyrie/dji';
import { serve, type Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { deviceEndpoints, latestFirmwares, type DeviceNeeds } from '../device/index.ts';
import { correctDrone, reconcileDrone } from './drone.counters.ts';
import { droneList } from './drone.list.store.ts';

export { droneList, unfitDrone, unfitReasonsOf } from './drone.list.store.ts';
export { bindDrones, releaseDrones } from './drone-binding.store.ts';
export { sendHome } from './drone-home.store.ts';

const { reconcile, correct, ...calls } = droneCalls;

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] => [
  serve(reconcile, (request, context) => reconcileDrone(runtime, request, context)),
  serve(correct, (request, context) => correctDrone(runtime, needs, request, context)),
  ...deviceEndpoints(
    {
      word: 'drone',
      page: '/UAVAdmin',
      calls,
      list: droneList,
      fields: droneFields,
      made: {},
      async beside(db, rows, { groupRoot }) {
        const models = rows.flatMap(({ reportedModel }) => reportedModel ?? []);
        const latest = await latestFirmwares(db, 'drone', { groupRoot, models });
        return rows.map(({ reportedModel }) => ({ latestFirmware: latest.get(reportedModel ?? '') ?? null }));
      },
      columns: [
        { field: 'flights', heading: 'device.flights' },
        { field: 'flightTime', heading: 'device.flightTime' },
        { field: 'distance', heading: 'device.distance' },
      ],
      namesByRule: true,
      // What flies is what was heard; until then it is what was typed.
      modelValues: (model, row) => (row?.heard ? {} : { flownModel: modelKey(model ?? '') ?? 'unknown' }),
    },
    runtime,
    needs,
  ),
];
