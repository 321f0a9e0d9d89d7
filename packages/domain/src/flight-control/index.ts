export * from './flight-control.ts';
