import { order } from '../command/order.ts';
import { openCommands, openDeviceLimits } from '../open-device/open-device.ts';

const robot = { permission: ['dock:control'], wire: 'open', form: 'openOrder' } as const;

export const orders = {
  // A machine of some hundred kilogrammes sets out: as a flight to a point, it is confirmed.
  robotGoTo: order({
    ...robot,
    summary: 'Have a robot drive to a place and wait there',
    path: 'robot/goTo',
    fields: openCommands.goTo.shape,
    rule: { confirm: true },
  }),
  robotPatrol: order({
    ...robot,
    summary: `Have a robot drive along up to ${openDeviceLimits.patrolPoints} points`,
    path: 'robot/patrol',
    fields: openCommands.patrol.shape,
    rule: { confirm: true },
  }),
  robotReturn: order({
    ...robot,
    summary: 'Have a robot drive to where it is charged',
    path: 'robot/returnToBase',
  }),
  robotStop: order({
    ...robot,
    summary: 'Have a robot stand still where it is',
    path: 'robot/stop',
    permission: ['dock:control', 'dock:emergency'],
    rule: { withoutLease: true },
    withoutDatabase: true,
  }),
};
