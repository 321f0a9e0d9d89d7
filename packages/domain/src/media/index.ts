export { mediaCalls } from './media.calls.ts';
export { fileCalls } from './files.calls.ts';
export { mediaKinds, type MediaItem } from './media.shape.ts';
