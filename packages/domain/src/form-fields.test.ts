import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldFits, formFields } from './form-fields.ts';
import { instant, optionalText, text } from './shape.ts';

const request = z.object({
  name: text(64),
  remark: optionalText(300).optional(),
  weight: z.number().int().min(1).max(9).optional(),
  height: z.number().nullable().optional(),
  state: z.enum(['new', 'old']),
  spare: z.boolean().default(false),
  type: z.literal('manual'),
  at: instant,
  parts: z.array(z.string()),
});

it('a form asks for what the schema of the call takes, with its limits', () => {
  const names = ['name', 'remark', 'weight', 'height', 'state', 'spare', 'type', 'at'];
  expect(formFields({ request }, names)).toEqual([
    { name: 'name', required: true, kind: 'text', max: 64 },
    { name: 'remark', required: false, kind: 'text', max: 300 },
    { name: 'weight', required: false, kind: 'number', min: 1, max: 9, whole: true },
    { name: 'height', required: false, kind: 'number', min: null, max: null, whole: false },
    { name: 'state', required: true, kind: 'choice', options: ['new', 'old'] },
    { name: 'spare', required: false, kind: 'flag' },
    { name: 'type', required: true, kind: 'fixed', value: 'manual' },
    { name: 'at', required: true, kind: 'number', min: 0, max: 99_999_999_999_999, whole: true },
  ]);
});

it('a form refuses what it has no field for', () => {
  expect(() => formFields({ request }, ['parts'])).toThrow('no field for parts, a array');
  expect(() => formFields({ request }, ['nothing'])).toThrow('no field nothing');
});

it('a value is judged by the schema of its field', () => {
  expect(fieldFits({ request }, 'name', ' 巡检 ')).toBe(true);
  expect(fieldFits({ request }, 'name', '  ')).toBe(false);
  expect(fieldFits({ request }, 'weight', 10)).toBe(false);
  expect(fieldFits({ request }, 'nothing', 1)).toBe(false);
});
