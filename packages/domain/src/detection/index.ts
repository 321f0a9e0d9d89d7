export * from './detection.ts';
export * from './detection.calls.ts';
export type { DetectionRecord, OutcomeRecord, PostedOutcome, ReviewPicture } from './detection.shape.ts';
