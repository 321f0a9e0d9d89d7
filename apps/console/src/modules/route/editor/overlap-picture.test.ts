import type { Coverage } from '@eyrie/geometry';
import { expect, it } from 'vitest';
import { overlapBounds, overlapColours, overlapPixels } from './overlap-picture.ts';

const coverage = (part: Partial<Coverage> = {}): Coverage => ({
  cell: 1,
  columns: 3,
  rows: 2,
  counts: Uint8Array.from([0, 1, 2, 5, 255, 3]),
  inside: Uint8Array.from([1, 1, 1, 1, 1, 0]),
  corners: [
    { lng: 10, lat: 50 },
    { lng: 11, lat: 51 },
  ],
  area: 5,
  uncovered: 1,
  ...part,
});
const coloursOf = (pixels: Uint8ClampedArray): (string | null)[] =>
  Array.from({ length: pixels.length / 4 }, (_, at) => {
    const [red, green, blue, alpha] = pixels.slice(at * 4, at * 4 + 4);
    if (!alpha) return null;
    return `#${[red, green, blue].map((channel = 0) => channel.toString(16).padStart(2, '0')).join('')}`;
  });
const [none, one, two, , , most] = overlapColours;

it('has the northern row first, five and more alike, and nothing beside the area', () => {
  expect(coloursOf(overlapPixels(coverage()))).toEqual([most, most, null, none, one, two]);
  expect(overlapBounds(coverage())).toEqual({ west: 10, south: 50, east: 11, north: 51 });
});

it('shows what is seen where no area is drawn', () => {
  const colours = coloursOf(overlapPixels(coverage({ area: 0, inside: new Uint8Array(6) })));
  expect(colours).toEqual([most, most, overlapColours[3], null, one, two]);
});

/** Relative luminance as WCAG has it. */
const luminance = (colour: string): number =>
  [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * ([0.2126, 0.7152, 0.0722][at] ?? 0), 0);

it('grows darker with every photo, whatever colours an eye tells apart', () => {
  const [, ...counted] = overlapColours.map(luminance);
  for (const [at, light] of counted.entries())
    if (at > 0) expect((counted[at - 1] ?? 0) / light).toBeGreaterThan(1.3);
});
