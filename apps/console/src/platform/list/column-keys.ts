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
