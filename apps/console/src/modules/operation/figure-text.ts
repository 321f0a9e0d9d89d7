import type { HealthFigureName } from '@eyrie/domain';
import { useFigures, type Figures } from '../../platform/figures.ts';
import { useText, type TextOf } from '../../platform/text.tsx';

const sizes: readonly HealthFigureName[] = ['size', 'free', 'used', 'memory'];
const spans: readonly HealthFigureName[] = ['oldest', 'connectedFor', 'uptime'];
const shortTimes: readonly HealthFigureName[] = ['answer', 'loopLag', 'clockOffset'];

/** Bytes as kilobytes, megabytes or gigabytes. */
export const sizeText = (bytes: number | null, figures: Figures, text: TextOf): string => {
  if (bytes === null) return figures.amount(null);
  if (bytes < 1e6) return figures.amount(bytes / 1e3, text('unit.kilobyte'), 0);
  return bytes < 1e9
    ? figures.amount(bytes / 1e6, text('unit.megabyte'))
    : figures.amount(bytes / 1e9, text('unit.gigabyte'));
};

/** A measured figure in words, by the unit that belongs to its name. */
export const useFigureText = (): ((name: HealthFigureName, value: number | null) => string) => {
  const text = useText();
  const figures = useFigures();
  return (name, value) => {
    if (sizes.includes(name)) return sizeText(value, figures, text);
    if (spans.includes(name)) return figures.duration(value === null ? null : value / 1000);
    if (shortTimes.includes(name)) return figures.amount(value, text('unit.millisecond'));
    return figures.amount(value);
  };
};
