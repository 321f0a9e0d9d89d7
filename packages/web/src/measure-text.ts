import type { MeasureUnit } from '@eyrie/domain';
import type { Figures } from './figures.ts';

/** A figure of a measure in its unit, as the member reads figures. */
export const measureText = (figures: Figures, unit: MeasureUnit, value: number | null): string => {
  if (unit === 'second') return figures.duration(value);
  if (unit === 'metre') return figures.length(value);
  if (unit === 'share') return value === null ? figures.amount(null) : figures.amount(value * 100, '%');
  return figures.amount(value);
};

/**
 * By how much a figure differs from the one before, in percent of that one; a share by percentage points, since percent of
 * percent would be misread. Null: there is nothing to compare with.
 */
export const comparedText = (
  figures: Pick<Figures, 'difference'>,
  { unit, total, previous }: { unit: MeasureUnit; total: number | null; previous: number | null },
  points: string,
): string | null => {
  if (unit === 'share')
    return total === null || previous === null
      ? null
      : figures.difference((total - previous) * 100, points, 1);
  const change = changeOf(total, previous);
  return change === null ? null : figures.difference(change * 100, '%');
};

/** By how much more than before, as a part of it; null where there is nothing to compare with. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / before;
