import { z } from 'zod';
import { lenientOrder } from '../command/order.ts';
import { dockParameterNames, dockParameterValue, requireParameterRange } from './dock-parameter.ts';

export const orders = {
  // Judged by what the device holds afterwards; no lease, because nothing moves and the dock has to be idle.
  setParameter: lenientOrder({
    summary:
      'Set one limit or setting of a dock or its aircraft, while nothing flies; done when the device holds it',
    path: 'uavdock/paramSet',
    permission: ['dock:edit'],
    fields: { name: z.enum(dockParameterNames), value: dockParameterValue },
    refine: requireParameterRange,
    rule: { control: null },
    wire: 'cloud',
    form: 'setting',
  }),
};
