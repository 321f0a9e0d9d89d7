import { batteryCalls } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { batteryList, deviceEndpoints, type DeviceNeeds } from '../device/index.ts';

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] =>
  deviceEndpoints(
    {
      word: 'battery',
      page: '/BatteryAdmin',
      calls: batteryCalls,
      list: batteryList,
      made: { kind: 'battery' },
      columns: [
        { field: 'cycles', heading: 'device.cycles' },
        { field: 'voltage', heading: 'device.voltage' },
        { field: 'temperature', heading: 'device.temperature' },
        { field: 'percent', heading: 'device.percent' },
      ],
    },
    runtime,
    needs,
  );
