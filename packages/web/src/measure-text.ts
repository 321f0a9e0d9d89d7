import type { MeasureUnit } from '@eyrie/domain';
import type { Figures } from './figures.ts';

/** A figure of a measure in its unit, as the member reads figures. */
export const measureText = (figures: Figures, unit: MeasureUnit, value: number | null): string => {
  if (unit === 'second') return figures.duration(value);
  if (unit === 'metre') return figures.length(value);
  if (unit === 'share') return value === null ? figures.amount(null) : figures.amount(value * 100, '%');
  return figures.amount(value);
};

/** By how much more than before, as a part of it; null where there is nothing to compare with. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / before;
