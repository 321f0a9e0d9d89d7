import { lenientOrder } from '../command/order.ts';
import { oid } from '../shape.ts';

export const orders = {
  mediaFirst: lenientOrder({
    summary: 'Have a dock upload the photos and videos of one flight before those of its other flights',
    permission: ['dock:control'],
    fields: { flightOID: oid },
    rule: { control: null, tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
};
