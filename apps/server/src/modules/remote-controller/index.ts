import { remoteControllerCalls } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { remoteControllerList, deviceEndpoints, type DeviceNeeds } from '../device/index.ts';

export const endpoints = ({ runtime }: { runtime: Runtime }, needs: DeviceNeeds): Endpoint[] =>
  deviceEndpoints(
    {
      word: 'remoteController',
      page: '/DaJiHandle',
      calls: remoteControllerCalls,
      list: remoteControllerList,
      made: { kind: 'remoteController' },
      columns: [{ field: 'percent', heading: 'device.percent' }],
    },
    runtime,
    needs,
  );
