export * from './work-order.ts';
export * from './work-order.calls.ts';
