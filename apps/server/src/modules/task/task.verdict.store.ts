import { limits, type GateItem, type RunStanding } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { ComingRun } from './task.launch.store.ts';

const { runs } = limits.task.verdict;

/** A run that is to come, also one that has no row yet. */
export interface JudgedRun extends Pick<
  ComingRun,
  'taskOID' | 'taskName' | 'groupRoot' | 'groupOID' | 'wall' | 'dueAt' | 'arrangement' | 'memberOID'
> {
  /** Why no flight of it could be arranged, as it was found last; null: nothing was found. */
  obstacle: string | null;
  /** What failed when it was notified last. */
  notified: string;
}

/** The next runs of each task that come from `since` to `until` and were not judged after `judgedBefore`. */
export const runsToJudge = async (
  db: DbOrTrx,
  { since, until, most, judgedBefore }: { since: Date; until: Date; most: number; judgedBefore: Date },
): Promise<JudgedRun[]> => {
  const { rows } = await sql<JudgedRun>`
    with coming as (
      select task_oid, wall_time, due_at, nullif(reason, 'gateBlocked') as obstacle from task_occurrence
      where state = 'planned' and flight_oid is null and due_at between ${since} and ${until}
      union all
      select task_oid, wall_time, due_at, null from task_ahead where due_at between ${since} and ${until}
    ), next as (
      select *, row_number() over (partition by task_oid order by due_at, wall_time) as turn from coming
    )
    select next.task_oid as "taskOID", task.name as "taskName", task.group_root as "groupRoot",
      task.group_oid as "groupOID", next.wall_time as wall, next.due_at as "dueAt", task.arrangement,
      task.arranged_by as "memberOID", next.obstacle, coalesce(run_verdict.notified, '') as notified
    from next join task on task.oid = next.task_oid
      left join run_verdict on run_verdict.task_oid = next.task_oid and run_verdict.wall_time = next.wall_time
    where next.turn <= ${runs} and not task.paused and task.deleted_at is null and task.arrangement is not null
      and (run_verdict.made_at is null or run_verdict.made_at < ${judgedBefore} or run_verdict.due_at <> next.due_at
        or exists (select 1 from gate_waiver where gate_waiver.task_oid = next.task_oid
          and gate_waiver.wall_time = next.wall_time
          and greatest(gate_waiver.asked_at, gate_waiver.confirmed_at, gate_waiver.ended_at) >= run_verdict.made_at))
    order by run_verdict.made_at nulls first, next.due_at, next.task_oid limit ${most}`.execute(db);
  return rows;
};

export interface NewVerdict {
  run: JudgedRun;
  standing: RunStanding;
  items: readonly GateItem[];
  mark: string;
}

/** Keeps verdicts in place of those before. */
export const storeVerdicts = async (
  db: DbOrTrx,
  verdicts: readonly NewVerdict[],
  at: Date,
): Promise<void> => {
  if (verdicts.length === 0) return;
  await sql`insert into run_verdict (task_oid, wall_time, due_at, made_at, standing, items, notified)
    select one.task_oid, one.wall, one.due_at, ${at}, one.standing, one.items, one.mark
    from unnest(${verdicts.map(({ run }) => run.taskOID)}::uuid[], ${verdicts.map(({ run }) => run.wall)}::text[],
      ${verdicts.map(({ run }) => run.dueAt)}::timestamptz[], ${verdicts.map(({ standing }) => standing)}::text[],
      ${verdicts.map(({ items }) => JSON.stringify(items))}::jsonb[], ${verdicts.map(({ mark }) => mark)}::text[])
      as one (task_oid, wall, due_at, standing, items, mark)
      join task on task.oid = one.task_oid
    on conflict (task_oid, wall_time) do update set due_at = excluded.due_at, made_at = excluded.made_at,
      standing = excluded.standing, items = excluded.items, notified = excluded.notified`.execute(db);
  // What the last look found by these rules is in its way no more.
  await sql`update task_occurrence set reason = null, reason_values = null
    from run_verdict where run_verdict.task_oid = task_occurrence.task_oid
      and run_verdict.wall_time = task_occurrence.wall_time and run_verdict.standing <> 'blocked'
      and task_occurrence.state = 'planned' and task_occurrence.reason = 'gateBlocked'
      and task_occurrence.task_oid = any(${verdicts.map(({ run }) => run.taskOID)}::uuid[])`.execute(db);
};

/** Of what is past the flights tell. */
export const dropOldVerdicts = async (db: DbOrTrx, before: Date): Promise<void> => {
  await db.deleteFrom('run_verdict').where('due_at', '<', before).execute();
};
