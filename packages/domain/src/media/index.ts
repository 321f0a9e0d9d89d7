export { mediaCalls } from './media.calls.ts';
export { fileCalls } from './files.calls.ts';
export { sidecarCalls, sidecarEndings } from './sidecar.calls.ts';
export { storageCalls, type DepartmentStorage } from './storage.calls.ts';
export { keepingCalls } from './keeping.calls.ts';
export { compareCalls, type SameViewPhoto } from './compare.calls.ts';
export * from './photo-waypoint.ts';
export type { PicturePose } from './picture-pose.ts';
export { markCalls } from './marks.calls.ts';
export { playbackCalls, type PlaybackCopy, type PlaybackFault } from './playback.calls.ts';
export { pyramidCalls } from './pyramid.calls.ts';
export {
  pyramidEntryAt,
  pyramidHead,
  pyramidLevels,
  pyramidMarkBytes,
  pyramidOf,
  pyramidTile,
  pyramidTileAt,
  pyramidTiles,
  type Pyramid,
} from './pyramid.ts';
export { thermalCalls } from './thermal.calls.ts';
export { isOneShot, shotOfName } from './shot-name.ts';
export {
  insideGrid,
  isUnitAssumed,
  thermalBytes,
  thermalFigures,
  thermalFiguresOfAll,
  thermalGrid,
  type ThermalFigures,
  type ThermalGrid,
  type ThermalPlace,
  type ThermalShape,
  type ThermalSource,
} from './thermal-grid.ts';
export {
  mediaGroupings,
  mediaKinds,
  type BinItem,
  type KeptRules,
  type RetentionRules,
  type MediaComment,
  type MediaGroup,
  type MediaItem,
} from './media.shape.ts';
export type { PhotoFacts, PhotoFault, ReadingFault } from './photo-facts.ts';
export { recordingFacts, snapshotFacts, type RecordingFacts, type SnapshotFacts } from './live-facts.ts';
export type { VideoDoubt, VideoFacts } from './video-facts.ts';
export { resultLimits } from './result-limits.ts';
