import type { FindingRow } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

export interface Moments {
  from: Date;
  /** The first moment that is no longer in it. */
  to: Date;
}

/** A finding counts when its picture was taken, or else when it came. It cannot come more than a day before, by any clock. */
const foundIn = (scope: Scope, { from, to }: Moments): RawBuilder<unknown> =>
  sql`detection_outcome inner join media on media.oid = detection_outcome.media_oid
      inner join detection on detection.oid = detection_outcome.detection_oid
    where detection_outcome.group_root = ${scope.groupRoot}::uuid and ${inScope('detection_outcome.group_oid', scope)}
      and detection_outcome.created_at >= ${from}::timestamptz - interval '1 day'
      and coalesce(media.shot_at, detection_outcome.created_at) >= ${from}
      and coalesce(media.shot_at, detection_outcome.created_at) < ${to}
      and detection_outcome.verdict is distinct from 'deleted'`;

const named = sql`coalesce(nullif(detection_outcome.other_text, ''), detection_outcome.class)`;

/** Findings of a span by run and class. */
export const findingRows = async (db: DbOrTrx, scope: Scope, span: Moments): Promise<FindingRow[]> => {
  const { rows } = await sql<FindingRow>`select detection.oid, detection.name, ${named} as class,
      (count(*) filter (where verdict = 'confirmed'))::int as confirmed,
      (count(*) filter (where verdict = 'falseAlarm'))::int as "falseAlarm",
      (count(*) filter (where verdict is null))::int as unaudited
    from ${foundIn(scope, span)} group by 1, 2, 3`.execute(db);
  return rows;
};

/** False alarms of a span by class and by the reason that was given. */
export const falseAlarmReasons = async (db: DbOrTrx, scope: Scope, span: Moments) => {
  const { rows } = await sql<{ class: string; reason: string; count: number }>`select ${named} as class,
      detection_outcome.reason, count(*)::int as count
    from ${foundIn(scope, span)} and verdict = 'falseAlarm' group by 1, 2 order by 3 desc, 1, 2`.execute(db);
  return rows;
};
