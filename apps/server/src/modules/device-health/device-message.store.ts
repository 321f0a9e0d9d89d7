import type { MessageDetail, MessageRecord } from '@eyrie/domain';
import { sql, type Insertable, type Selectable } from 'kysely';
import { holdsWord } from '../../platform/postgres/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { any, dockNamed, type Condition, type LogFilter, type LogTable } from './log.store.ts';

export interface MessageFilter extends LogFilter {
  device?: MessageRecord['device'] | undefined;
  direction?: MessageRecord['direction'] | undefined;
  kind?: MessageRecord['kind'] | undefined;
  method?: string | undefined;
  failed?: boolean | undefined;
}
export const messageTable: LogTable = {
  name: 'device_message',
  time: 'at',
  hides: false,
  columns: sql``,
};

const yes = sql<boolean>`true`;
export const messageConditions = (filter: MessageFilter): Condition[] => [
  filter.device === undefined ? yes : sql<boolean>`log.device = ${filter.device}`,
  filter.direction === undefined ? yes : sql<boolean>`log.direction = ${filter.direction}`,
  filter.kind === undefined ? yes : sql<boolean>`log.kind = ${filter.kind}`,
  filter.method === undefined ? yes : sql<boolean>`log.method = ${filter.method}`,
  filter.failed === undefined
    ? yes
    : filter.failed
      ? sql<boolean>`log.result <> 0`
      : sql<boolean>`coalesce(log.result, 0) = 0`,
];

/** A word in the method or the name of the dock, or a whole tid or bid. */
export const messageSaying = (word: string | undefined): Condition | null =>
  word
    ? any([
        holdsWord('log.method', word),
        sql<boolean>`log.tid = ${word}`,
        sql<boolean>`log.bid = ${word}`,
        dockNamed(word),
      ])
    : null;

export type MessageRow = Selectable<Database['device_message']> & {
  group_name: string;
  dock_name: string;
  drone_name: string | null;
};

export const presentMessage = (row: MessageRow): MessageDetail => ({
  oid: row.oid,
  groupOID: row.group_oid,
  groupRoot: row.group_root,
  groupName: row.group_name,
  dockOID: row.dock_oid,
  dockName: row.dock_name,
  droneOID: row.drone_oid,
  droneName: row.drone_name,
  flightOID: row.flight_oid,
  device: row.device,
  direction: row.direction,
  kind: row.kind as MessageRecord['kind'],
  method: row.method,
  tid: row.tid,
  bid: row.bid,
  needReply: row.need_reply,
  result: row.result,
  size: row.size,
  repeats: row.repeats,
  at: row.at.getTime(),
  lastAt: row.last_at.getTime(),
  payload: row.payload,
  cut: row.cut,
});

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
