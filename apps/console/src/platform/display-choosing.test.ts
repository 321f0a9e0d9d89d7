import { firstDisplay, type DisplayChoices } from '@eyrie/domain';
import { describe, expect, it, vi } from 'vitest';
import { createChoosing } from './display-choosing.ts';

interface Save {
  choices: DisplayChoices;
  stored: () => void;
  failed: () => void;
}
const opened = () => {
  const saves: Save[] = [];
  let shown = firstDisplay;
  const choose = createChoosing(
    { get: () => shown, set: (choices) => void (shown = choices) },
    (choices) =>
      new Promise<void>((resolve, reject) => {
        saves.push({ choices, stored: resolve, failed: () => reject(new Error('away')) });
      }),
  );
  const nth = async (at: number): Promise<Save> => {
    await vi.waitFor(() => expect(saves.length).toBeGreaterThan(at));
    const save = saves[at];
    if (!save) throw new Error('no save');
    return save;
  };
  return { choose, saves, nth, shown: () => shown };
};

describe('how things are shown', () => {
  it('is stored one choice after the other, each with those before it', async () => {
    const { choose, nth, saves, shown } = opened();
    const both = [choose({ zone: 'utc' }), choose({ units: 'imperial' })];
    const first = await nth(0);
    expect(shown()).toMatchObject({ zone: 'utc', units: 'imperial' });
    expect(saves).toHaveLength(1);
    first.stored();
    const second = await nth(1);
    expect(second.choices).toMatchObject({ zone: 'utc', units: 'imperial' });
    second.stored();
    await Promise.all(both);
  });

  it('stays as it was where the choice was not stored', async () => {
    const { choose, nth, shown } = opened();
    const one = choose({ zone: 'utc' });
    (await nth(0)).failed();
    await one;
    expect(shown()).toEqual(firstDisplay);
  });

  it('keeps a choice whose successor is stored', async () => {
    const { choose, nth, shown } = opened();
    const both = [choose({ zone: 'utc' }), choose({ units: 'imperial' })];
    (await nth(0)).failed();
    (await nth(1)).stored();
    await Promise.all(both);
    expect(shown()).toMatchObject({ zone: 'utc', units: 'imperial' });
  });
});
