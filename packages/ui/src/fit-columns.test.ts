import { expect, test } from 'vitest';
import { fitColumns } from './fit-columns.ts';

const columns = [
  { width: 200, fold: undefined },
  { width: 100, fold: 1 },
  { width: 150, fold: 2 },
  { width: 90, fold: undefined },
];

test('what fits stays whole', () => {
  expect(fitColumns(columns, 540, 540)).toEqual({ folded: new Set(), need: 540 });
});

test('the column that matters least gives way first, and no more than must', () => {
  expect(fitColumns(columns, 540, 539)).toEqual({ folded: new Set([2]), need: 390 });
  expect(fitColumns(columns, 540, 389)).toEqual({ folded: new Set([2, 1]), need: 290 });
});

test('columns that stay need their width, however little room there is', () => {
  expect(fitColumns(columns, 540, 100)).toEqual({ folded: new Set([2, 1]), need: 290 });
});
