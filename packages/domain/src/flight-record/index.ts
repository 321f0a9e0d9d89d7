export * from './flight-record.calls.ts';
export * from './plan-deviation.ts';
