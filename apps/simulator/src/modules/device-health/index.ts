export * from './hms.ts';
