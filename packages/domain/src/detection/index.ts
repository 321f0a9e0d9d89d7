export * from './ai-range.ts';
export * from './class-name.ts';
export * from './defect.ts';
export { defectOrdered } from './calls-of-defects.ts';
export type { DefectDetail, DefectOrdered, DefectRecord, SightingRecord } from './calls-of-defects.ts';
export { detectorTaskStates, type DetectorTaskRecord, type TakenTask } from './calls-of-tasks.ts';
export * from './sample.ts';
export type { SampleDetail, SampleRecord } from './calls-of-samples.ts';
export * from './detection.ts';
export * from './detection.calls.ts';
export type { QualityAnswer } from './calls-of-quality.ts';
export * from './quality.ts';
export * from './training-set.ts';
export type {
  DetectionRecord,
  OutcomeRecord,
  PictureLock,
  PostedOutcome,
  ReviewPicture,
} from './detection.shape.ts';
