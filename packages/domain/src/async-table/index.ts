export * from './async-table.calls.ts';
