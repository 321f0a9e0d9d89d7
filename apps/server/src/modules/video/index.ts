export { videoEndpoints } from './video.endpoints.ts';
export type { VideoServer } from './video.plans.ts';
export { registerVideoRelay } from './video.relay.ts';
export { registerWhep } from './video.whep.ts';
export { dropStream, holdStreams, keepStreams, streamsElsewhere } from './stream.store.ts';
