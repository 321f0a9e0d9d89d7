import type { Box, Names, PictureSize, PostedOutcome, Verdict } from '@eyrie/domain';
import { sql } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { rangeOfFlight, rangeOfNewBox } from './range.store.ts';

/** A run that is locked, or looked at, with what its outcomes take from it. */
export interface RunRow {
  oid: string;
  groupRoot: string;
  groupOID: string;
  model: string;
  modelVersion: string;
  flightOID: string | null;
}

export const runBySource = (
  db: DbOrTrx,
  groupRoot: string,
  { model, modelVersion, sourceId }: { model: string; modelVersion: string; sourceId: string },
): Promise<{ oid: string } | undefined> =>
  db
    .selectFrom('detection')
    .select('oid')
    .where('group_root', '=', groupRoot)
    .where('model', '=', model)
    .where('model_version', '=', modelVersion)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();

/** Those of some pictures that the caller sees and that belong to the run. */
export const picturesOf = async (
  db: DbOrTrx,
  scope: Scope,
  run: Pick<RunRow, 'flightOID'>,
  mediaOIDs: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('media')
    .select('oid')
    .where('oid', 'in', [...mediaOIDs])
    .where('kind', '=', 'photo')
    .where('deleted_at', 'is', null)
    .where(inScope('media.group_oid', scope))
    .$if(run.flightOID !== null, (query) => query.where('flight_oid', '=', run.flightOID))
    .execute();
  return new Set(rows.map(({ oid }) => oid));
};

export interface NewOutcome extends PostedOutcome {
  oid: string;
}

