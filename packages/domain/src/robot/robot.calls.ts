import { z } from 'zod';
import { call } from '../call.ts';
import { deviceCalls, deviceShape } from '../device/index.ts';
import { openModes } from '../open-device/open-device.ts';
import { byOid, latitude, longitude } from '../shape.ts';

export const robotRecord = z.object({
  ...deviceShape,
  percent: z.number().nullable(),
  /** It has an account at the broker. */
  signsIn: z.boolean(),
  /** As it was last known. */
  mode: z.enum(openModes).nullable(),
  fault: z.string().nullable(),
  lng: longitude.nullable(),
  lat: latitude.nullable(),
});
export type RobotRecord = z.output<typeof robotRecord>;

export const robotCalls = {
  ...deviceCalls({
    path: '/nebula-five/robot',
    word: 'robot',
    many: 'Robots',
    one: 'a robot',
    page: '/RobotAdmin',
    record: robotRecord,
    fields: {},
    filters: {},
    heldBy: ['underControl', 'ordersOpen'],
  }),
  signIn: call({
    method: 'POST',
    path: '/nebula-five/robot/secretRenew.rest',
    effect: 'changes',
    audit: 'robot.secretRenew',
    refuses: ['robotNotInService', 'snTaken'],
    summary: 'A password with which a robot signs in to the broker, shown this once; the former one ends',
    permission: ['device:edit'],
    request: byOid,
    response: z.object({ broker: z.string(), sn: z.string(), secret: z.string() }),
  }),
};
