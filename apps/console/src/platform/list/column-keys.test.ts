import type { DataColumns } from '@eyrie/ui';
import { expect, test } from 'vitest';
import type { TextOf } from '../text.tsx';
import { keyedColumns } from './column-keys.ts';

const words =
  (language: string): TextOf =>
  (id) =>
    `${language}: ${id}`;
const two = (text: TextOf): DataColumns<object> => [
  { title: text('auditLog.time') },
  { title: text('auditLog.member') },
];
const three = (text: TextOf): DataColumns<object> => [{ title: text('auditLog.action') }, ...two(text)];
const keyOf = (columns: DataColumns<object>, title: string): unknown =>
  columns.find((column) => column.title === title)?.key;

test('a column keeps its key in another language and at another place', () => {
  const key = keyOf(keyedColumns(two, words('en')), 'en: auditLog.member');
  expect(key).toBe('auditLog.member');
  expect(keyOf(keyedColumns(three, words('ar')), 'ar: auditLog.member')).toBe(key);
});

test('a key of the column’s own stands, and a head that is no text gives none', () => {
  const columns = keyedColumns<object>(
    (text) => [{ key: 'own', title: text('auditLog.time') }, { title: null }],
    words('en'),
  );
  expect(columns.map(({ key }) => key)).toEqual(['own', undefined]);
});
