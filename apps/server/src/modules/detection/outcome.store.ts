import { limits, resultLimits, type DetectionRecord, type Verdict } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

const shownOutcomes = (db: DbOrTrx, scope: Scope) =>
  db
    .selectFrom('detection_outcome')
    .leftJoin('member as drawer', 'drawer.oid', 'detection_outcome.drawn_by')
    .leftJoin('member as judge', 'judge.oid', 'detection_outcome.verdict_by')
    .leftJoin('work_order', 'work_order.outcome_oid', 'detection_outcome.oid')
    .where(inScope('detection_outcome.group_oid', scope));

const columns = [
  'drawer.name as drawer_name',
  'judge.name as judge_name',
  // What has no order of its own may be a sighting of a defect that has one.
  sql<
    string | null
  >`coalesce(case when work_order.state = 'ignored' then work_order.merged_into end, work_order.oid, (
    select known.oid from defect_sighting own join defect_sighting other on other.defect_oid = own.defect_oid
      join work_order first on first.outcome_oid = other.outcome_oid
      join work_order known on known.oid = coalesce(case when first.state = 'ignored' then first.merged_into end, first.oid)
    where own.outcome_oid = detection_outcome.oid and known.state not in ('done', 'ignored')
    order by known.created_at, known.oid limit 1))`.as('order_oid'),
] as const;

export interface OutcomeQuestion {
  detectionOID?: string | undefined;
  mediaOID?: string | undefined;
  class?: string | undefined;
  verdict?: Verdict | 'none' | undefined;
  /** Beyond the range of its flight for certain. */
  beyond?: boolean | undefined;
}

/** A page of outcomes, those of the newest first. Boxes that were deleted are shown only where they are asked for. */
export const outcomesOf = async (
  db: DbOrTrx,
  scope: Scope,
  asked: OutcomeQuestion,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) => {
  const { detectionOID, mediaOID, class: name, verdict, beyond } = asked;
  let found = shownOutcomes(db, scope);
  if (detectionOID) found = found.where('detection_outcome.detection_oid', '=', detectionOID);
  if (mediaOID) found = found.where('detection_outcome.media_oid', '=', mediaOID);
  if (name) found = found.where('detection_outcome.class', '=', name);
  if (verdict === 'none') found = found.where('detection_outcome.verdict', 'is', null);
  else if (verdict) found = found.where('detection_outcome.verdict', '=', verdict);
  else found = found.where(sql<boolean>`detection_outcome.verdict is distinct from 'deleted'`);
  if (beyond !== undefined) {
    const isBeyond = sql`(detection_outcome.beyond_range is true and not detection_outcome.range_waits)`;
    found = found.where(sql<boolean>`${isBeyond} = ${beyond}`);
  }
  const counted = found.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const page = found
    .selectAll('detection_outcome')
    .select(columns)
    .orderBy('detection_outcome.created_at', 'desc')
    .orderBy('detection_outcome.oid')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const [{ total }, rows] = await Promise.all([counted, page]);
  return { rows, total: Number(total) };
};
export type ShownOutcome = Awaited<ReturnType<typeof outcomesOf>>['rows'][number];

export const outcomeForCaller = (db: DbOrTrx, scope: Scope, oid: string): Promise<ShownOutcome | undefined> =>
  shownOutcomes(db, scope)
    .selectAll('detection_outcome')
    .select(columns)
    .where('detection_outcome.oid', '=', oid)
    .executeTakeFirst();

/**
 * The pictures of a run in the order in which they were taken: those of its flight, and those with boxes. One over a live picture has
 * looked at none of the others.
 */
export const reviewPictures = async (
  db: DbOrTrx,
  scope: Scope & { memberOID: string },
  run: Pick<DetectionRecord, 'oid' | 'flightOID' | 'kind'>,
) => {
  const { rows } = await sql<{
    oid: string;
    name: string;
    shot_at: Date | null;
    lng: number | null;
    lat: number | null;
    video_at: number | null;
    video_name: string | null;
    outcomes: number;
    audited: number;
    large: boolean;
    reviewed: boolean;
  }>`
    with judged as (
      select media_oid, count(*)::int as outcomes, count(verdict)::int as audited from detection_outcome
      where detection_oid = ${run.oid}::uuid and verdict is distinct from 'deleted' group by media_oid
    )
    select media.oid, media.name, media.shot_at, media.lng, media.lat, media.video_at,
      (select film.name from media film where film.oid = media.video_oid and film.deleted_at is null) as video_name,
      coalesce(judged.outcomes, 0) as outcomes, coalesce(judged.audited, 0) as audited,
      media.reading_state = 'done' and coalesce(media.width::bigint * media.height, 0) >= ${resultLimits.pyramidFrom} as large,
      exists (select from detection_reviewed own where own.detection_oid = ${run.oid}::uuid
        and own.media_oid = media.oid and own.member_oid = ${scope.memberOID}::uuid) as reviewed
    from media left join judged on judged.media_oid = media.oid
    where media.kind = 'photo' and (judged.media_oid is not null or (media.flight_oid = ${run.flightOID}::uuid
        and (${run.kind}::text = 'files' or exists (select from detection_outcome own
          where own.detection_oid = ${run.oid}::uuid and own.media_oid = media.oid))))
      and media.deleted_at is null and ${inScope('media.group_oid', scope)}
    order by media.shot_at nulls last, media.oid
    limit ${limits.detection.picturesMost + 1}`.execute(db);
  return rows;
};

/** How many outcomes of a run have which verdict, by class. */
export const classesOf = (db: DbOrTrx, detectionOID: string) =>
  db
    .selectFrom('detection_outcome')
    .select([
      'class',
      sql<number>`count(*) filter (where verdict = 'confirmed')::int`.as('confirmed'),
      sql<number>`count(*) filter (where verdict = 'falseAlarm')::int`.as('falseAlarm'),
      sql<number>`count(*) filter (where verdict is null)::int`.as('unaudited'),
    ])
    .where('detection_oid', '=', detectionOID)
    .where(sql<boolean>`verdict is distinct from 'deleted'`)
    .groupBy('class')
    .orderBy('class')
    .execute();

export const pictureForOrder = async (db: DbOrTrx, scope: Scope, oid: string) => {
  const row = await db
    .selectFrom('media')
    .select(['oid as mediaOID', 'name', 'shot_at', 'lng', 'lat'])
    .where('oid', '=', oid)
    .where(inScope('media.group_oid', scope))
    .executeTakeFirst();
  if (!row) return null;
  const { shot_at: shotAt, ...picture } = row;
  return { ...picture, shotAt: shotAt?.getTime() ?? null };
};
