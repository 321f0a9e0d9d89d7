import { serverOrder } from '../command/order.ts';

export const orders = {
  // While the aircraft rests in its dock; how the areas fare the dock reports later.
  flightAreasUpdate: serverOrder({ rule: { control: null, tracked: false }, wire: 'cloud', form: 'live' }),
};
