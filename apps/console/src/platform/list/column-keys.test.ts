import type { DataColumns } from '@eyrie/ui';
import { expect, test } from 'vitest';
import type { TextOf } from '../text.tsx';
import { chosenNow, keyedColumns } from './column-keys.ts';

const words =
  (language: string): TextOf =>
  (id) =>
    `${language}: ${id}`;
const two = (text: TextOf): DataColumns<object> => [
  { title: text('field.time') },
  { title: text('field.member') },
];
const three = (text: TextOf): DataColumns<object> => [{ title: text('auditLog.action') }, ...two(text)];
const keyOf = (columns: DataColumns<object>, title: string): unknown =>
  columns.find((column) => column.title === title)?.key;

test('a column keeps its key in another language and at another place', () => {
  const key = keyOf(keyedColumns(two, words('en')), 'en: field.member');
  expect(key).toBe('field.member');
  expect(keyOf(keyedColumns(three, words('ar')), 'ar: field.member')).toBe(key);
});

test('a key of the column’s own stands, and a head that is no text gives none', () => {
  const columns = keyedColumns<object>(
    (text) => [{ key: 'own', title: text('field.time') }, { title: null }],
    words('en'),
  );
  expect(columns.map(({ key }) => key)).toEqual(['own', undefined]);
});

test('a choice under a label that rooms share now counts, and none that was made since is undone', () => {
  const keys = ['field.department', 'device.model'];
  expect(chosenNow({ 'device.department': false }, keys)).toMatchObject({ 'field.department': false });
  expect(chosenNow({ 'device.department': false, 'field.department': true }, keys)).toMatchObject({
    'field.department': true,
  });
  expect(chosenNow({ 'device.model': false, 'device.state': false }, keys)).toEqual({
    'device.model': false,
    'device.state': false,
  });
  expect(chosenNow({ 'asyncTable.lng': false }, ['field.longitude'])).toMatchObject({
    'field.longitude': false,
  });
  expect(chosenNow({ 'device.model': false }, [...keys, 'field.model'])).toEqual({ 'device.model': false });
});
