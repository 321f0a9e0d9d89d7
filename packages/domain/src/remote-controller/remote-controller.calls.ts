import { z } from 'zod';
import { call } from '../call.ts';
import { deviceCalls, deviceShape, serial } from '../device/index.ts';
import { oid, optionalText } from '../shape.ts';

export const remoteControllerRecord = z.object({ ...deviceShape, percent: z.number().nullable() });
export type RemoteControllerRecord = z.output<typeof remoteControllerRecord>;

export const remoteControllerCalls = {
  ...deviceCalls({
    path: '/nebula-five/uavrc',
    word: 'remoteController',
    many: 'Remote controllers',
    one: 'a remote controller',
    page: '/DaJiHandle',
    record: remoteControllerRecord,
    fields: {},
    filters: {},
    heldBy: ['underControl', 'ordersOpen'],
  }),
  connect: call({
    method: 'POST',
    path: '/nebula-five/uavrc/connect.rest',
    effect: 'changes',
    audit: 'remoteController.connect',
    refuses: ['snTaken', 'deviceRetired'],
    rate: { name: 'connect', perMinute: 30 },
    summary:
      'What a remote controller signs in with at the broker: its password is new and shown this once, the former one ends',
    permission: ['controller:connect'],
    request: z.object({
      sn: serial,
      /** Key or name. */
      model: optionalText(64).optional(),
      /** The aircraft that is in the pilot’s hand, as the controller says. */
      droneSn: serial.optional(),
      droneModel: optionalText(64).optional(),
    }),
    response: z.object({ oid, broker: z.string(), sn: z.string(), secret: z.string() }),
  }),
};
