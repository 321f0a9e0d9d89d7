import { limits, type ReviewedBox } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Moments } from './detection.figures.store.ts';
import { ruledOf, runsOf, type AskedRuns } from './quality.store.ts';

/** Pictures of runs: `whole` where people reviewed every box of the run on it, `begun` where they reviewed one. */
const judgedPictures = (asked: AskedRuns, span: Moments): RawBuilder<unknown> => sql`
  runs as (${runsOf(asked, span)}),
  judged as (
    select one.detection_oid, one.media_oid,
      bool_and(one.verdict is not null and ruled.oid is null) as whole,
      bool_or(one.verdict is not null and ruled.oid is null) as begun
    from runs inner join detection_outcome one on one.detection_oid = runs.oid ${ruledOf}
    where one.verdict is distinct from 'deleted' group by 1, 2
  )`;

const ofPhotos = ({ scope }: AskedRuns): RawBuilder<unknown> =>
  sql`media.kind = 'photo' and media.deleted_at is null and ${inScope('media.group_oid', scope)}`;

/** Pictures of the runs of a span on which something is reviewed and something is not. */
export const begunPictures = async (db: DbOrTrx, asked: AskedRuns, span: Moments): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`with ${judgedPictures(asked, span)}
    select distinct media.oid from judged inner join media on media.oid = judged.media_oid
    where judged.begun and not judged.whole and ${ofPhotos(asked)}`.execute(db);
  return rows.map(({ oid }) => oid);
};

export interface TrainingBox extends ReviewedBox {
  mediaOID: string;
  reviewedAt: Date;
}

/** Reviewed boxes of the runs of a span, on pictures of which people reviewed every box of the run; one more than is allowed at the most. */
export const trainingBoxes = async (db: DbOrTrx, asked: AskedRuns, span: Moments): Promise<TrainingBox[]> => {
  const { rows } = await sql<
    Omit<TrainingBox, 'box' | 'picture'> & { box: [number, number, number, number]; size: [number, number] }
  >`with ${judgedPictures(asked, span)}
    select one.media_oid as "mediaOID", one.detection_oid as "detectionOID", one.verdict,
      case when one.class = 'other' and one.other_text <> '' then one.other_text else one.class end as class,
      jsonb_build_array(one.x, one.y, one.width, one.height) as box,
      jsonb_build_array(one.picture_width, one.picture_height) as size, one.verdict_at as "reviewedAt"
    from judged inner join media on media.oid = judged.media_oid
      inner join detection_outcome one on one.detection_oid = judged.detection_oid and one.media_oid = judged.media_oid
    where judged.whole and ${ofPhotos(asked)} and one.verdict in ('confirmed', 'falseAlarm')
    order by one.media_oid, one.verdict_at, one.oid limit ${limits.detection.trainingBoxes + 1}`.execute(db);
  return rows.map(({ box: [x, y, width, height], size, ...row }) => ({
    ...row,
    box: { x, y, width, height },
    picture: { width: size[0], height: size[1] },
  }));
};
