import { expect, it } from 'vitest';
import { afterState, type Link } from './link-state.ts';

const up: Link = { state: 'up', since: 0, quietSince: null };

it('an outage counts from its beginning, however often the page tries again', () => {
  let link = afterState(up, 'down', 1_000);
  for (let at = 5_000; at < 60_000; at += 4_000) {
    link = afterState(link, 'connecting', at);
    link = afterState(link, 'down', at + 500);
  }
  expect(link).toMatchObject({ state: 'down', since: 1_000 });
  expect(afterState(link, 'up', 70_000)).toMatchObject({ state: 'up', since: 70_000 });
});

it('a link that fell silent before it broke is gone since the last word', () => {
  expect(afterState({ ...up, quietSince: 8_000 }, 'down', 20_000)).toMatchObject({ since: 8_000 });
});

it('a new outage counts from its own beginning', () => {
  const again = afterState(afterState(up, 'down', 1_000), 'up', 9_000);
  expect(afterState(again, 'down', 30_000)).toMatchObject({ since: 30_000 });
});

it('the first tries are no outage', () => {
  const begun: Link = { state: 'connecting', since: 5, quietSince: null };
  expect(afterState(begun, 'connecting', 900)).toBe(begun);
  expect(afterState(begun, 'up', 1_000)).toMatchObject({ state: 'up', since: 1_000 });
});
