import { gimbalCalls } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { gimbalList, deviceEndpoints, type DeviceNeeds } from '../device/index.ts';

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] =>
  deviceEndpoints(
    {
      word: 'gimbal',
      page: '/PTZAdmin',
      calls: gimbalCalls,
      list: gimbalList,
      made: { kind: 'gimbal' },
      columns: [
        { field: 'type', heading: 'gimbal.type' },
        { field: 'status', heading: 'gimbal.status', kind: { words: 'gimbal.status' } },
      ],
    },
    runtime,
    needs,
  );
