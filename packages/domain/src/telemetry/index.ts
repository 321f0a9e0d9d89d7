export * from './dock-status.ts';
export * from './drone-telemetry.ts';
export * from './link.ts';
