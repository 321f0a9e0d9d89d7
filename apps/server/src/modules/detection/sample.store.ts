import { limits, sampleSize, type Verdict } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { RunRow } from './detection.store.ts';
import { ruledOf } from './quality.store.ts';

const { sampleLeast } = limits.detection;

/** A person gave the verdict that stands on a finding `one`, and no rule and no sample did; it stands beside `ruled`. */
const looked = sql<boolean>`(one.verdict is not null and ruled.oid is null)`;

/** Findings `one` of a sample, each with whether it was `drawn`. A picture that was deleted is in nobody's sight. */
const ofSample = (sampleOID: RawBuilder<unknown>) => sql`detection_sample_outcome part
    join detection_outcome one on one.oid = part.outcome_oid
    join media on media.oid = one.media_oid and media.deleted_at is null ${ruledOf}
    where part.sample_oid = ${sampleOID}`;

const judgedColumns = sql`one.oid, one.verdict, one.verdict_at, one.class`;
/** Judged findings of the run that fit the rule of a `sample`, as their detector called them. */
const fitting = sql`select ${judgedColumns} from detection_outcome one
  where one.detection_oid = sample.detection_oid and coalesce(one.found_class, one.class) = sample.class
    and one.confidence between sample.least and sample.most and one.verdict is not null`;
/** Those that were in it, also where a server of the release before corrected one without writing what it was. */
const drawnFrom = sql`select ${judgedColumns} from detection_sample_outcome part
    join detection_outcome one on one.oid = part.outcome_oid
  where part.sample_oid = sample.oid and one.verdict is not null`;

export interface SampleRow {
  oid: string;
  detectionOID: string;
  detectionName: string;
  model: string;
  modelVersion: string;
  class: string;
  least: number;
  most: number;
  population: number;
  drawn: number;
  left: number;
  others: number;
  confirmed: number;
  falseAlarm: number;
  corrected: number;
  createdBy: string;
  createdAt: Date;
  decidedBy: string | null;
  decidedAt: Date | null;
  verdict: Verdict | null;
  decided: number;
}

/**
 * Samples with their figures. Whatever people looked at counts, drawn or not, also what they judged before it was drawn: who draws
 * again does not lose what did not agree. Where pictures are gone it still takes as many looks as the least that are drawn.
 */
const shownSamples = (chosen: RawBuilder<unknown>) => sql<SampleRow>`
  select sample.oid, sample.detection_oid as "detectionOID", run.name as "detectionName", run.model,
    run.model_version as "modelVersion", sample.class, sample.least, sample.most,
    maker.name as "createdBy", sample.created_at as "createdAt", decider.name as "decidedBy",
    sample.decided_at as "decidedAt", sample.verdict, sample.decided, drawing.*, judged.*
  from (${chosen}) sample
    join detection run on run.oid = sample.detection_oid
    join member maker on maker.oid = sample.created_by
    left join member decider on decider.oid = sample.decided_by
    cross join lateral (
      select count(*) filter (where one.verdict = 'confirmed' and one.class = sample.class)::int as confirmed,
        count(*) filter (where one.verdict = 'falseAlarm')::int as "falseAlarm",
        count(*) filter (where one.verdict = 'confirmed' and one.class <> sample.class)::int as corrected
      from (${fitting} union ${drawnFrom}) one ${ruledOf} where ${looked}) judged
    cross join lateral (
      select count(*)::int as population,
        greatest(count(*) filter (where part.drawn), ${sampleLeast})::int as drawn,
        greatest(count(*) filter (where part.drawn and not ${looked}),
          ${sampleLeast} - judged.confirmed - judged."falseAlarm" - judged.corrected)::int as left,
        count(*) filter (where not part.drawn and one.verdict is null)::int as others
      from ${ofSample(sql`sample.oid`)}) drawing
  order by sample.created_at desc, sample.oid`;

