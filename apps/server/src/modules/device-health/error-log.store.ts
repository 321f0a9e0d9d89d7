import { codesSaying } from '@eyrie/dji';
import type { Insertable } from 'kysely';
import { defineList, equals, type RowOf } from '../../platform/list/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { codedColumns, codedFilters, logOf, placeColumns, placeFilters } from './log.store.ts';

const meaningsOf = (word: string): string[] =>
  (['error', 'break', 'outcome'] as const).flatMap((family) => codesSaying(family, word));

export const exceptionList = defineList({
  table: 'device_exception',
  ...logOf('device_exception', 'at'),
  deletedAt: 'hidden_at',
  unversioned: true,
  name: 'code',
  columns: {
    ...placeColumns('device_exception'),
    ...codedColumns('device_exception'),
    family: 'family',
    source: 'source',
    method: 'method',
    commandOID: 'command_oid',
    detail: 'detail',
    at: 'at',
  },
  detail: { notedByOID: 'noted_by' },
  filters: {
    ...placeFilters('device_exception', 'at'),
    ...codedFilters('device_exception', meaningsOf),
    family: equals('device_exception.family'),
    source: equals('device_exception.source'),
  },
});
export type ExceptionRow = RowOf<typeof exceptionList>;

export const insertErrors = async (
  db: DbOrTrx,
  rows: readonly Insertable<Database['device_exception']>[],
): Promise<void> => {
  if (rows.length > 0)
    await db
      .insertInto('device_exception')
      .values([...rows])
      .execute();
};
