import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

describe('password hash', () => {
  const hasher = createPasswordHasher();

  it('is argon2id with 19 MiB and two passes, salted each time', async () => {
    const [first, second] = await Promise.all([hasher.hash('Same-1234'), hasher.hash('Same-1234')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify('Same-1234', first)).toBe(true);
    expect(await hasher.verify('Same-1235', first)).toBe(false);
  });

  it('is never right for nobody or for a broken hash', async () => {
    expect(await hasher.verify('', null)).toBe(false);
    expect(await hasher.verify('', 'not a hash')).toBe(false);
  });

  it('turns away what the line cannot hold', async () => {
    const narrow = createPasswordHasher({ atOnce: 1, queue: 1, wait: 10_000 });
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => narrow.verify('x', null)));
    const refused = tries.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]?.reason).toMatchObject({ reason: 'tooManyRequests' });
    // The line is open again.
    expect(await narrow.verify('x', null)).toBe(false);
  });

  it('turns away who waits too long', async () => {
    const impatient = createPasswordHasher({ atOnce: 1, queue: 5, wait: 0 });
    const tries = await Promise.allSettled([1, 2, 3].map(() => impatient.verify('x', null)));
    expect(tries.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});
