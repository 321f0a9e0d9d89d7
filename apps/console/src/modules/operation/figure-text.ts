import type { HealthFigureName } from '@eyrie/domain';
import { useFigures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';

const sizes: readonly HealthFigureName[] = ['size', 'free', 'used', 'memory'];
const spans: readonly HealthFigureName[] = ['oldest', 'connectedFor', 'uptime'];
const shortTimes: readonly HealthFigureName[] = ['answer', 'loopLag', 'clockOffset'];

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
