export * from './defect.ts';
export type { DefectDetail, SightingRecord } from './calls-of-defects.ts';
export * from './detection.ts';
export * from './detection.calls.ts';
export type {
  DetectionRecord,
  OutcomeRecord,
  PictureLock,
  PostedOutcome,
  ReviewPicture,
} from './detection.shape.ts';
