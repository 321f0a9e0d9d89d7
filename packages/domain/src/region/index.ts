export * from './flight-area.ts';
export * from './region.calls.ts';
export * from './region.ts';
export * from './region-gate.ts';
