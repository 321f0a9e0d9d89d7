import {
  coversFinding,
  waiverPersons,
  type GateItem,
  type GateItemName,
  type WaivedFinding,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

/** What a waiver is of: a flight, or a run of a task by the wall time of its schedule. */
export type WaiverOf = { flightOID: string } | { taskOID: string; wall: string };

export interface WaiverRow {
  oid: string;
  groupRoot: string;
  groupOID: string;
  flightOID: string | null;
  taskOID: string | null;
  wall: string | null;
  item: GateItemName;
  verdict: GateItem['verdict'];
  foundReason: GateItem['reason'];
  foundValue: GateItem['value'];
  reason: string;
  until: Date;
  askedByOID: string;
  askedBy: string;
  askedAt: Date;
  confirmedBy: string | null;
  endedAt: Date | null;
}

const shown = sql`gate_waiver.oid, gate_waiver.group_root as "groupRoot", gate_waiver.group_oid as "groupOID",
  gate_waiver.flight_oid as "flightOID", gate_waiver.task_oid as "taskOID", gate_waiver.wall_time as wall,
  gate_waiver.item, gate_waiver.verdict, gate_waiver.found_reason as "foundReason",
  gate_waiver.found_value as "foundValue", gate_waiver.reason, gate_waiver.until,
  gate_waiver.asked_by as "askedByOID", asker.name as "askedBy", gate_waiver.asked_at as "askedAt",
  second.name as "confirmedBy", gate_waiver.ended_at as "endedAt"
  from gate_waiver join member asker on asker.oid = gate_waiver.asked_by
    left join member second on second.oid = gate_waiver.confirmed_by`;

/** Of a flight that a run became, also what was waived of the run. */
const isOf = (of: WaiverOf) =>
  'flightOID' in of
    ? sql`(gate_waiver.flight_oid = ${of.flightOID}::uuid or (gate_waiver.task_oid, gate_waiver.wall_time) in
        (select task_oid, wall_time from task_occurrence where flight_oid = ${of.flightOID}::uuid))`
    : sql`gate_waiver.task_oid = ${of.taskOID}::uuid and gate_waiver.wall_time = ${of.wall}`;

export const waiversOf = async (db: DbOrTrx, of: WaiverOf): Promise<WaiverRow[]> => {
  const { rows } = await sql<WaiverRow>`select ${shown} where ${isOf(of)}
    order by gate_waiver.asked_at desc, gate_waiver.oid desc limit 100`.execute(db);
  return rows;
};

/** Of several runs at once. */
export const waiversOfTasks = async (db: DbOrTrx, taskOIDs: readonly string[]): Promise<WaiverRow[]> => {
  const { rows } = await sql<WaiverRow>`select ${shown}
    where gate_waiver.task_oid = any(${[...taskOIDs]}::uuid[]) and gate_waiver.ended_at is null`.execute(db);
  return rows;
};

/** One of the caller's department or below, held until the transaction ends. */
export const lockWaiver = async (
  trx: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  oid: string,
): Promise<WaiverRow | undefined> => {
  const { rows } = await sql<WaiverRow>`select ${shown}
    where gate_waiver.oid = ${oid}::uuid and ${inScope('gate_waiver.group_oid', scope)}
    for update of gate_waiver`.execute(trx);
  return rows[0];
};

export type NewWaiver = Omit<WaiverRow, 'askedBy' | 'confirmedBy' | 'endedAt'>;

/** A new waiver of a rule takes the place of those that stood. */
export const insertWaiver = async (trx: DbOrTrx, waiver: NewWaiver, of: WaiverOf): Promise<void> => {
  await sql`update gate_waiver set ended_at = ${waiver.askedAt}, ended_by = ${waiver.askedByOID}::uuid
    where ${isOf(of)} and item = ${waiver.item} and ended_at is null`.execute(trx);
  await trx
    .insertInto('gate_waiver')
    .values({
      oid: waiver.oid,
      group_root: waiver.groupRoot,
      group_oid: waiver.groupOID,
      flight_oid: waiver.flightOID,
      task_oid: waiver.taskOID,
      wall_time: waiver.wall,
      item: waiver.item,
      verdict: waiver.verdict,
      found_reason: waiver.foundReason,
      found_value: waiver.foundValue === null ? null : JSON.stringify(waiver.foundValue),
      reason: waiver.reason,
      until: waiver.until,
      asked_by: waiver.askedByOID,
      asked_at: waiver.askedAt,
    })
    .execute();
};

export const confirmWaiver = async (trx: DbOrTrx, oid: string, by: string, at: Date): Promise<void> => {
  await trx
    .updateTable('gate_waiver')
    .set({ confirmed_by: by, confirmed_at: at })
    .where('oid', '=', oid)
    .execute();
};

export const endWaiver = async (trx: DbOrTrx, oid: string, by: string, at: Date): Promise<void> => {
  await trx.updateTable('gate_waiver').set({ ended_by: by, ended_at: at }).where('oid', '=', oid).execute();
};

/** The task of a run, inside the caller's scope, with its department. */
export const runGround = async (
  db: DbOrTrx,
  scope: { groupRoot: string; groupOID: string },
  taskOID: string,
): Promise<{ groupRoot: string; groupOID: string } | undefined> => {
  const { rows } = await sql<{ groupRoot: string; groupOID: string }>`
    select group_root as "groupRoot", group_oid as "groupOID" from task
    where oid = ${taskOID}::uuid and deleted_at is null and ${inScope('task.group_oid', scope)}`.execute(db);
  return rows[0];
};

/** Only one that is whole, has not been ended and holds at the moment waives anything. */
const holds = ({ item, until, confirmedBy, endedAt }: WaiverRow, at: number): boolean =>
  endedAt === null && until.getTime() > at && (waiverPersons(item) === 1 || confirmedBy !== null);

const findingOf = ({ item, verdict, foundReason, foundValue }: WaiverRow): WaivedFinding => ({
  item,
  verdict,
  reason: foundReason,
  value: foundValue,
});

/** What people let pass at a moment: each such item keeps what was found, and says who waived it and why. */
export const waivedItems = (
  items: readonly GateItem[],
  waivers: readonly WaiverRow[],
  at: number,
): GateItem[] =>
  items.map((item) => {
    const by = item.waivable
      ? waivers.find((one) => holds(one, at) && coversFinding(findingOf(one), item))
      : undefined;
    if (!by) return item;
    const { reason, askedBy, confirmedBy, until } = by;
    return { ...item, blocks: false, waived: { reason, by: askedBy, confirmedBy, until: until.getTime() } };
  });
