import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addOf,
  choiceField,
  editOf,
  nullDayField,
  nullNumberField,
  optionalTextField,
  recordOf,
  textField,
  usualNumberField,
} from './fields.ts';

const whole = z.number().int().min(1).max(9);
const fields = {
  name: textField({ label: 'name', max: 4 }),
  remark: optionalTextField({ label: 'remark', max: 4 }),
  kind: choiceField({ label: 'kind', options: ['one', 'two'] }),
  limit: nullNumberField({ label: 'limit', schema: whole }),
  percent: usualNumberField({ label: 'percent', schema: whole, otherwise: 5 }),
  until: nullDayField({ label: 'until' }),
};
const fits = (shape: z.core.$ZodLooseShape, value: object): boolean =>
  z.object(shape).safeParse(value).success;

describe('fields', () => {
  it('are given to an add as far as they have to be, and to an edit as far as they change', () => {
    expect(fits(addOf(fields), { name: 'a', kind: 'one' })).toBe(true);
    expect(fits(addOf(fields), { name: 'a' })).toBe(false);
    expect(fits(addOf(fields), { name: '', kind: 'one' })).toBe(false);
    expect(fits(editOf(fields), {})).toBe(true);
    expect(fits(editOf(fields), { limit: null, until: null })).toBe(true);
    expect(fits(editOf(fields), { percent: null })).toBe(false);
    expect(fits(editOf(fields), { name: '12345' })).toBe(false);
    expect(fits(editOf(fields), { kind: 'three' })).toBe(false);
    expect(fits(editOf(fields), { limit: 10 })).toBe(false);
  });

  it('all stand in a record, outside of the bounds that an edit has now too', () => {
    const kept = { name: 'longer than today', remark: '', kind: 'two', limit: null, percent: 50, until: 1 };
    expect(fits(recordOf(fields), kept)).toBe(true);
    expect(fits(recordOf(fields), { ...kept, percent: 0.5 })).toBe(false);
    expect(fits(recordOf(fields), { ...kept, remark: undefined })).toBe(false);
  });
});
