export { workOrderEndpoints } from './work-order.endpoints.ts';
export { ordersIn, standingOf } from './work-order.store.ts';
export { ordersSeen } from './work-order.list.store.ts';
