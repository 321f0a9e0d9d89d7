import { tokens } from '@eyrie/ui/tokens';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chartPicture, type BarsShown } from './draw-chart.ts';

beforeAll(() => {
  // Without a canvas the library takes texts for as wide as they are on average.
  vi.stubGlobal('document', { body: null, createElement: () => ({ getContext: () => null }) });
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: 'sans-serif' }));
});
afterAll(() => void vi.unstubAllGlobals());

const names = Array.from({ length: 12 }, (_, at) => `Vegetation anomaly ${at + 1}`);
const bars: BarsShown = {
  labels: names,
  values: names.map((_, at) => 12 - at),
  valueText: (value) => `${value}`,
  mirrored: false,
  lying: true,
  colours: tokens.dark,
};
const drawn = async (shown: BarsShown): Promise<string> => (await chartPicture(shown, 'svg')).text();

it.each([false, true])('has the name of each lying bar, also in a mirrored one: %s', async (mirrored) => {
  const picture = await drawn({ ...bars, mirrored });
  expect(names.filter((name) => !picture.includes(name))).toEqual([]);
});

it('leaves out days that would touch each other, since their neighbours say which they are', async () => {
  const picture = await drawn({ ...bars, lying: false });
  expect(names.filter((name) => picture.includes(name)).length).toBeLessThan(names.length);
});
