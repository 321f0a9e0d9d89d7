import { expect, it } from 'vitest';
import { onlyPaler } from './basemap/only-paler.ts';
import type { LegendEntry } from './legend.ts';
import { layLegend } from './picture.ts';

const entry = (id: string): LegendEntry => ({ id, label: id, kind: 'tiles', colours: [], attribution: '' });

it('lays a legend in lines that are as wide as the sheet', () => {
  const laid = layLegend(['a', 'b', 'c', 'd'].map(entry), 100, ({ id }) => (id === 'd' ? 500 : 40));
  expect(laid.map(({ line, left }) => [line, left])).toEqual([
    [0, 0],
    [0, 56],
    [1, 0],
    [2, 0],
  ]);
});

it('fetches tiles of a base anew only where they are others', () => {
  expect(onlyPaler({ url: 'a', opacity: 0.5 }, { url: 'a', opacity: 1 })).toBe(true);
  expect(onlyPaler({ url: 'a', datum: 'gcj02' }, { url: 'a' })).toBe(false);
});
