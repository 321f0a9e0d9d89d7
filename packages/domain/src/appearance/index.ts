export * from './appearance.calls.ts';
export * from './look.ts';
export * from './picture-header.ts';
export * from './tile-address.ts';
