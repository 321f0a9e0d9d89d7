import type { DockStatus } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';

type Known = Pick<DockStatus, 'hms' | 'hmsHeard'>;

/** What is said where no alarm stands; null where one does. A dock that never sent a list has not said that all is well. */
export const healthWord = (data: Known | null, ageMs: number | null): PhraseId | null => {
  if (!data || ageMs === null) return 'monitor.healthNever';
  if (data.hms.length > 0) return null;
  return data.hmsHeard ? 'monitor.noHealth' : 'monitor.healthNever';
};
