export * from './video.calls.ts';
