import {
  choiceField,
  nullDayField,
  nullTextField,
  optionalTextField,
  textField,
  usualNumberField,
} from '@eyrie/domain';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { cellsOf, changedValues, fieldCells, firstValues, storedColumns } from './fields.ts';

const fields = {
  name: textField({ label: 'field.name', max: 64 }),
  warnPercent: usualNumberField({ label: 'field.size', schema: z.number().int(), otherwise: 90 }),
  remark: optionalTextField({ label: 'field.remark', max: 64 }),
  kind: choiceField({ label: 'workDay.kind', options: ['holiday'] }),
  validUntil: nullDayField({ label: 'field.validUntil' }),
};
const at = Date.UTC(2027, 2, 31);

it('a new record holds what was given, and what stands for the rest', () => {
  expect(firstValues(fields, { name: 'a', kind: 'holiday', oid: 'no field' })).toEqual({
    name: 'a',
    warnPercent: 90,
    remark: '',
    kind: 'holiday',
    validUntil: null,
  });
  expect(firstValues(fields, { validUntil: at }).validUntil).toEqual(new Date(at));
});

it('an edit changes what it names alone, also to nothing', () => {
  expect(changedValues(fields, { remark: '', validUntil: null, version: 3 })).toEqual({
    remark: '',
    validUntil: null,
  });
  expect(changedValues(fields, { validUntil: at })).toStrictEqual({ validUntil: new Date(at) });
});

it('an emptied text is none where a field may be none', () => {
  const model = { model: nullTextField({ label: 'field.model', max: 64 }), remark: fields.remark };
  const nothing = { model: null, remark: '' };
  expect(changedValues(model, { model: '', remark: '' })).toEqual(nothing);
  expect(firstValues(model, { model: '' })).toEqual(nothing);
  expect(changedValues(model, { model: 'M3E' })).toEqual({ model: 'M3E' });
});

it('fields are kept in columns of their names', () => {
  expect(storedColumns(fields)).toMatchObject({
    name: { column: 'name' },
    warnPercent: { column: 'warn_percent' },
  });
});

it('cells are read as what the field is', () => {
  const cells = fieldCells(cellsOf(fields));
  const cellOf = (field: string) => cells.find((cell) => cell.field === field);
  expect(cellOf('warnPercent')?.read?.('12', 'UTC')).toBe(12);
  expect(cellOf('validUntil')?.read?.('2027-03-31', 'UTC')).toBe(at + 86_400_000 - 1);
  expect(cellOf('validUntil')?.read?.('soon', 'UTC')).toBe('soon');
  expect(cellOf('validUntil')?.cell({ validUntil: at }, 'en', 'UTC')).toBe('2027-03-31');
  expect(cellOf('name')?.read).toBeUndefined();
});
