import { robotCalls } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { robotList, deviceEndpoints, type DeviceNeeds } from '../device/index.ts';

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] =>
  deviceEndpoints(
    {
      word: 'robot',
      page: '/RobotAdmin',
      calls: robotCalls,
      list: robotList,
      made: { kind: 'robot' },
      columns: [{ field: 'percent', heading: 'device.percent' }],
    },
    runtime,
    needs,
  );