export const samplesSeen = async (
  db: DbOrTrx,
  scope: Scope,
  asked: { detectionOID?: string | undefined; pageNum: number; pageSize: number },
): Promise<{ rows: SampleRow[]; total: number }> => {
  const { detectionOID, pageNum, pageSize } = asked;
  const ofRun =
    detectionOID === undefined ? sql`` : sql`and detection_sample.detection_oid = ${detectionOID}::uuid`;
  const within = sql`from detection_sample where ${inScope('detection_sample.group_oid', scope)} ${ofRun}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${within}`.execute(db);
  const chosen = sql`select detection_sample.* ${within} order by created_at desc, oid
    limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;
  const { rows } = await shownSamples(chosen).execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

export const sampleSeen = async (db: DbOrTrx, scope: Scope, oid: string): Promise<SampleRow | undefined> => {
  const { rows } = await shownSamples(sql`select detection_sample.* from detection_sample
    where detection_sample.oid = ${oid}::uuid and ${inScope('detection_sample.group_oid', scope)}`).execute(
    db,
  );
  return rows[0];
};

/** Keeps others from deciding by a sample until the transaction ends. @returns false: the caller sees no such sample */
export const lockSample = async (trx: DbOrTrx, scope: Scope, oid: string): Promise<boolean> =>
  (await trx
    .selectFrom('detection_sample')
    .select('oid')
    .where('oid', '=', oid)
    .where(inScope('detection_sample.group_oid', scope))
    .forUpdate()
    .executeTakeFirst()) !== undefined;

interface SampleRule {
  class: string;
  least: number;
  most: number;
}

/** Findings of a run that fit a rule and that nobody judged, in random order. */
export const unjudgedOf = async (
  trx: DbOrTrx,
  detectionOID: string,
  { class: found, least, most }: SampleRule,
): Promise<string[]> => {
  const { rows } = await sql<{ oid: string }>`select oid from detection_outcome
    where detection_oid = ${detectionOID}::uuid and class = ${found} and confidence between ${least} and ${most}
      and drawn_by is null and verdict is null
      and exists (select from media where media.oid = detection_outcome.media_oid and media.deleted_at is null)
    order by random() limit ${limits.detection.sampleMost}`.execute(trx);
  return rows.map(({ oid }) => oid);
};

/** @param oids in random order: the first of them are the drawn ones */
export const insertSample = async (
  trx: DbOrTrx,
  run: RunRow,
  rule: SampleRule & { share: number },
  made: { oid: string; memberOID: string; at: Date; oids: readonly string[] },
): Promise<void> => {
  const { share, ...given } = rule;
  await trx
    .insertInto('detection_sample')
    .values({
      oid: made.oid,
      group_root: run.groupRoot,
      group_oid: run.groupOID,
      detection_oid: run.oid,
      ...given,
      created_by: made.memberOID,
      created_at: made.at,
    })
    .execute();
  const drawn = sampleSize(made.oids.length, share);
  await trx
    .insertInto('detection_sample_outcome')
    .values(
      made.oids.map((outcome_oid, index) => ({
        sample_oid: made.oid,
        outcome_oid,
        group_root: run.groupRoot,
        drawn: index < drawn,
      })),
    )
    .execute();
};

/** The drawn findings of a sample, those first that nobody has looked at. */
export const drawnOf = async (db: DbOrTrx, sampleOID: string) => {
  const { rows } = await sql<{
    oid: string;
    mediaOID: string;
    name: string;
    confidence: number;
    verdict: Verdict | null;
    looked: boolean;
  }>`select one.oid, one.media_oid as "mediaOID", media.name, one.confidence, one.verdict, ${looked} as looked
    from ${ofSample(sql`${sampleOID}::uuid`)} and part.drawn
    order by looked, media.name, one.oid`.execute(db);
  return rows;
};

/** Findings of a sample that were not drawn and that nobody judged or reviews now. */
export const othersOf = async (trx: DbOrTrx, sampleOID: string, now: Date) => {
  const { rows } = await sql<{ oid: string; version: number }>`select one.oid, one.version
    from ${ofSample(sql`${sampleOID}::uuid`)} and not part.drawn and one.verdict is null
      and not exists (select from detection_lock held where held.detection_oid = one.detection_oid
        and held.media_oid = one.media_oid and held.until > ${now})
    order by one.oid`.execute(trx);
  return rows;
};

/** The reason that people gave most often for the false alarms of a sample, among those that are offered. */
export const commonReason = async (
  trx: DbOrTrx,
  sampleOID: string,
  offered: readonly string[],
): Promise<string> => {
  const { rows } = await sql<{ reason: string }>`select one.reason
    from ${ofSample(sql`${sampleOID}::uuid`)} and one.verdict = 'falseAlarm' and ${looked}
      and (${offered.length === 0} or one.reason = any(${[...offered]}::text[]))
    group by one.reason order by count(*) desc, one.reason limit 1`.execute(trx);
  return rows[0]?.reason ?? '';
};

export const markDecided = async (
  trx: DbOrTrx,
  oid: string,
  given: { verdict: Verdict; decided: number; memberOID: string; at: Date },
): Promise<void> => {
  const { verdict, decided, memberOID, at } = given;
  await trx
    .updateTable('detection_sample')
    .set({ verdict, decided, decided_by: memberOID, decided_at: at })
    .where('oid', '=', oid)
    .execute();
};
