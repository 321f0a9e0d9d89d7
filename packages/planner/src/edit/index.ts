export {
  addCorner,
  addForbidden,
  addHole,
  addPart,
  insertCorner,
  moveCorner,
  nudgeRing,
  removeCorners,
  removeRing,
  ringNames,
  ringOf,
  setRing,
  type RingName,
} from './area-rings.ts';
export { changePoints, previewChange, type BatchChange } from './batch.ts';
export { copyPoints, joinRoute, offsetBetween, pastePoints, splitAt, type PointClip } from './clipboard.ts';
export {
  endGesture,
  historyOfJson,
  historySteps,
  historyToJson,
  record,
  redo,
  redoLabel,
  startHistory,
  undo,
  undoLabel,
  type HistoryStep,
  type PlanHistory,
} from './history.ts';
export { newIds } from './ids.ts';
export { areaOfPoints, convertKind, pointsOfRoute } from './kind.ts';
export {
  addPoint,
  deletePoints,
  indexOfPoint,
  insertPoint,
  invertPoints,
  movePoint,
  nudgePoints,
  nudgedPlace,
  reorderPoints,
  rotateStart,
  setHeights,
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
