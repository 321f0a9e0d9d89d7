import { limits } from '../limits.ts';
import { order, serverOrder } from '../command/order.ts';
import { offerDrc } from './drc.ts';

export const orders = {
  drcEnter: order({
    summary: 'Have a dock open its link for sticks; nothing moves by it',
    permission: ['dock:control'],
    rule: { ack: limits.command.ackDrcEnter, tracked: false },
    wire: 'cloud',
    form: 'live',
    offer: offerDrc,
  }),
  drcExit: order({
    summary: 'Have a dock close its link for sticks; the aircraft hovers',
    permission: ['dock:control'],
    rule: { tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
  // Whoever flew lost control, or the link: no page orders it.
  drcEnd: serverOrder({ rule: { control: null, tracked: false }, wire: 'cloud', form: 'live' }),
};
