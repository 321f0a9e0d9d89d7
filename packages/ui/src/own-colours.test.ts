import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, mixed } from '@eyrie/domain/contrast';
import { ownTokens, weakPairs } from './own-colours.ts';
import { tokens } from './tokens.ts';

const none = { menuColor: null, accentColor: null, backgroundColor: null };
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it('is what WCAG says of known pairs, whichever comes first', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
    fc.assert(
      fc.property(colour, colour, (a, b) => contrast(a, b) === contrast(b, a) && contrast(a, b) >= 1),
    );
  });
  it('of a mix lies between its parts', () => {
    expect(mixed('#ffffff', '#000000', 0.5)).toBe('#808080');
    expect(mixed('#123456', '#ffffff', 1)).toBe('#123456');
  });
});

describe('colours of an organisation', () => {
  it('replace nothing while none is chosen, and nothing is weak', () => {
    expect(ownTokens(none)).toEqual({});
    expect(weakPairs(none)).toEqual([]);
  });

  it('bring text that fits: the best there is on any menu and any accent', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const own = ownTokens({ ...none, menuColor: chosen, accentColor: chosen });
        const { menuStrong = '', onAccent = '' } = own;
        for (const theme of ['dark', 'light'] as const) {
          const best = tokens[theme];
          expect(contrast(menuStrong, chosen)).toBeGreaterThanOrEqual(contrast(best.menuStrong, chosen));
          expect(contrast(onAccent, chosen)).toBeGreaterThanOrEqual(contrast(best.onAccent, chosen));
        }
      }),
    );
  });

  it('never touch the colours of states', () => {
    fc.assert(
      fc.property(colour, colour, colour, (menuColor, accentColor, backgroundColor) => {
        const changed = Object.keys(ownTokens({ menuColor, accentColor, backgroundColor }));
        for (const state of ['live', 'working', 'attention', 'alarm', 'offline'])
          expect(changed).not.toContain(state);
      }),
    );
  });

  it('are named weak in the theme in which they are, with what would be needed', () => {
    // Dark blue links: fine on white, unreadable on the dark pages.
    const weak = weakPairs({ ...none, accentColor: '#123a8c' });
    expect(weak.find(({ theme, place }) => theme === 'dark' && place === 'page')).toMatchObject({
      of: 'accentColor',
      kind: 'text',
      needed: 4.5,
    });
    expect(weak.filter(({ theme, kind }) => theme === 'light' && kind === 'text')).toEqual([]);
    expect(weakPairs({ ...none, menuColor: '#808080' }).map(({ place }) => place)).toContain('menuOpen');
    expect(weakPairs({ ...none, backgroundColor: '#2fb3a6' }).map(({ place }) => place)).toContain(
      'entrance',
    );
  });

  it('are weak exactly below the bounds', () => {
    fc.assert(
      fc.property(colour, colour, (menuColor, accentColor) => {
        for (const pair of weakPairs({ ...none, menuColor, accentColor })) {
          expect(pair.ratio).toBeLessThan(pair.needed);
          expect(pair.needed).toBe(pair.kind === 'text' ? 4.5 : 3);
        }
      }),
    );
  });
});
