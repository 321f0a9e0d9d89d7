import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant, latitude, longitude, oid, optionalText, pageShape, text } from './shape.ts';
import { z } from 'zod';

const fits = (shape: z.ZodType, value: unknown): boolean => shape.safeParse(value).success;

describe('a moment', () => {
  it('of ten digits or fewer is seconds', () => {
    expect(instant.parse(1_760_000_000)).toBe(1_760_000_000_000);
    expect(instant.parse(9_999_999_999)).toBe(9_999_999_999_000);
    expect(instant.parse(10_000_000_000)).toBe(10_000_000_000);
    expect(instant.parse(1_760_000_000_123)).toBe(1_760_000_000_123);
    expect(instant.parse(0)).toBe(0);
  });

  it('is a whole number that is not in a text', () => {
    for (const value of [
      '1760000000',
      '',
      null,
      true,
      [1_760_000_000],
      1.5,
      -1,
      Number.NaN,
      Infinity,
      1e14,
      {},
    ])
      expect(fits(instant, value), JSON.stringify(value)).toBe(false);
  });

  it('means the same as seconds and as milliseconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }),
        (seconds) => instant.parse(seconds) === instant.parse(seconds * 1_000),
      ),
    );
  });
});

describe('text', () => {
  const name = text(8);
  it('is trimmed and not empty', () => {
    expect(name.parse('  巡检  ')).toBe('巡检');
    for (const value of ['', '   ', '\t\n', '123456789'])
      expect(fits(name, value), JSON.stringify(value)).toBe(false);
    expect(optionalText(8).parse('')).toBe('');
  });

  it('has no control characters but tab and line breaks', () => {
    for (let code = 0; code < 0x20; code += 1) {
      const allowed = code === 0x09 || code === 0x0a || code === 0x0d;
      for (const shape of [name, optionalText(8)])
        expect(fits(shape, `a${String.fromCharCode(code)}b`), code.toString(16)).toBe(allowed);
    }
    expect(fits(name, 'a\u007fb')).toBe(false);
  });

  it('is whole: half a surrogate pair could not be stored', () => {
    for (const shape of [name, optionalText(8)]) {
      for (const value of ['a\ud800', '\udc00b', '\udc00\ud800']) expect(fits(shape, value)).toBe(false);
      expect(shape.parse('🚁')).toBe('🚁');
    }
  });

  it('is never made from anything else', () => {
    for (const value of [1, true, null, undefined, ['a'], { a: 1 }]) expect(fits(name, value)).toBe(false);
  });

  it('comes back as it is the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (value) => {
        const parsed = name.safeParse(value);
        if (parsed.success) expect(name.parse(parsed.data)).toBe(parsed.data);
      }),
    );
  });
});

describe('places, pages and ids', () => {
  it('have exact borders', () => {
    for (const [shape, most] of [
      [longitude, 180],
      [latitude, 90],
    ] as const) {
      for (const value of [-most, 0, -0, most]) expect(fits(shape, value)).toBe(true);
      for (const value of [most + 1e-9, -most - 1e-9, Number.NaN, Infinity, '0', null])
        expect(fits(shape, value)).toBe(false);
    }
    const page = z.object(pageShape);
    expect(page.parse({})).toEqual({ pageNum: 1, pageSize: 20 });
    for (const wrong of [
      { pageNum: 0 },
      { pageSize: 0 },
      { pageSize: 201 },
      { pageNum: 1.5 },
      { pageSize: '20' },
    ])
      expect(fits(page, wrong)).toBe(false);
  });

  it('take a UUID and nothing that looks like one', () => {
    expect(fits(oid, '0199c0de-0000-7000-8000-000000000001')).toBe(true);
    for (const value of [
      '',
      ':id',
      '{id}',
      'null',
      '%',
      '*',
      '0199c0de-0000-7000-8000-00000000000',
      '0199c0de-0000-7000-8000-000000000001 ',
      0,
      null,
    ])
      expect(fits(oid, value)).toBe(false);
  });
});
