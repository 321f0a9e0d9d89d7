export * from './class-name.ts';
export * from './defect.ts';
export { defectOrdered } from './calls-of-defects.ts';
export type { DefectDetail, DefectOrdered, DefectRecord, SightingRecord } from './calls-of-defects.ts';
export { detectorTaskStates, type DetectorTaskRecord, type TakenTask } from './calls-of-tasks.ts';
export * from './detection.ts';
export * from './detection.calls.ts';
export type {
  DetectionRecord,
  OutcomeRecord,
  PictureLock,
  PostedOutcome,
  ReviewPicture,
} from './detection.shape.ts';
