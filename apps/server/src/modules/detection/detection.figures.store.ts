import type { FindingRow, Names, OrderState } from '@eyrie/domain';
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

/** What a reason is called in the languages of the organisation; null: it is a text of before there was a list. */
const reasonNames = sql<Names | null>`(select names from listed_code
  where listed_code.group_root = detection_outcome.group_root and list = 'falseAlarmReason'
    and code = detection_outcome.reason)`;

/** False alarms of a span by class and by the reason that was given, with what that is called. */
export const falseAlarmReasons = async (db: DbOrTrx, scope: Scope, span: Moments) => {
  const { rows } = await sql<{ class: string; reason: string; names: Names | null; count: number }>`
    select ${named} as class, detection_outcome.reason, ${reasonNames} as names, count(*)::int as count
    from ${foundIn(scope, span)} and verdict = 'falseAlarm' group by 1, 2, 3 order by 4 desc, 1, 2`.execute(
    db,
  );
  return rows;
};

interface ConfirmedPicture {
  mediaOID: string;
  name: string;
  /** Epoch ms. */
  shotAt: number | null;
  lng: number | null;
  lat: number | null;
  findings: { class: string; state: OrderState | null; box: [number, number, number, number] }[];
}

/** Photos of a span with what was confirmed on them, the oldest first, and how many more there are. */
export const confirmedPictures = async (
  db: DbOrTrx,
  scope: Scope,
  span: Moments,
  { picturesMost, boxesMost }: { picturesMost: number; boxesMost: number },
): Promise<{ pictures: ConfirmedPicture[]; more: number }> => {
  const { rows } = await sql<Omit<ConfirmedPicture, 'shotAt'> & { shotAt: Date | null; total: number }>`
    with confirmed as (
      select media_oid, detection_outcome.oid, ${named} as class,
        detection_outcome.x, detection_outcome.y, detection_outcome.width, detection_outcome.height, picture_width,
        picture_height,
        row_number() over (partition by media_oid order by detection_outcome.created_at, detection_outcome.oid) as place
      from ${foundIn(scope, span)} and verdict = 'confirmed'
    ), shown as (
      select media.oid, media.name, media.shot_at, media.lng, media.lat, count(*) over ()::int as total
      from media where media.oid in (select media_oid from confirmed)
      order by media.shot_at nulls last, media.oid limit ${picturesMost}
    )
    select shown.oid as "mediaOID", shown.name, shown.shot_at as "shotAt", shown.lng, shown.lat, shown.total,
      json_agg(json_build_object('class', confirmed.class,
        'state', (select state from work_order where work_order.outcome_oid = confirmed.oid limit 1),
        'box', json_build_array(confirmed.x / picture_width::float8, confirmed.y / picture_height::float8,
          confirmed.width / picture_width::float8, confirmed.height / picture_height::float8))
        order by confirmed.place) as findings
    from shown inner join confirmed on confirmed.media_oid = shown.oid and confirmed.place <= ${boxesMost}
    group by 1, 2, 3, 4, 5, 6 order by shown.shot_at nulls last, shown.oid`.execute(db);
  return {
    pictures: rows.map(({ total: _total, shotAt, ...picture }) => ({
      ...picture,
      shotAt: shotAt?.getTime() ?? null,
    })),
    more: Math.max(0, (rows[0]?.total ?? 0) - picturesMost),
  };
};
