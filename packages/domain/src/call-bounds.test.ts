import { describe, expect, it } from 'vitest';
import { requestLeaves, type Leaf } from '@eyrie/testing';
import { allCalls } from './calls.ts';
import { calls } from './rooms.generated.ts';

const leaves = allCalls.flatMap((one) => requestLeaves(one.request, one.path));
const of = (type: string): [string, Leaf][] =>
  leaves.filter((leaf) => leaf.type === type).map((leaf) => [leaf.where, leaf]);
const takes = (leaf: Leaf, value: unknown): boolean => leaf.shape.safeParse(value).success;

describe('a number in a request', () => {
  it.each(of('number'))('%s is never made from anything else', (_where, leaf) => {
    const others = [
      '1',
      '',
      ' ',
      '0x20',
      '1e3',
      'NaN',
      null,
      true,
      false,
      [1],
      {},
      [],
      undefined,
      Number.NaN,
      Infinity,
      -Infinity,
    ];
    expect(others.filter((value) => takes(leaf, value))).toEqual([]);
  });

  it.each(of('number'))('%s has an end', (_where, leaf) => {
    expect(takes(leaf, 1e308)).toBe(false);
    expect(takes(leaf, -1e308)).toBe(false);
  });
});

describe('a text in a request', () => {
  it.each(of('string'))('%s has an end and is never made from anything else', (_where, leaf) => {
    const others = [1, 0, null, true, ['a'], {}, undefined, 'x'.repeat(10_001)];
    expect(others.filter((value) => takes(leaf, value))).toEqual([]);
  });
});

describe('what a database cannot hold', () => {
  /** Moments, and the number of a lease: their columns hold more. */
  const long = /\b(\w*from|to|at|since|\w*until|before|after|\w+At|epoch)$/i;
  const isWhole = ({ shape }: Leaf): boolean => takes({ shape } as Leaf, 1) && !takes({ shape } as Leaf, 1.5);

  it.each(of('number').filter(([where, leaf]) => isWhole(leaf) && !long.test(where)))(
    'a whole number beyond its column is refused: %s',
    (_where, leaf) => {
      for (const value of [2_147_483_648, -2_147_483_649, 97_487_833_318_691, Number.MAX_SAFE_INTEGER])
        expect([value, takes(leaf, value)]).toEqual([value, false]);
    },
  );

  it.each(of('string'))('a text with NUL is refused: %s', (_where, leaf) => {
    const fitting = ['a\0b', '\0', '0199c0de-0000-7000-8000-00000000000\0', 'abcdefgh\0', 'a/b\0.jpg'];
    expect(fitting.filter((value) => takes(leaf, value))).toEqual([]);
  });

  it.each(of('string'))('a text with half a character is refused: %s', (_where, leaf) => {
    expect(['a\ud800b', '\udc00', 'abcdefgh\ud800'].filter((value) => takes(leaf, value))).toEqual([]);
  });
});

describe('a list in a request', () => {
  const mostOf = ({ shape }: Leaf): number | undefined =>
    (shape._zod.def.checks ?? [])
      .map((check) => check._zod.def as { check: string; maximum?: number })
      .find(({ check }) => check === 'max_length')?.maximum;

  it.each(of('array'))('%s has an end and is never made from anything else', (where, leaf) => {
    // As many as a route file may have.
    expect(mostOf(leaf)).toBeLessThanOrEqual(where.endsWith(' plan points') ? 65_535 : 10_000);
    for (const other of [{ 0: 'a', length: 1 }, 'a', 1, true, null]) expect(takes(leaf, other)).toBe(false);
  });

  it.each(of('array').filter(([where]) => where.endsWith(' oids')))('%s has something in it', (_, leaf) => {
    expect(takes(leaf, ['0199c0de-0000-7000-8000-000000000001'])).toBe(true);
    expect(takes(leaf, [])).toBe(false);
  });
});

describe('borders that keep an aircraft safe', () => {
  const flight = {
    routeOID: '0199c0de-0000-7000-8000-000000000001',
    dockOID: '0199c0de-0000-7000-8000-000000000002',
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
  };
  const fits = (part: object): boolean => calls.flight.add.request.safeParse({ ...flight, ...part }).success;

  it('hold the return altitude between 20 and 1500 whole metres', () => {
    for (const returnAltitude of [20, 21, 1_499, 1_500]) expect(fits({ returnAltitude })).toBe(true);
    for (const returnAltitude of [19, 19.99, 20.5, 1_500.01, 1_501, 0, -0, -20, '100', null])
      expect(fits({ returnAltitude }), JSON.stringify(returnAltitude)).toBe(false);
  });

  it('know two things to do when the link is lost, and no default', () => {
    for (const lostAction of ['return', 'continue']) expect(fits({ lostAction })).toBe(true);
    for (const lostAction of ['hover', 'Return', '', null, undefined])
      expect(fits({ lostAction })).toBe(false);
  });

  it('hold the wind limit at or below what the aircraft allows', () => {
    const wind = (windLimit: unknown): boolean =>
      calls.dock.windLimitSet.request.safeParse({ oid: flight.dockOID, windLimit }).success;
    for (const windLimit of [0, 0.5, 12]) expect(wind(windLimit)).toBe(true);
    for (const windLimit of [12.01, -0.01, '12', null, undefined]) expect(wind(windLimit)).toBe(false);
  });

  it('demand a reason of five signs for taking control by force', () => {
    const reason = (text: unknown): boolean =>
      calls.lease.override.request.safeParse({
        oid: flight.dockOID,
        control: 'flight',
        tabId: 'tab-12345',
        reason: text,
      }).success;
    for (const text of ['12345', '飞机失联了', ' 12345 ']) expect(reason(text)).toBe(true);
    for (const text of ['1234', '     ', ' 1234 ', '', null, undefined]) expect(reason(text)).toBe(false);
  });
});
