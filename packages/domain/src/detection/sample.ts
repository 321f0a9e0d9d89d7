import { limits } from './detection.room.ts';

const { sampleLeast } = limits.detection;

/** What people found of the findings that a rule fits, and what of the drawn ones nobody has looked at. */
export interface SampleFigures {
  confirmed: number;
  falseAlarm: number;
  /** Confirmed as something else than the detector said. */
  corrected: number;
  /** So many are still to be looked at. */
  left: number;
}

/** What a sample says: it is not looked at yet, speaks for one verdict on all, or does not agree. */
export const sampleStandings = ['open', 'confirmed', 'falseAlarm', 'differs'] as const;
export type SampleStanding = (typeof sampleStandings)[number];

/** A sample speaks for the others only where every one that people looked at got the same verdict, as what it was found as. */
export const sampleStanding = ({ confirmed, falseAlarm, corrected, left }: SampleFigures): SampleStanding => {
  // One is enough, whatever is still to be looked at.
  if (corrected > 0 || (confirmed > 0 && falseAlarm > 0)) return 'differs';
  if (left > 0 || confirmed + falseAlarm === 0) return 'open';
  return confirmed > 0 ? 'confirmed' : 'falseAlarm';
};

/** How many of so many findings are drawn. @param share percent */
export const sampleSize = (population: number, share: number): number =>
  Math.min(population, Math.max(sampleLeast, Math.ceil((population * share) / 100)));
