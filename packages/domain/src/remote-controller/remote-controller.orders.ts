import { lenientOrder, order } from '../command/order.ts';

export const orders = {
  // Its answer is the pilot's, which the controller reports later.
  controlRequest: order({
    summary: 'Ask the pilot of a remote controller to let its aircraft be controlled from here',
    path: 'uavrc/controlRequest',
    permission: ['dock:control'],
    wire: 'both',
    form: 'consent',
  }),
  // Giving control back to the pilot needs none.
  controlRelease: lenientOrder({
    summary: 'Give the control of the aircraft back to the pilot of a remote controller',
    path: 'uavrc/controlRelease',
    permission: ['dock:control'],
    rule: { control: null, tracked: false },
    wire: 'both',
    form: 'consent',
  }),
};
