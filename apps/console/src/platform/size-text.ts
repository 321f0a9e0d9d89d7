import type { Figures } from './figures.ts';
import type { TextOf } from './text.tsx';

/** Bytes in words, as kilobytes (at least one, where there is anything), megabytes or gigabytes; null: not known. */
export const sizeText = (bytes: number | null, figures: Figures, text: TextOf): string => {
  if (bytes === null) return figures.amount(null);
  if (bytes < 1e6)
    return figures.amount(Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / 1e3)), text('unit.kilobyte'), 0);
  return bytes < 1e9
    ? figures.amount(bytes / 1e6, text('unit.megabyte'), 1)
    : figures.amount(bytes / 1e9, text('unit.gigabyte'), 1);
};
