import fc from 'fast-check';
import { limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { PageClock } from './page-clock.ts';

it('never takes a frame for younger than it is, whatever the network does', () => {
  const delay = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.array(fc.tuple(delay, delay), { minLength: 1 }),
      (ahead, ways) => {
        let now = 1_000;
        const page = new PageClock({ mono: () => now });
        for (const [there, back] of ways) {
          const id = page.ask();
          const at = now + there + ahead;
          now += there + back;
          page.answered(id, at);
        }
        const readAt = now + 50;
        const here = page.here(readAt + ahead) ?? Number.NaN;
        const shortest = Math.min(...ways.slice(-5).map(([there, back]) => there + back));
        expect(here).toBeLessThanOrEqual(readAt);
        expect(here).toBeGreaterThanOrEqual(readAt - shortest);
      },
    ),
  );
});

it('knows nothing before an answer, and counts none twice', () => {
  let now = 0;
  const page = new PageClock({ mono: () => now });
  expect(page.here(5)).toBe(null);
  page.answered(1, 5);
  expect(page.here(5)).toBe(null);
  const id = page.ask();
  now = 10;
  page.answered(id, 1_000);
  page.answered(id, 9_000);
  expect(page.here(1_020)).toBe(20);
});

it('takes no answer to a question that so many others have followed', () => {
  let now = 0;
  const page = new PageClock({ mono: () => now });
  const [late, still] = [page.ask(), page.ask()];
  for (let others = 1; others < limits.drc.syncKept; others += 1) page.ask();
  now = 10;
  page.answered(late, 1_000);
  expect(page.here(1_000)).toBe(null);
  page.answered(still, 1_000);
  expect(page.here(1_000)).toBe(0);
});
