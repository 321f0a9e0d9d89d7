import { describe, expect, it } from 'vitest';
import { replaceSoonOf, type BatteryAge, type ReplaceProgramme } from './replace-soon.ts';

const programme: ReplaceProgramme = {
  name: 'Cells',
  model: '',
  replaceCycles: 200,
  replaceStoredDays: null,
  replaceSpread: 300,
};
const battery: BatteryAge = { model: 'TB30', cycles: 10, storedDays: 900, spread: 0.1 };

describe('a battery that is to be replaced soon', () => {
  it('has reached any limit of a programme, and each is named with its figures', () => {
    expect(replaceSoonOf([programme], battery)).toEqual([]);
    expect(replaceSoonOf([programme], { ...battery, cycles: 200, spread: 0.3 })).toEqual([
      { programme: 'Cells', rule: 'replaceCycles', used: 200, limit: 200 },
      { programme: 'Cells', rule: 'replaceSpread', used: 300, limit: 300 },
    ]);
    expect(replaceSoonOf([programme], { ...battery, cycles: 199, spread: 0.299 })).toEqual([]);
  });
  it('is judged by programmes of its own model alone, and by nothing that was not reported', () => {
    const old = { ...battery, cycles: 500 };
    expect(replaceSoonOf([{ ...programme, model: 'tb30' }], old)).toHaveLength(1);
    expect(replaceSoonOf([{ ...programme, model: 'TB60' }], old)).toEqual([]);
    expect(replaceSoonOf([programme], { ...old, cycles: null, spread: null })).toEqual([]);
  });
});
