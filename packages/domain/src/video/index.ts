export * from './recording.ts';
export * from './video.calls.ts';
export * from './video.ts';
