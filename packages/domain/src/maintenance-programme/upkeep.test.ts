import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesOf, upkeepOf, upkeepRules, type UpkeepProgramme, type UpkeepUsed } from './upkeep.ts';

const none = Object.fromEntries(upkeepRules.map((rule) => [rule, null])) as UpkeepUsed;
const programme: UpkeepProgramme = {
  ...none,
  name: 'Yearly',
  kind: 'drone',
  model: '',
  warnPercent: 90,
  days: 365,
  flights: 100,
};
const used = (more: Partial<UpkeepUsed>): UpkeepUsed => ({ ...none, ...more });
const drone = (more: Partial<UpkeepUsed>) => ({
  kind: 'drone' as const,
  model: 'Matrice 3TD',
  used: used(more),
});

describe('upkeep by programmes', () => {
  it('names whichever rule comes first, and what comes soon', () => {
    expect(upkeepOf([programme], drone({ days: 10, flights: 10 }))).toEqual([]);
    expect(upkeepOf([programme], drone({ days: 329, flights: 99 }))).toMatchObject([
      { rule: 'days', level: 'soon', used: 329, limit: 365 },
      { rule: 'flights', level: 'soon' },
    ]);
    expect(upkeepOf([programme], drone({ days: 10, flights: 100 }))).toEqual([
      { programme: 'Yearly', rule: 'flights', used: 100, limit: 100, level: 'due' },
    ]);
  });

  it('is for its own kind and model alone, and judges nothing that was not reported', () => {
    expect(upkeepOf([{ ...programme, kind: 'battery' }], drone({ days: 999 }))).toEqual([]);
    expect(upkeepOf([{ ...programme, model: 'matrice 3td' }], drone({ days: 999 }))).toHaveLength(1);
    expect(upkeepOf([{ ...programme, model: 'Matrice 30' }], drone({ days: 999 }))).toEqual([]);
    expect(upkeepOf([programme], drone({}))).toEqual([]);
    // Cycles are a battery's: an aircraft has none, whatever a programme says.
    expect(upkeepOf([{ ...programme, cycles: 1 }], drone({ cycles: 5 }))).toEqual([]);
  });

  it('is due exactly where a known figure has reached a limit, in any order of programmes', () => {
    const figure = fc.option(fc.integer({ min: 0, max: 500 }));
    const figures = fc.record(
      Object.fromEntries(upkeepRules.map((rule) => [rule, figure])) as Record<
        (typeof upkeepRules)[number],
        typeof figure
      >,
    );
    fc.assert(
      fc.property(fc.array(figures, { maxLength: 4 }), figures, (limits, reached) => {
        const programmes = limits.map((limit, at) => ({ ...programme, ...limit, name: String(at) }));
        const device = { kind: 'battery' as const, model: null, used: reached };
        const batteries = programmes.map((one) => ({ ...one, kind: 'battery' as const }));
        const due = upkeepOf(batteries, device).filter(({ level }) => level === 'due');
        const expected = batteries.flatMap((one) =>
          rulesOf('battery').filter((rule) => {
            const limit = one[rule];
            const value = reached[rule];
            return limit !== null && limit > 0 && value !== null && value >= limit;
          }),
        );
        expect(due).toHaveLength(expected.length);
        const turned = upkeepOf(batteries.toReversed(), device).filter(({ level }) => level === 'due');
        expect(turned).toHaveLength(due.length);
      }),
    );
  });
});
