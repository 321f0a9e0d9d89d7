import { droneCalls } from '@eyrie/domain';
import { modelKey } from '@eyrie/dji';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { deviceEndpoints, type DeviceNeeds } from '../device/index.ts';
import { droneList } from './drone.list.store.ts';

export { droneList, unfitReasonsOf } from './drone.list.store.ts';
export { bindDrones, releaseDrones } from './drone-binding.store.ts';

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] =>
  deviceEndpoints(
    {
      word: 'drone',
      page: '/UAVAdmin',
      calls: droneCalls,
      list: droneList,
      made: {},
      columns: [
        { field: 'insuranceCompany', heading: 'device.insuranceCompany' },
        { field: 'policyNumber', heading: 'device.policyNumber' },
        { field: 'insuranceUntil', heading: 'device.insuranceUntil', kind: 'day' },
        { field: 'purchasedAt', heading: 'device.purchasedAt', kind: 'day' },
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
  );
