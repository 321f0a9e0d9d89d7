import {
  limits,
  type RolloutCandidate,
  type RolloutDockState,
  type RolloutState,
  type UpgradeDevice,
  type UpgradeFault,
  type UpgradeState,
  type UpgradeStep,
} from '@eyrie/domain';
import { firmwareOf } from '@eyrie/dji';
import { sql, type Insertable, type Selectable } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export type RolloutRow = Selectable<Database['firmware_rollout']>;
export type RolloutDockRow = Selectable<Database['firmware_rollout_dock']>;
export type ShownRollout = RolloutRow & {
  asked_by_name: string;
  decided_by_name: string | null;
  docks: number;
  done: number;
  failed: number;
};

const countOf = (condition: string) =>
  sql<number>`(select count(*)::int from firmware_rollout_dock
    where rollout_oid = firmware_rollout.oid and ${sql.raw(condition)})`;

const shown = (db: DbOrTrx, scope: Scope) =>
  db
    .selectFrom('firmware_rollout')
    .innerJoin('member as asker', 'asker.oid', 'firmware_rollout.asked_by')
    .leftJoin('member as decider', 'decider.oid', 'firmware_rollout.decided_by')
    .where(inScope('firmware_rollout.group_oid', scope))
    .selectAll('firmware_rollout')
    .select(['asker.name as asked_by_name', 'decider.name as decided_by_name'])
    .select([
      countOf('true').as('docks'),
      countOf(`state = 'done'`).as('done'),
      countOf(`state = 'failed'`).as('failed'),
    ]);

