import { limits, type BatteryTrend } from '@eyrie/domain';
import { sql } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** Figures of a battery at one moment. */
export interface BatterySample {
  deviceOID: string;
  at: Date;
  cycles: number | null;
  spread: number | null;
  temperature: number | null;
  percent: number | null;
}

/** When a battery was sampled last, and its cycles then; null: never. */
export interface LastSample {
  at: number;
  cycles: number | null;
}

/** Whether figures that were heard at `at` are to be kept: seldom, and sooner where the battery went through another cycle. */
export const sampleDue = (last: LastSample | null, now: { at: number; cycles: number | null }): boolean => {
  if (last === null) return true;
  const age = now.at - last.at;
  const { sampleEvery, sampleCycleEvery } = limits.device;
  const cycled = now.cycles !== null && now.cycles !== last.cycles;
  return age >= (cycled ? sampleCycleEvery : sampleEvery);
};

export async function insertSamples(trx: DbOrTrx, samples: readonly BatterySample[]): Promise<void> {
  if (samples.length === 0) return;
  await trx
    .insertInto('battery_sample')
    .values(samples.map(({ deviceOID, ...figures }) => ({ device_oid: deviceOID, ...figures })))
    // The same word twice is one sample.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The samples of a battery since a moment, oldest first: of each of at most so many equal parts the highest figures. */
export async function samplesOf(
  db: DbOrTrx,
  deviceOID: string,
  { from, until, most }: { from: Date; until: Date; most: number },
): Promise<BatteryTrend['list']> {
  const seconds = Math.max(1, (until.getTime() - from.getTime()) / 1_000 / most);
  const { rows } = await sql<Omit<BatteryTrend['list'][number], 'at'> & { at: Date }>`
    select max(at) as at, max(cycles) as cycles, max(spread) as spread, max(temperature) as temperature,
      max(percent) as percent
    from battery_sample
    where device_oid = ${deviceOID}::uuid and at > ${from}::timestamptz and at <= ${until}::timestamptz
    group by floor(extract(epoch from at - ${from}::timestamptz) / ${seconds}::float8)
    order by 1 limit ${most}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** Removes samples from before a moment. @returns how many */
export async function dropOldSamples(db: DbOrTrx, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('battery_sample')
    .where('at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
