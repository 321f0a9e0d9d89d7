import type { DisplayChoices } from '@eyrie/domain';

/** What a page shows by now. */
interface Shown {
  get(): DisplayChoices;
  set(choices: DisplayChoices): void;
}

/**
 * Changes what is shown at once, and stores it, one choice after the other: of two that are under way at the same time the
 * older could be stored last. What is not stored is taken back.
 */
export const createChoosing = (shown: Shown, store: (choices: DisplayChoices) => Promise<void>) => {
  let line: Promise<void> = Promise.resolve();
  return (change: Partial<DisplayChoices>): Promise<void> => {
    const before = shown.get();
    const choices = { ...before, ...change };
    shown.set(choices);
    line = line.then(async () => {
      try {
        await store(choices);
      } catch {
        // A later choice holds this one as well, and is yet to be stored.
        if (shown.get() === choices) shown.set(before);
      }
    });
    return line;
  };
};
