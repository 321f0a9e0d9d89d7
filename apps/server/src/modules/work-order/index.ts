export { workOrderEndpoints } from './work-order.endpoints.ts';
