import { cockpitEntry, cockpitPages, handOverAddress, type CockpitEntry } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, readEntry } from './entry.ts';

const oid = '0199c0de-0000-7000-8000-000000000001';
const made = (type: string, page: string): CockpitEntry => {
  const entry = cockpitEntry({ oid, type }, [page]);
  if (!entry) throw new Error('no entry');
  return entry;
};
const hashOf = (code: string, entry: CockpitEntry): string =>
  new URL(handOverAddress('https://eyrie.example/screen/', code, entry)).hash;

describe('the address of a hand-over', () => {
  it('is read as the console wrote it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('leaderCockpit', 'userCockpit'),
        fc.constantFrom(...cockpitPages),
        fc.string({ minLength: 1 }),
        (type, page, code) => {
          const entry = made(type, page);
          const read = readEntry(hashOf(code, entry));
          expect(read).toEqual({ page, code, said: entry });
          expect(fits(read, entry)).toBe(true);
        },
      ),
    );
  });

  it.each([
    ['another cockpit', { route: '/CockpitOption' as const }],
    ['another kind', { type: 'userCockpit' as const }],
    ['another department', { groupOID: '0199c0de-0000-7000-8000-000000000002' }],
    ['another login key', { loginKey: true }],
  ])('does not fit a code made for %s', (_what, other) => {
    const entry = made('leaderCockpit', '/CockpitLarge');
    expect(fits(readEntry(hashOf('code', entry)), { ...entry, ...other })).toBe(false);
  });

  it.each(['', '#', '#/Login', '#/CockpitLarge?jwt=', '#/CockpitLarge?jwt=abc&route=/CockpitLarge'])(
    'is not whole as %s',
    (hash) => {
      const entry = readEntry(hash);
      expect(entry.said).toBeNull();
      expect(fits(entry, made('leaderCockpit', '/CockpitLarge'))).toBe(false);
    },
  );
});
