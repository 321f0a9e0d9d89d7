import { sql } from 'kysely';
import {
  healthParts,
  limits,
  longWorkKinds,
  type HealthFigures,
  type HealthPartName,
  type HealthReason,
  type HealthState,
} from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';
import type { Measurement } from './measurement.ts';

export interface DockCounts {
  total: number;
  online: number;
}

/** Docks that the caller sees, and how many of them are connected. */
export const countDocks = (db: DbOrTrx, caller: Caller): Promise<DockCounts> =>
  db
    .selectFrom('dock')
    .leftJoin('dock_snapshot', 'dock_snapshot.dock_oid', 'dock.oid')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where dock_snapshot.online))::int`.as('online'),
    ])
    .where('dock.deleted_at', 'is', null)
    .where('dock.retired_at', 'is', null)
    .where('dock.kind', '=', 'dock')
    .where('dock.group_root', '=', caller.groupRoot)
    .where(inScope('dock.group_oid', caller))
    .executeTakeFirstOrThrow();

export interface WorkCounts {
  waiting: number;
  /** How long the oldest of them has waited, ms; null when none waits. */
  oldest: number | null;
  running: number;
  /** How many of them have waited longer than is usual for their kind. */
  late: number;
  /** In the last day. */
  failed: number;
  /** Running, and without a sign of life for a while. */
  stuck: number;
}

/** Background work of one organisation; null: of all. */
export async function countOpenWork(db: DbOrTrx, groupRoot: string | null): Promise<WorkCounts> {
  const { workWait: longWait, shortWorkWait: shortWait } = limits.operation.health;
  const { rows } = await sql<WorkCounts>`
    select count(*) filter (where state = 'queued')::int as waiting,
      (extract(epoch from now() - min(created_at) filter (where state = 'queued')) * 1000)::float8 as oldest,
      count(*) filter (where state = 'queued' and created_at < now() - interval '1 millisecond'
        * (case when kind = any(${[...longWorkKinds]}) then ${longWait}::float8 else ${shortWait}::float8 end))::int as late,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where state = 'running' and updated_at < now() - ${limits.work.stillFor} * interval '1 millisecond')::int as stuck
    from work where (state in ('queued', 'running') or (state = 'failed' and ended_at > now() - interval '1 day'))
      and (${groupRoot}::uuid is null or group_root = ${groupRoot}::uuid)`.execute(db);
  return rows[0] ?? { waiting: 0, late: 0, oldest: null, running: 0, failed: 0, stuck: 0 };
}

/** The time is the database's, so that ages hold whatever the clocks of the servers say. */
export async function writeMeasure(
  db: DbOrTrx,
  instanceId: string,
  part: HealthPartName,
  { state, figures, reason }: Measurement,
): Promise<void> {
  const values = {
    state,
    figures: JSON.stringify(figures),
    reason,
    measured_at: sql<Date>`clock_timestamp()`,
  };
  await db
    .insertInto('health_measure')
    .values({ instance_id: instanceId, part, ...values })
    .onConflict((conflict) => conflict.columns(['instance_id', 'part']).doUpdateSet(values))
    .execute();
}

/** Takes servers off the list that have said nothing for so long, ms. */
export async function forgetMeasures(db: DbOrTrx, after: number): Promise<void> {
  await db
    .deleteFrom('health_measure')
    .where('measured_at', '<', sql<Date>`now() - ${after} * interval '1 millisecond'`)
    .execute();
}

export interface StoredMeasure {
  instanceId: string;
  part: HealthPartName;
  state: HealthState;
  figures: HealthFigures;
  reason: HealthReason | null;
  measuredAt: number;
  age: number;
}

/** The last measurement of every part of every server. */
export async function listMeasures(db: DbOrTrx): Promise<StoredMeasure[]> {
  const rows = await db
    .selectFrom('health_measure')
    .selectAll()
    .select(sql<number>`(extract(epoch from clock_timestamp() - measured_at) * 1000)::float8`.as('age'))
    .orderBy('instance_id')
    .execute();
  const known: readonly string[] = healthParts;
  return rows
    .filter((row) => known.includes(row.part))
    .map((row) => ({
      instanceId: row.instance_id,
      part: row.part as HealthPartName,
      state: row.state as HealthState,
      figures: row.figures,
      reason: row.reason as HealthReason | null,
      measuredAt: row.measured_at.getTime(),
      age: Math.max(0, Math.round(row.age)),
    }))
    .toSorted(
      (a, b) => a.instanceId.localeCompare(b.instanceId) || known.indexOf(a.part) - known.indexOf(b.part),
    );
}
