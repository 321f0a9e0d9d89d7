import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

/** Measures of regions in words. */
export const useMeasures = () => {
  const text = useText();
  const figures = useFigures();
  return {
    length: figures.length,
    /** Square metres, large ones in square kilometres. */
    area: (value: number | null): string => {
      if (value === null) return '–';
      return value < 100_000
        ? text('region.squareMetre', { value: figures.amount(value, undefined, 0) })
        : text('region.squareKilometre', { value: figures.amount(value / 1e6, undefined, 3) });
    },
  };
};
