import { earthRadius, type PlaceAtHeight } from '../sphere.ts';
import { checked } from './fault.ts';
import type { GroundHeight } from './heights.ts';
import { legSamples, type LegSample } from './leg-samples.ts';

export interface Sight {
  /** Null: clear as far as the ground is known, and it is not known everywhere. */
  readonly clear: boolean | null;
  /** Metres between the line and the ground where they are closest, less than 0 in it; null where no ground is known. */
  readonly margin: number | null;
  readonly at: LegSample | null;
}

/**
 * Whether two places see each other over the ground. The Earth bulges between them by d1·d2 / (2·R·k).
 * @param options.factor k, how much larger the Earth seems: 1 for a straight line, 4/3 for radio in common air
 * @param options.cell metres of a side of a terrain cell, default 30
 */
export function lineOfSight(
  from: PlaceAtHeight,
  to: PlaceAtHeight,
  groundAt: GroundHeight,
  { factor = 1, cell = 30 }: { factor?: number; cell?: number } = {},
): Sight {
  checked('factor', factor, { min: 0.01 });
  checked('from.height', from.height);
  checked('to.height', to.height);
  const samples = legSamples([from, to], cell);
  const whole = samples.at(-1)?.along ?? 0;
  let margin: number | null = null;
  let at: LegSample | null = null;
  let unknown = false;
  // The ends stand on their own ground.
  for (const sample of samples.slice(1, -1)) {
    const ground = groundAt(sample);
    if (ground === null) {
      unknown = true;
      continue;
    }
    const bulge = (sample.along * (whole - sample.along)) / (2 * earthRadius * factor);
    const free = sample.height - ground - bulge;
    if (margin === null || free < margin) [margin, at] = [free, sample];
  }
  const blocked = margin !== null && margin < 0;
  return { clear: blocked ? false : unknown ? null : true, margin, at };
}
