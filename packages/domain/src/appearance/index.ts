export * from './appearance.calls.ts';
export * from './settings.ts';
export * from './picture-header.ts';
export * from './tile-address.ts';
