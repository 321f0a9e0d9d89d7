import { expect, test } from 'vitest';
import { fitColumns } from './fit-columns.ts';

const columns = [
  { width: 40, fold: undefined, stays: false },
  { width: 200, fold: undefined, stays: false },
  { width: 100, fold: 1, stays: false },
  { width: 150, fold: 2, stays: false },
  { width: undefined, fold: undefined, stays: false },
  { width: 90, fold: undefined, stays: false },
  { width: 80, fold: undefined, stays: false },
  { width: 60, fold: undefined, stays: true },
];
const need = 920;

test('what fits stays whole', () => {
  expect(fitColumns(columns, need, 920)).toEqual({ folded: new Set(), need: 920 });
});

test('the column that matters least gives way first, and no more than must', () => {
  expect(fitColumns(columns, need, 919)).toEqual({ folded: new Set([3]), need: 770 });
  expect(fitColumns(columns, need, 769)).toEqual({ folded: new Set([3, 2]), need: 670 });
});

test('where that is not enough the others give way from the end', () => {
  expect(fitColumns(columns, need, 669)).toEqual({ folded: new Set([3, 2, 6]), need: 590 });
  expect(fitColumns(columns, need, 589)).toEqual({ folded: new Set([3, 2, 6, 5]), need: 500 });
});

test('the first column, the one that takes the rest and the orders of a row stay, however little room there is', () => {
  expect(fitColumns(columns, need, 100)).toEqual({ folded: new Set([3, 2, 6, 5]), need: 500 });
});
