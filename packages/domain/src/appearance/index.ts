export * from './appearance.calls.ts';
export * from './look.ts';
export * from './tile-address.ts';
