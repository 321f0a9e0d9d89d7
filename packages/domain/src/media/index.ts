export { mediaCalls, mediaKinds, type MediaItem } from './media.calls.ts';
