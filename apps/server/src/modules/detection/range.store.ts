import { limits, type SeenAt } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { lookedAt, type LookedAt } from './defect.store.ts';
import { arrangementOf, wantedOf } from './wanted.store.ts';

/** Metres within which a flight searches; null: it names none. */
export const rangeOfFlight = async (db: DbOrTrx, flightOID: string): Promise<number | null> => {
  const { rows } = await sql<{ arrangement: unknown }>`
    select ${arrangementOf('asked.flight_oid')} as arrangement from (select ${flightOID}::uuid as flight_oid) asked`.execute(
    db,
  );
  return wantedOf(rows[0]?.arrangement).aiRange;
};

/** Columns of a finding of which a new box is written: how far the one before lay says nothing of it. */
export const rangeOfNewBox = ({ x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>) => ({
  range_waits: sql<boolean>`case when (x, y, width, height)
    is distinct from (${x}::real, ${y}::real, ${width}::real, ${height}::real)
    then ai_range is not null else range_waits end`,
});

/** The oldest findings whose distance nobody has looked at; those of photos that are not read yet wait. */
export const unmeasured = async (db: DbOrTrx): Promise<(LookedAt & { aiRange: number })[]> => {
  const { rows } = await lookedAt(
    sql`outcome.range_waits and media.reading_state <> 'waiting'
      order by outcome.created_at, outcome.oid limit ${limits.detection.settleAtOnce}`,
    sql`outcome.ai_range::float8 as "aiRange"`,
  ).execute(db);
  return rows as (LookedAt & { aiRange: number })[];
};

export interface Measured {
  oid: string;
  version: number;
  seen: SeenAt | null;
  beyond: boolean | null;
}

/** Keeps how far findings lie; those whose box somebody changed meanwhile come again. */
export const writeMeasured = async (db: DbOrTrx, all: readonly Measured[]): Promise<void> => {
  const came = JSON.stringify(all.map(({ seen, ...one }) => ({ ...one, ...seen })));
  const rows: RawBuilder<unknown> = sql`jsonb_to_recordset(${came}::jsonb)
    as came (oid uuid, version integer, metres real, error real, beyond boolean)`;
  await sql`update detection_outcome outcome set range_waits = false, ground_distance = came.metres,
      ground_error = came.error, beyond_range = came.beyond
    from ${rows} where outcome.oid = came.oid and outcome.version = came.version`.execute(db);
};
