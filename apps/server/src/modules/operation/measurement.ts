import type { HealthFigures, HealthReason, HealthState } from '@eyrie/domain';

/** What was found of one part. */
export interface Measurement {
  state: HealthState;
  figures: HealthFigures;
  /** Null when it is fine. */
  reason: HealthReason | null;
}
