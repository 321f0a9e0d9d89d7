import { order } from '../command/order.ts';

const cover = { permission: ['dock:control'], wire: 'open', form: 'openOrder' } as const;

export const orders = {
  coverOpen: order({
    ...cover,
    summary: 'Open the cover of a dock of the open contract',
    path: 'zyjc/coverOpen',
  }),
  coverClose: order({
    ...cover,
    summary: 'Close the cover of a dock of the open contract, its aircraft inside',
    path: 'zyjc/coverClose',
    rule: { confirm: true },
  }),
};
