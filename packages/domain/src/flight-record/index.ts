export * from './flight-record.calls.ts';
