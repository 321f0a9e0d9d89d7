import { sql } from 'kysely';
import type { TimerState } from '../../platform/timers.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Share of a period that has to be over: the clocks of two servers do not beat alike. */
const share = 0.9;

/** Begins the run of a timer of which one server is enough. @returns false where another began it in this period. */
export async function beginTurn(
  db: DbOrTrx,
  { name, every, instanceId }: { name: string; every: number; instanceId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into timer_turn as turn (name, instance_id, begun_at) values (${name}, ${instanceId}, clock_timestamp())
    on conflict (name) do update set instance_id = excluded.instance_id, begun_at = excluded.begun_at
      where turn.begun_at not between
        clock_timestamp() - ${every * share}::float8 * interval '1 millisecond' and clock_timestamp()
    returning name`.execute(db);
  return rows.length > 0;
}

/** Writes down what is known of the timers of a server. The time is the database's, as with measurements. */
export async function writeReport(
  db: DbOrTrx,
  instanceId: string,
  timers: readonly TimerState[],
): Promise<void> {
  const values = { timers: JSON.stringify(timers), reported_at: sql<Date>`clock_timestamp()` };
  await db
    .insertInto('timer_report')
    .values({ instance_id: instanceId, ...values })
    .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(values))
    .execute();
}

/** Takes servers off the list that have said nothing for so long, ms. */
export async function forgetReports(db: DbOrTrx, after: number): Promise<void> {
  await db
    .deleteFrom('timer_report')
    .where('reported_at', '<', sql<Date>`now() - ${after} * interval '1 millisecond'`)
    .execute();
}

export interface TimerReport {
  instanceId: string;
  /** As the server of its release wrote them. */
  timers: unknown[];
  age: number;
}

export async function listReports(db: DbOrTrx): Promise<TimerReport[]> {
  const rows = await db
    .selectFrom('timer_report')
    .select(['instance_id', 'timers'])
    .select(sql<number>`(extract(epoch from clock_timestamp() - reported_at) * 1000)::float8`.as('age'))
    .orderBy('instance_id')
    .execute();
  return rows.map(({ instance_id, timers, age }) => ({
    instanceId: instance_id,
    timers,
    age: Math.max(0, Math.round(age)),
  }));
}