/** @returns the source ids, with their pictures, of those that were not known before */
export const insertOutcomes = async (
  trx: DbOrTrx,
  run: RunRow,
  outcomes: readonly NewOutcome[],
  at: Date,
): Promise<{ mediaOID: string; sourceId: string }[]> => {
  const range = run.flightOID === null ? null : await rangeOfFlight(trx, run.flightOID);
  const rows = await trx
    .insertInto('detection_outcome')
    .values(
      outcomes.map((one) => ({
        oid: one.oid,
        group_root: run.groupRoot,
        group_oid: run.groupOID,
        detection_oid: run.oid,
        media_oid: one.mediaOID,
        model: run.model,
        model_version: run.modelVersion,
        source_id: one.sourceId,
        ...one.box,
        picture_width: one.picture.width,
        picture_height: one.picture.height,
        class: one.class,
        confidence: one.confidence,
        ai_range: range,
        range_waits: range !== null,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['media_oid', 'source_id'])
    .execute();
  return rows.map((row) => ({ mediaOID: row.media_oid, sourceId: row.source_id }));
};

/** Source ids of stored outcomes that differ from those that came again; a person may have corrected them since. */
export const differingOutcomes = async (
  trx: DbOrTrx,
  run: RunRow,
  outcomes: readonly NewOutcome[],
): Promise<string[]> => {
  const came = JSON.stringify(
    outcomes.map(({ mediaOID, sourceId, box, class: name }) => ({ mediaOID, sourceId, ...box, name })),
  );
  const { rows } = await sql<{ source_id: string }>`
    select distinct stored.source_id
    from jsonb_to_recordset(${came}::jsonb)
      as came ("mediaOID" uuid, "sourceId" text, x real, y real, width real, height real, name text)
    join detection_outcome stored on stored.media_oid = came."mediaOID" and stored.source_id = came."sourceId"
      and stored.model = ${run.model} and stored.model_version = ${run.modelVersion}
    where stored.verdict is null and (stored.x, stored.y, stored.width, stored.height, stored.class)
      is distinct from (came.x, came.y, came.width, came.height, came.name)`.execute(trx);
  return rows.map(({ source_id: sourceId }) => sourceId);
};

/** Until the transaction ends nobody else judges it. */
export const lockOutcome = (trx: DbOrTrx, scope: Scope, oid: string) =>
  trx
    .selectFrom('detection_outcome')
    .leftJoin('member as judge', 'judge.oid', 'detection_outcome.verdict_by')
    .selectAll('detection_outcome')
    .select('judge.name as judge_name')
    .where('detection_outcome.oid', '=', oid)
    .where(inScope('detection_outcome.group_oid', scope))
    .forUpdate('detection_outcome')
    .executeTakeFirst();

export const hasOrder = async (trx: DbOrTrx, outcomeOID: string): Promise<boolean> =>
  (await trx
    .selectFrom('work_order')
    .select('oid')
    .where('outcome_oid', '=', outcomeOID)
    .executeTakeFirst()) !== undefined;

export interface Judgement {
  verdict: Verdict;
  box: Box;
  class: string;
  otherText: string;
  reason: string;
}

/** How a finding stood before a verdict. */
export interface StoodBefore extends Omit<Judgement, 'verdict'> {
  verdict: Verdict | null;
  by: string | null;
  /** Epoch ms. */
  at: number | null;
}

/** Reasons of an organisation for which a finding is a false alarm. */
export const falseAlarmCodes = async (db: DbOrTrx, groupRoot: string): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`select code from listed_code
    where group_root = ${groupRoot}::uuid and list = 'falseAlarmReason' and enabled`.execute(db);
  return rows.map(({ code }) => code);
};

/** What the reasons of an organisation are called, those among them that are no longer offered. */
export const falseAlarmNames = async (db: DbOrTrx, groupRoot: string): Promise<Map<string, Names>> => {
  const { rows } = await sql<{ code: string; names: Names }>`select code, names from listed_code
    where group_root = ${groupRoot}::uuid and list = 'falseAlarmReason'`.execute(db);
  return new Map(rows.map(({ code, names }) => [code, names]));
};

/** The last verdict on a finding that stands. */
export const lastVerdict = (trx: DbOrTrx, outcomeOID: string) =>
  trx
    .selectFrom('detection_audit')
    .select(['oid', 'member_oid', 'before'])
    .where('outcome_oid', '=', outcomeOID)
    .where('undone_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('oid', 'desc')
    .executeTakeFirst();

/** Puts a finding back as it stood; the verdict stays in the record as one that was taken back. */
export const undoVerdict = async (
  trx: DbOrTrx,
  outcomeOID: string,
  auditOID: string,
  { box, class: name, otherText, reason, verdict, by, at }: StoodBefore,
  now: Date,
): Promise<void> => {
  await trx
    .updateTable('detection_outcome')
    .set({
      ...box,
      ...rangeOfNewBox(box),
      class: name,
      other_text: otherText,
      reason,
      verdict,
      verdict_by: by,
      verdict_at: at === null ? null : new Date(at),
      version: sql`version + 1`,
    })
    .where('oid', '=', outcomeOID)
    .execute();
  await trx.updateTable('detection_audit').set({ undone_at: now }).where('oid', '=', auditOID).execute();
};

/** Writes a verdict on an outcome that is locked, and keeps it beside those before. */
export const writeVerdict = async (
  trx: DbOrTrx,
  outcome: { oid: string; groupRoot: string },
  { verdict, box, class: name, otherText, reason }: Judgement,
  by: {
    auditOID: string;
    memberOID: string;
    at: Date;
    ruleOID?: string | undefined;
    ruleWaits?: boolean | undefined;
    sampleOID?: string | undefined;
  },
  before: StoodBefore,
): Promise<void> => {
  await trx
    .updateTable('detection_outcome')
    .set({
      ...box,
      ...rangeOfNewBox(box),
      // What a person drew was found by no detector.
      found_class: sql`case when confidence is null then null else coalesce(found_class, nullif(class, ${name})) end`,
      class: name,
      other_text: otherText,
      verdict,
      reason,
      verdict_by: by.memberOID,
      verdict_at: by.at,
      version: sql`version + 1`,
    })
    .where('oid', '=', outcome.oid)
    .execute();
  await trx
    .insertInto('detection_audit')
    .values({
      oid: by.auditOID,
      group_root: outcome.groupRoot,
      outcome_oid: outcome.oid,
      member_oid: by.memberOID,
      at: by.at,
      verdict,
      box: JSON.stringify(box),
      class: name,
      other_text: otherText,
      reason,
      before: JSON.stringify(before),
      rule_oid: by.ruleOID ?? null,
      rule_waits: by.ruleWaits ?? false,
      sample_oid: by.sampleOID ?? null,
    })
    .execute();
};

/** What a member said of a finding so far, verdicts that were taken back among it. */
export const verdictsBy = (trx: DbOrTrx, outcomeOID: string, memberOID: string) =>
  trx
    .selectFrom('detection_audit')
    .select(['box', 'class', 'other_text as otherText'])
    .where('outcome_oid', '=', outcomeOID)
    .where('member_oid', '=', memberOID)
    .execute();

/** A box that a person drew; the same one again is the one that is stored. @returns its oid, and whether it is new */
export const insertDrawn = async (
  trx: DbOrTrx,
  run: RunRow,
  drawn: {
    oid: string;
    mediaOID: string;
    sourceId: string;
    box: Box;
    picture: PictureSize;
    class: string;
    memberOID: string;
    at: Date;
  },
): Promise<{ oid: string; isNew: boolean }> => {
  const made = await trx
    .insertInto('detection_outcome')
    .values({
      oid: drawn.oid,
      group_root: run.groupRoot,
      group_oid: run.groupOID,
      detection_oid: run.oid,
      media_oid: drawn.mediaOID,
      model: 'person',
      model_version: drawn.memberOID,
      source_id: drawn.sourceId,
      ...drawn.box,
      picture_width: drawn.picture.width,
      picture_height: drawn.picture.height,
      class: drawn.class,
      drawn_by: drawn.memberOID,
      created_at: drawn.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('oid')
    .executeTakeFirst();
  if (made) return { oid: made.oid, isNew: true };
  const known = await trx
    .selectFrom('detection_outcome')
    .select('oid')
    .where('media_oid', '=', drawn.mediaOID)
    .where('model', '=', 'person')
    .where('model_version', '=', drawn.memberOID)
    .where('source_id', '=', drawn.sourceId)
    .executeTakeFirstOrThrow();
  return { oid: known.oid, isNew: false };
};

export const judgedSome = async (trx: DbOrTrx, oids: readonly string[]): Promise<boolean> =>
  (await trx
    .selectFrom('detection_outcome')
    .select('oid')
    .where('detection_oid', 'in', [...oids])
    .where('verdict', 'is not', null)
    .executeTakeFirst()) !== undefined;