/** A page of the rollouts that a caller sees, newest first. */
export const rolloutsOf = async (
  db: DbOrTrx,
  scope: Scope,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
): Promise<{ rows: ShownRollout[]; total: number }> => {
  const { total } = await db
    .selectFrom('firmware_rollout')
    .where(inScope('group_oid', scope))
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await shown(db, scope)
    .orderBy('firmware_rollout.created_at', 'desc')
    .orderBy('firmware_rollout.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows, total: Number(total) };
};

export const rolloutOf = (db: DbOrTrx, scope: Scope, oid: string): Promise<ShownRollout | undefined> =>
  shown(db, scope).where('firmware_rollout.oid', '=', oid).executeTakeFirst();

export interface ShownPlace {
  oid: string;
  dockOID: string;
  name: string;
  sn: string;
  wave: number;
  state: RolloutDockState;
  commandOID: string | null;
  reason: string | null;
  changedAt: Date;
  before: string | null;
  after: string | null;
  percent: number | null;
  step: UpgradeStep | null;
  fault: UpgradeFault | null;
  code: number | null;
}

/** Docks of a rollout in their order, with the upgrade of each. */
export const placesOf = async (db: DbOrTrx, rolloutOID: string): Promise<ShownPlace[]> => {
  const { rows } =
    await sql<ShownPlace>`select place.oid, place.dock_oid as "dockOID", dock.name, place.sn, place.wave,
      place.state, place.command_oid as "commandOID", place.reason, place.changed_at as "changedAt",
      upgrade.version_before as before, upgrade.version_after as after, upgrade.percent, upgrade.step,
      upgrade.fault, upgrade.code
    from firmware_rollout_dock place join dock on dock.oid = place.dock_oid
      left join firmware_upgrade upgrade on upgrade.command_oid = place.command_oid
    where place.rollout_oid = ${rolloutOID}::uuid order by place.place`.execute(db);
  return rows;
};

/** A rollout of an organisation, locked until the transaction ends; with `skip` none that another has. */
export const lockRollout = (trx: DbOrTrx, oid: string, skip = false): Promise<RolloutRow | undefined> => {
  const found = trx.selectFrom('firmware_rollout').selectAll().where('oid', '=', oid).forNoKeyUpdate();
  return (skip ? found.skipLocked() : found).executeTakeFirst();
};

export const moveRollout = async (
  trx: DbOrTrx,
  oid: string,
  change: Partial<Omit<RolloutRow, 'oid'>>,
): Promise<void> => {
  await trx.updateTable('firmware_rollout').set(change).where('oid', '=', oid).execute();
};

export const movePlace = async (
  trx: DbOrTrx,
  oid: string,
  change: Partial<Omit<RolloutDockRow, 'oid'>>,
): Promise<void> => {
  await trx.updateTable('firmware_rollout_dock').set(change).where('oid', '=', oid).execute();
};

export const insertRollout = async (
  trx: DbOrTrx,
  row: Insertable<Database['firmware_rollout']>,
  places: readonly Insertable<Database['firmware_rollout_dock']>[],
): Promise<void> => {
  await trx.insertInto('firmware_rollout').values(row).execute();
  await trx
    .insertInto('firmware_rollout_dock')
    .values([...places])
    .execute();
};

/** Whether a rollout that is not over names one of these docks. Whoever asks at the same time waits. */
export const anyRollingOut = async (
  trx: DbOrTrx,
  groupRoot: string,
  dockOIDs: readonly string[],
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`firmware_rollout ${groupRoot}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ one: number }>`select 1 as one from firmware_rollout_dock place
      join firmware_rollout on firmware_rollout.oid = place.rollout_oid
    where place.dock_oid = any(${[...dockOIDs]}::uuid[])
      and (firmware_rollout.state in ('asked', 'running') or place.state = 'ordered') limit 1`.execute(trx);
  return rows.length > 0;
};

/** Rollouts that have a next step, or a dock whose upgrade is not over. */
export const rolloutsToFollow = async (db: DbOrTrx): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select oid from firmware_rollout
    where state = 'running' or (state in ('stopped', 'ended') and exists (select 1 from firmware_rollout_dock
      where rollout_oid = firmware_rollout.oid and state = 'ordered'))
    order by changed_at`.execute(db);
  return rows.map(({ oid }) => oid);
};

/** A dock of a rollout with what its order and its upgrade have become. */
export type FollowedPlace = RolloutDockRow & {
  command_state: string | null;
  upgrade_state: UpgradeState | null;
  /** The dock is in the organisation, and can be ordered. */
  there: boolean;
};

export const followedPlaces = async (trx: DbOrTrx, rolloutOID: string): Promise<FollowedPlace[]> => {
  const { rows } = await sql<FollowedPlace>`select place.*, command.state as command_state,
      upgrade.state as upgrade_state,
      dock.deleted_at is null and dock.retired_at is null and dock.group_root = firmware_rollout.group_root as there
    from firmware_rollout_dock place
      join firmware_rollout on firmware_rollout.oid = place.rollout_oid
      join dock on dock.oid = place.dock_oid
      left join command on command.oid = place.command_oid
      left join firmware_upgrade upgrade on upgrade.command_oid = place.command_oid
    where place.rollout_oid = ${rolloutOID}::uuid order by place.place`.execute(trx);
  return rows;
};

/** The rollout whose order this is; held so that nobody ends it before the order is written. Undefined: of none. */
export const rolloutOfOrder = async (
  trx: DbOrTrx,
  { key, dockOID, issuedBy }: { key: string; dockOID: string; issuedBy: string },
): Promise<Pick<RolloutRow, 'state' | 'decided_by'> | undefined> => {
  const { rows } = await sql<Pick<RolloutRow, 'state' | 'decided_by'>>`select firmware_rollout.state,
      firmware_rollout.decided_by
    from firmware_rollout_dock place join firmware_rollout on firmware_rollout.oid = place.rollout_oid
    where place.oid::text = ${key} and place.dock_oid = ${dockOID}::uuid and place.state = 'ordered'
      and firmware_rollout.asked_by = ${issuedBy}::uuid
    for share of firmware_rollout`.execute(trx);
  return rows[0];
};

/** Whether an order is the upgrade of a dock that a rollout has ordered. */
export const isRolloutUpgrade = async (
  trx: DbOrTrx,
  order: { key: string; dockOID: string; issuedBy: string },
): Promise<boolean> => (await rolloutOfOrder(trx, order)) !== undefined;

export interface ToNotifyRollout {
  state: RolloutState;
  groupOID: string;
  askedBy: string;
  model: string;
  firmware: string;
}

/** Takes those of which people are to be notified, each state once. */
export const takeUnnotifiedRollouts = async (db: DbOrTrx): Promise<ToNotifyRollout[]> => {
  const { rows } = await sql<ToNotifyRollout>`update firmware_rollout set notified = state
    where notified is distinct from state
    returning state, group_oid as "groupOID", asked_by as "askedBy", model, target as firmware`.execute(db);
  return rows;
};

interface CandidateRow {
  dockOID: string;
  name: string;
  sn: string;
  values: Record<string, unknown> | null;
}

/** Docks that a caller sees and that a package is for, or whose aircraft it is for; by name. */
export const candidatesFor = async (
  db: DbOrTrx,
  scope: Scope,
  { device, models }: { device: UpgradeDevice; models: readonly string[] },
): Promise<Omit<RolloutCandidate, 'same'>[]> => {
  const wanted = models.map((model) => model.toLowerCase());
  const { rows } =
    device === 'dock'
      ? await sql<CandidateRow>`select dock.oid as "dockOID", dock.name, dock.sn, dock_snapshot.dock_values as values
          from dock left join dock_snapshot on dock_snapshot.dock_oid = dock.oid
          where ${inScope('dock.group_oid', scope)} and dock.kind = 'dock' and dock.vendor = 'DJI'
            and dock.deleted_at is null and dock.retired_at is null and lower(dock.model) = any(${wanted}::text[])
          order by dock.name, dock.oid limit ${limits.rollout.docksMost}`.execute(db)
      : await sql<CandidateRow>`select dock.oid as "dockOID", dock.name, drone.sn, dock_snapshot.drone_values as values
          from dock join drone on drone.dock_oid = dock.oid and drone.deleted_at is null
          left join dock_snapshot on dock_snapshot.dock_oid = dock.oid
          where ${inScope('dock.group_oid', scope)} and dock.kind = 'dock' and dock.vendor = 'DJI'
            and dock.deleted_at is null and dock.retired_at is null and lower(drone.model) = any(${wanted}::text[])
          order by dock.name, dock.oid limit ${limits.rollout.docksMost}`.execute(db);
  return rows.map(({ values, ...row }) => ({ ...row, reported: firmwareOf(values ?? {}).version }));
};
