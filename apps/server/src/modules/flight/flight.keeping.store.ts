import { keepingLimits, limits, type FlightKind, type FlightRetention } from '@eyrie/domain';
import { sql } from 'kysely';
import { olderThan } from '../../platform/keeping/index.ts';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';

const noRules = {
  unflownDays: null,
  arrangedDays: null,
  timedDays: null,
  byHandDays: null,
  setAt: null as number | null,
  version: 0,
};

/** How long an organisation keeps records of flights; where nobody has said it: for ever. */
export const flightRetentionOf = async (
  db: DbOrTrx,
  groupRoot: string,
): Promise<FlightRetention & { setAt: number | null; version: number }> => {
  const row = await db
    .selectFrom('flight_retention')
    .selectAll()
    .where('group_root', '=', groupRoot)
    .executeTakeFirst();
  if (!row) return noRules;
  return {
    unflownDays: row.unflown_days,
    arrangedDays: row.arranged_days,
    timedDays: row.timed_days,
    byHandDays: row.by_hand_days,
    setAt: row.set_at.getTime(),
    version: row.version,
  };
};

/** Sets the rules. @returns false where somebody else has changed them since that version */
export const setFlightRetention = async (
  trx: DbOrTrx,
  groupRoot: string,
  { version, ...rules }: FlightRetention & { version: number },
  at: Date,
): Promise<boolean> => {
  const values = {
    unflown_days: rules.unflownDays,
    arranged_days: rules.arrangedDays,
    timed_days: rules.timedDays,
    by_hand_days: rules.byHandDays,
    set_at: at,
  };
  if (version === noRules.version) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('flight_retention')
      .values({ group_root: groupRoot, ...values, version: 1 })
      .onConflict((conflict) => conflict.column('group_root').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }
  const { numUpdatedRows } = await trx
    .updateTable('flight_retention')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('group_root', '=', groupRoot)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
};

/** Organisations whose rules were set before a moment. */
export const rootsWithFlightRules = async (db: Db, setBefore: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('flight_retention')
      .select('group_root')
      .where('set_at', '<=', setBefore)
      .orderBy('group_root')
      .execute()
  ).map((row) => row.group_root);

/** Holds records, or ends their hold. @returns those that a caller sees */
export const holdFlights = (
  trx: DbOrTrx,
  scope: Scope,
  oids: readonly string[],
  hold: { at: Date; by: string; reason: string } | null,
) =>
  trx
    .updateTable('flight')
    .set({ held_at: hold?.at ?? null, held_by: hold?.by ?? null, held_reason: hold?.reason ?? '' })
    .where('oid', 'in', [...oids])
    .where(inScope('flight.group_oid', scope))
    .where('deleted_at', 'is', null)
    .returning('oid')
    .execute();

/** The kind of a flight that is joined with its task. */
export const flightKind = sql<FlightKind>`case when flight.start_time is null then 'unflown'
  when flight.take_off_to is not null then 'byHand' when task.type <> 'manual' then 'timed' else 'arranged' end`;
const ended = sql<Date>`coalesce(flight.end_time, flight.created_at)`;
const old = (groupRoot: string, rules: FlightRetention, now: number) => {
  const { unflownDays: unflown, arrangedDays: arranged, timedDays: timed, byHandDays: byHand } = rules;
  const days = { unflown, arranged, timed, byHand };
  return sql`flight left join task on task.oid = flight.task_oid
    where flight.group_root = ${groupRoot}::uuid and flight.state = 'over' and flight.deleted_at is null
      and ${olderThan(days, { kind: flightKind, since: ended }, now)}`;
};
const name = sql<string>`coalesce(task.name, (select dock.name from dock where dock.oid = flight.dock_oid), '')`;

export interface OldFlight {
  oid: string;
  name: string;
  kind: FlightKind;
  endedAt: Date;
  /** Metres and seconds. */
  distance: number;
  duration: number;
}
const oldFlight = sql`flight.oid, ${name} as name, ${flightKind} as kind, ${ended} as "endedAt",
  flight.distance::float8 as distance, flight.duration::float8 as duration`;

/** What would go by such rules at this moment. */
export const flightRetentionPreview = async (
  db: DbOrTrx,
  groupRoot: string,
  rules: FlightRetention,
  now: number,
) => {
  const { rows: counted } = await sql<{
    kind: FlightKind;
    count: number;
    held: number;
  }>`select ${flightKind} as kind,
      count(*) filter (where flight.held_at is null)::int as count,
      count(*) filter (where flight.held_at is not null)::int as held
    from ${old(groupRoot, rules, now)} group by 1`.execute(db);
  const { rows: oldest } = await sql<OldFlight>`select ${oldFlight} from ${old(groupRoot, rules, now)}
      and flight.held_at is null
    order by ${ended}, flight.oid limit ${keepingLimits.previewNames}`.execute(db);
  return { counted, oldest };
};

/** Some records that are too old and that nobody holds, locked until the transaction ends. */
export const lockOldFlights = async (
  trx: DbOrTrx,
  groupRoot: string,
  rules: FlightRetention,
  now: number,
): Promise<OldFlight[]> => {
  const { rows } = await sql<OldFlight>`select ${oldFlight} from ${old(groupRoot, rules, now)}
      and flight.held_at is null
    order by ${ended}, flight.oid limit ${limits.flightKeeping.atOnce}
    for update of flight skip locked`.execute(trx);
  return rows;
};

/** Takes away what is recorded of flights but for what counts for their aircraft. The caller holds them. */
export const retireFlights = async (trx: DbOrTrx, oids: readonly string[], at: Date): Promise<void> => {
  await trx
    .updateTable('flight')
    .set({
      deleted_at: at,
      retired_at: at,
      gate: null,
      judged: null,
      checklist: null,
      break_point: null,
      lines: null,
    })
    .where('oid', 'in', [...oids])
    .execute();
};

/** Files of deleted records that are still there. */
export const filesOfRetired = async (db: Db): Promise<{ oid: string; objectKey: string }[]> => {
  const { rows } = await sql<{
    oid: string;
    objectKey: string;
  }>`select oid, object_key as "objectKey" from flight
    where retired_at is not null and object_key is not null limit 100`.execute(db);
  return rows;
};
export const forgetFile = async (db: Db, oid: string): Promise<void> => {
  await db.updateTable('flight').set({ object_key: null }).where('oid', '=', oid).execute();
};
