import { expect, it } from 'vitest';
import { createPulse, waitedForProcessor } from './pulse.ts';

const bounds = { every: 2_000, within: 8_000 };
/** Looks until it counts as hung, at most a hundred times. @param share of the time in which it waits for a processor */
const looksUntilHung = (share: number): number | null => {
  const pulse = createPulse(bounds);
  for (let look = 0; look < 100; look += 1) if (pulse.isHung(look * bounds.every * share)) return look;
  return null;
};

it.each([
  ['stands still', 0, 4],
  ['runs in a circle on a machine that others use as well', 0.5, 8],
])('a part that %s hangs', (_what, share, looks) => {
  expect(looksUntilHung(share)).toBe(looks);
});

it('a part that gets no processor does not', () => {
  expect(looksUntilHung(1)).toBeNull();
  expect(looksUntilHung(1.2)).toBeNull();
});

it('a part that answers now and then does not, and one that stops to answer does', () => {
  const pulse = createPulse(bounds);
  for (let look = 0; look < 100; look += 1) {
    expect(pulse.isHung(null)).toBe(false);
    if (look % 3 === 0) pulse.beat();
  }
  expect([1, 2, 3, 4, 5].map(() => pulse.isHung(null)).at(-1)).toBe(true);
});

it.runIf(process.platform === 'linux')('the system says how long a process waited', () => {
  expect(waitedForProcessor(process.pid)).toBeGreaterThanOrEqual(0);
  expect(waitedForProcessor(2 ** 22 + 1)).toBeNull();
});
