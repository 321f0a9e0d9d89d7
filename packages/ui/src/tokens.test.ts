import { describe, expect, it } from 'vitest';
import { themes, tokens } from './tokens.ts';

/** Contrast of two #RRGGBB colours after WCAG 2. */
const contrast = (one: string, other: string): number => {
  const luminance = (colour: string): number => {
    const channel = (at: number): number => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

describe.each(themes)('the %s theme', (theme) => {
  const t = tokens[theme];
  const grounds = [t.ink, t.surface, t.raised];

  it.each(['text', 'muted', 'accent'] as const)('%s can be read on every ground', (name) => {
    for (const ground of grounds) expect(contrast(t[name], ground)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(['live', 'working', 'attention', 'alarm', 'offline'] as const)(
    '%s can be seen on every ground',
    (name) => {
      for (const ground of grounds) expect(contrast(t[name], ground)).toBeGreaterThanOrEqual(3);
    },
  );
  it('text on accent can be read', () => {
    expect(contrast(t.onAccent, t.accent)).toBeGreaterThanOrEqual(4.5);
  });
});
