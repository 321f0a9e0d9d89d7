export * from './device-document.ts';
export * from './device-document.calls.ts';
