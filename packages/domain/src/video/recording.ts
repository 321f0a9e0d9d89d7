/**
 * Why a recording of a live picture is over: somebody ended it, the flight that it belongs to is over, it is as long or as large
 * as one may be, its department is full, its stream stayed away, is coded in a way that is not stored or changes that too often,
 * nothing of it came, or its files could not be made.
 */
export const recordingEnds = [
  'stopped',
  'flightOver',
  'length',
  'size',
  'quota',
  'streamGone',
  'coding',
  'changes',
  'empty',
  'broken',
] as const;
export type RecordingEnd = (typeof recordingEnds)[number];
