export * from './live-capacity.ts';
export * from './scene.ts';
export * from './video.streams.ts';
