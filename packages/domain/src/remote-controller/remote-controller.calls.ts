import { z } from 'zod';
import { deviceCalls, deviceShape } from '../device/index.ts';

export const remoteControllerRecord = z.object({ ...deviceShape, percent: z.number().nullable() });
export type RemoteControllerRecord = z.output<typeof remoteControllerRecord>;

export const remoteControllerCalls = deviceCalls({
  path: '/nebula-five/uavrc',
  word: 'remoteController',
  many: 'Remote controllers',
  one: 'a remote controller',
  page: '/DaJiHandle',
  record: remoteControllerRecord,
  fields: {},
});
