export { mediaCalls } from './media.calls.ts';
export { fileCalls } from './files.calls.ts';
export { mediaKinds, type MediaItem } from './media.shape.ts';
export type { PhotoFacts, PhotoFault, ReadingFault } from './photo-facts.ts';
