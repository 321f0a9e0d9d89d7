export {
  addCorner,
  addForbidden,
  addHole,
  addPart,
  insertCorner,
  moveCorner,
  removeCorners,
  ringNames,
  ringOf,
  setRing,
  type RingName,
} from './area-rings.ts';
export { changePoints, previewChange, type BatchChange } from './batch.ts';
export { copyPoints, joinRoute, pastePoints, splitAt, type PointClip } from './clipboard.ts';
export {
  record,
  redo,
  redoLabel,
  startHistory,
  undo,
  undoLabel,
  type HistoryStep,
  type PlanHistory,
} from './history.ts';
export { pointsOfRoute } from './kind.ts';
export {
  addPoint,
  deletePoints,
  indexOfPoint,
  insertPoint,
  invertPoints,
  movePoint,
  nudgePoints,
  reorderPoints,
  rotateStart,
} from './points.ts';
export {
  convertHeightMode,
  setArea,
  setInterest,
  setInterestCentre,
  setPhotos,
  setSettings,
  type ConvertedPlan,
} from './settings.ts';
