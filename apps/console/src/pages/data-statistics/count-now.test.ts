import { describe, expect, it } from 'vitest';
import { countNow } from './count-now.ts';

describe('a live count of the overview', () => {
  const up = { state: 'up', since: 1_000, quietSince: null } as const;
  it('is what was pushed, and what the server counted until then', () => {
    expect(countNow(up, 3, 2)).toEqual({ count: 3 });
    expect(countNow({ ...up, state: 'connecting' }, null, 2)).toEqual({ count: 2 });
    expect(countNow(up, null, undefined)).toEqual({ count: null });
  });
  it('is not known from the moment on at which this page lost its links', () => {
    expect(countNow({ state: 'down', since: 7_000, quietSince: null }, 3, 3)).toEqual({
      unknownSince: 7_000,
    });
    expect(countNow({ state: 'up', since: 1_000, quietSince: 5_000 }, 3, 3)).toEqual({ unknownSince: 5_000 });
  });
});
