export { videoEndpoints } from './video.endpoints.ts';
export type { PushTarget, VideoServer } from './video.plans.ts';
export { registerVideoRelay } from './video.relay.ts';
export { createSnapshotDecoder, snapshotEndpoint } from './video.snapshot.ts';
export { createRecordings, recordingEndpoints } from './recordings.ts';
export { registerWhep } from './video.whep.ts';
export { registerWhip } from './video.whip.ts';
export { whipUrl } from './stream.ts';
export { dropStream, holdStreams, keepStreams, streamsElsewhere } from './stream.store.ts';
