import type { DataColumns } from '@eyrie/ui';
import type { TextOf } from '../text.tsx';

/**
 * Columns under keys that outlast another language, another order and another number of columns: the id of the phrase
 * at their head, where they bring no key.
 */
export const keyedColumns = <Row extends object>(
  columnsIn: (text: TextOf) => DataColumns<Row>,
  text: TextOf,
): DataColumns<Row> => {
  const heads = columnsIn((id) => id).map(({ title }) => title);
  return columnsIn(text).map((column, place) => {
    const head = heads[place];
    return typeof head === 'string' && column.key === undefined ? { ...column, key: head } : column;
  });
};

/** Labels of columns that may be hidden whose shared ones have another last word. */
const renamed: Readonly<Record<string, string>> = {
  'accessToken.expiresAt': 'field.validUntil',
  'asyncTable.at': 'field.time',
  'asyncTable.elevation': 'field.aboveTakeOff',
  'asyncTable.head': 'field.heading',
  'asyncTable.lat': 'field.latitude',
  'asyncTable.lng': 'field.longitude',
  'asyncTable.percent': 'field.battery',
  'task.runReason': 'field.reason',
  'webhook.url': 'field.address',
};

const sharedOf = (label: string): string =>
  renamed[label] ?? `field.${label.slice(label.lastIndexOf('.') + 1)}`;

/**
 * Which columns were chosen, by the keys that they have now: a choice that was kept under a label of one room, as
 * `device.department`, counts for the shared one that has taken its place. A label that still heads a column says nothing
 * of another one.
 */
export const chosenNow = (
  chosen: Readonly<Record<string, boolean>>,
  keys: readonly string[],
): Record<string, boolean> => ({
  ...Object.fromEntries(
    Object.entries(chosen)
      .filter(([key]) => !keys.includes(key))
      .map(([key, shown]) => [sharedOf(key), shown] as const)
      .filter(([key]) => keys.includes(key)),
  ),
  ...chosen,
});
