import type { MessageRecord } from '@eyrie/domain';
import { sql, type Insertable } from 'kysely';
import { column, defineList, equals, type RowOf } from '../../platform/list/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { logKeyword, logOf, placeColumns, placeFilters } from './log.store.ts';

export const messageList = defineList({
  table: 'device_message',
  ...logOf('device_message', 'at'),
  name: 'method',
  columns: {
    ...placeColumns('device_message'),
    device: 'device',
    direction: 'direction',
    kind: column<MessageRecord['kind']>('kind'),
    method: 'method',
    tid: 'tid',
    bid: 'bid',
    needReply: 'need_reply',
    result: 'result',
    size: 'size',
    repeats: 'repeats',
    at: 'at',
    lastAt: 'last_at',
    payload: 'payload',
    cut: 'cut',
  },
  filters: {
    ...placeFilters('device_message', 'at'),
    device: equals('device_message.device'),
    direction: equals('device_message.direction'),
    kind: equals('device_message.kind'),
    method: equals('device_message.method'),
    failed: (value: boolean) =>
      value ? sql<boolean>`device_message.result <> 0` : sql<boolean>`coalesce(device_message.result, 0) = 0`,
    keyword: logKeyword('device_message', ['method'], (word) => [
      sql<boolean>`device_message.tid = ${word}`,
      sql<boolean>`device_message.bid = ${word}`,
    ]),
  },
});
export type MessageRow = RowOf<typeof messageList>;

export const insertMessages = async (
  db: DbOrTrx,
  rows: readonly Insertable<Database['device_message']>[],
): Promise<void> => {
  if (rows.length > 0)
    await db
      .insertInto('device_message')
      .values([...rows])
      .execute();
};

/** Counts what was said again on the rows that stand. */
export const countRepeats = async (
  db: DbOrTrx,
  repeats: readonly { oid: string; times: number; lastAt: Date }[],
): Promise<void> => {
  if (repeats.length === 0) return;
  await sql`
    update device_message set repeats = device_message.repeats + said.times, last_at = said.last_at
    from unnest(${repeats.map((one) => one.oid)}::uuid[], ${repeats.map((one) => one.times)}::int[],
      ${repeats.map((one) => one.lastAt)}::timestamptz[]) as said (oid, times, last_at)
    where device_message.oid = said.oid`.execute(db);
};
