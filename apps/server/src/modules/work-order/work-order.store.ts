import {
  classValues,
  fullNames,
  limits,
  type GivenNames,
  type OrderMove,
  type OrderState,
  type OrderVerdict,
} from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { ofRule, type Rule } from './affirm-rule.store.ts';

/** What a class is called in each language, for notices; nothing where it is no AI type of the organisation. */
export const classValuesOf = async (
  db: DbOrTrx,
  groupRoot: string,
  name: string,
): Promise<Record<string, string>> => {
  const { rows } = await sql<{ names: GivenNames }>`select names from listed_code
    where group_root = ${groupRoot}::uuid and list = 'aiType' and code = ${name} limit 1`.execute(db);
  return rows[0] ? classValues(fullNames(rows[0].names)) : {};
};

export interface LogEntry {
  oid: string;
  orderOID: string;
  memberOID: string;
  at: Date;
  move: OrderMove | 'add';
  from: OrderState | null;
  to: OrderState;
  reason?: string | undefined;
  assigneeOID?: string | null | undefined;
  assigneeGroupOID?: string | null | undefined;
  mediaOIDs?: readonly string[] | undefined;
  verification?: OrderVerdict | undefined;
  /** The rule that decided it; null: a person. */
  rule?: { oid: string; name: string } | undefined;
  /** Name of the order into which it was merged or from which it was split. */
  other?: string | undefined;
}

export const writeLog = async (trx: DbOrTrx, entry: LogEntry): Promise<void> => {
  await trx
    .insertInto('work_order_move')
    .values({
      oid: entry.oid,
      order_oid: entry.orderOID,
      member_oid: entry.memberOID,
      at: entry.at,
      move: entry.move,
      from_state: entry.from,
      to_state: entry.to,
      reason: entry.reason ?? '',
      assignee_oid: entry.assigneeOID ?? null,
      assignee_group_oid: entry.assigneeGroupOID ?? null,
      media_oids: [...(entry.mediaOIDs ?? [])],
      verification: entry.verification ?? null,
      rule_oid: entry.rule?.oid ?? null,
      rule_name: entry.rule?.name ?? null,
      other_name: entry.other ?? null,
    })
    .execute();
};

/** The processing log of an order, the first move first. */
export const logOf = async (db: DbOrTrx, orderOID: string) => {
  const rows = await db
    .selectFrom('work_order_move')
    .innerJoin('member', 'member.oid', 'work_order_move.member_oid')
    .leftJoin('member as assignee', 'assignee.oid', 'work_order_move.assignee_oid')
    .leftJoin('department', 'department.oid', 'work_order_move.assignee_group_oid')
    .select([
      'work_order_move.at',
      'work_order_move.move',
      'work_order_move.from_state as from',
      'work_order_move.to_state as to',
      'work_order_move.reason',
      'work_order_move.media_oids as mediaOIDs',
      'work_order_move.verification',
      'work_order_move.rule_name as rule',
      'work_order_move.other_name as other',
      'member.name as by',
      sql<string | null>`coalesce(assignee.name, department.name)`.as('assigneeName'),
    ])
    .where('order_oid', '=', orderOID)
    .orderBy('work_order_move.at')
    .orderBy('work_order_move.oid')
    .limit(limits.workOrder.logMost)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
};

/** Who moved an order last. */
export const lastMoverOf = async (db: DbOrTrx, orderOID: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('work_order_move')
    .innerJoin('member', 'member.oid', 'work_order_move.member_oid')
    .select('member.name')
    .where('order_oid', '=', orderOID)
    .orderBy('work_order_move.at', 'desc')
    .orderBy('work_order_move.oid', 'desc')
    .executeTakeFirst();
  return row?.name;
};

/** The members of a department. */
export const membersOf = async (db: DbOrTrx, groupOID: string): Promise<string[]> => {
  const rows = await db.selectFrom('member').select('oid').where('group_oid', '=', groupOID).execute();
  return rows.map(({ oid }) => oid);
};

/** Whether the caller may give orders to a member. */
export const memberSeen = async (db: DbOrTrx, scope: Scope, oid: string): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .select('oid')
    .where('oid', '=', oid)
    .where(inScope('member.group_oid', scope))
    .executeTakeFirst()) !== undefined;

/** Those of some files that the caller sees. */
export const filesSeen = async (db: DbOrTrx, scope: Scope, oids: readonly string[]): Promise<Set<string>> => {
  if (oids.length === 0) return new Set();
  const rows = await db
    .selectFrom('media')
    .select('oid')
    .where('oid', 'in', [...oids])
    .where('deleted_at', 'is', null)
    .where(inScope('media.group_oid', scope))
    .execute();
  return new Set(rows.map(({ oid }) => oid));
};

/** A finding with what an order takes from it. */
const findings = (db: DbOrTrx, scope: Scope) =>
  db
    .selectFrom('detection_outcome')
    .innerJoin('detection', 'detection.oid', 'detection_outcome.detection_oid')
    .innerJoin('media', 'media.oid', 'detection_outcome.media_oid')
    .leftJoin('flight', 'flight.oid', 'media.flight_oid')
    .leftJoin('task', 'task.oid', 'flight.task_oid')
    .leftJoin('work_order', 'work_order.outcome_oid', 'detection_outcome.oid')
    .leftJoin('defect_sighting', 'defect_sighting.outcome_oid', 'detection_outcome.oid')
    .where(inScope('detection_outcome.group_oid', scope));

/** Findings by their oid, locked until the transaction ends: two affirmations of one wait for each other. */
export const lockFindings = (trx: DbOrTrx, scope: Scope, oids: readonly string[]) =>
  findings(trx, scope)
    .select([
      'detection_outcome.oid',
      'detection_outcome.detection_oid as detectionOID',
      'detection_outcome.group_oid as groupOID',
      'detection_outcome.group_root as groupRoot',
      'detection_outcome.verdict',
      'detection_outcome.media_oid as mediaOID',
      'media.flight_oid as flightOID',
      // Where it lies, once that is known; until then where its photo was taken from.
      sql<number | null>`coalesce(defect_sighting.lng, media.lng)`.as('lng'),
      sql<
        number | null
      >`case when defect_sighting.lng is null then media.lat else defect_sighting.lat end`.as('lat'),
      'flight.work_order_type as type',
      sql<string>`coalesce(nullif(detection_outcome.other_text, ''), detection_outcome.class)`.as('class'),
      sql<string>`coalesce(task.name, detection.name)`.as('name'),
      'work_order.oid as orderOID',
    ])
    .where('detection_outcome.oid', 'in', [...oids])
    .orderBy('detection_outcome.oid')
    .forUpdate('detection_outcome')
    .execute();
export type Finding = Awaited<ReturnType<typeof lockFindings>>[number];

export const orderOfFinding = (trx: DbOrTrx, outcomeOID: string) =>
  trx
    .selectFrom('work_order')
    // Where it was merged, the one that stays.
    .select(sql<string>`coalesce(case when state = 'ignored' then merged_into end, oid)`.as('oid'))
    .where('outcome_oid', '=', outcomeOID)
    .executeTakeFirst();

/** @returns false when the finding has an order already */
export const insertOrder = async (
  trx: DbOrTrx,
  finding: Finding,
  made: { oid: string; memberOID: string; at: Date },
): Promise<boolean> => {
  const result = await trx
    .insertInto('work_order')
    .values({
      oid: made.oid,
      group_root: finding.groupRoot,
      group_oid: finding.groupOID,
      name: finding.name,
      class: finding.class,
      outcome_oid: finding.oid,
      media_oid: finding.mediaOID,
      flight_oid: finding.flightOID,
      // What was decided when its flight was arranged.
      type: finding.type,
      lng: finding.lng,
      lat: finding.lat,
      created_by: made.memberOID,
      created_at: made.at,
    })
    .onConflict((conflict) => conflict.column('outcome_oid').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1;
};

/** A person gave the verdict that stands: a rule that was tried on what rules decided would prove itself right. */
const byPerson = sql`not exists (select from detection_audit given where given.outcome_oid = detection_outcome.oid
  and given.at = detection_outcome.verdict_at and (given.rule_oid is not null or given.sample_oid is not null)
  and given.undone_at is null)`;

/** How many findings fit a rule, and what people said of those that they judged. */
export const trialOf = (db: DbOrTrx, scope: Scope, rule: Rule) =>
  ofRule(db, scope, rule)
    .select([
      sql<number>`count(*) filter (where verdict is null)::int`.as('count'),
      sql<number>`count(*) filter (where verdict = 'confirmed' and ${byPerson})::int`.as('confirmed'),
      sql<number>`count(*) filter (where verdict = 'falseAlarm' and ${byPerson})::int`.as('falseAlarm'),
    ])
    .executeTakeFirstOrThrow();

/** Findings that fit a rule and that nobody judged, the oldest first. */
export const findingsOfRule = (db: DbOrTrx, scope: Scope, rule: Rule) =>
  ofRule(db, scope, rule)
    .select(['oid', 'detection_oid as detectionOID', 'version'])
    .where('verdict', 'is', null)
    .orderBy('created_at')
    .orderBy('oid')
    .limit(limits.workOrder.ruleMost)
    .execute();

interface Span {
  from?: number | undefined;
  to?: number | undefined;
}

/** How orders stand that came in a span. @param within which of them, as a condition on `work_order` */
export const standingWithin = async (db: DbOrTrx, within: RawBuilder<boolean>, { from, to }: Span) => {
  let found = db.selectFrom('work_order').where(within);
  if (from !== undefined) found = found.where('created_at', '>=', new Date(from));
  if (to !== undefined) found = found.where('created_at', '<', new Date(to));
  const states = await found
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .groupBy('state')
    .execute();
  const classes = await found
    .select([
      'class',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where state not in ('done', 'ignored'))::int`.as('open'),
    ])
    .groupBy('class')
    .orderBy('count', 'desc')
    .orderBy('class')
    .limit(100)
    .execute();
  const { meanTime } = await found
    .select(
      sql<number | null>`(extract(epoch from avg(completed_at - created_at)) * 1000)::float8`.as('meanTime'),
    )
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  return { states, classes, meanTime };
};

/** How orders of departments stand that came in a span. */
export const standingOf = (
  db: DbOrTrx,
  scope: Scope,
  { groupOID, ...span }: Span & { groupOID?: string | undefined },
) => standingWithin(db, inScope('work_order.group_oid', scope, groupOID), span);

/** Orders that came in a span, those that are not done first. */
export const ordersIn = (
  db: DbOrTrx,
  scope: Scope,
  { from, to }: { from: number; to: number },
  most: number,
) =>
  db
    .selectFrom('work_order')
    .select(['oid', 'name', 'class', 'state'])
    .where(inScope('work_order.group_oid', scope))
    .where('created_at', '>=', new Date(from))
    .where('created_at', '<', new Date(to))
    .orderBy(sql`(state in ('done', 'ignored'))`)
    .orderBy('created_at')
    .orderBy('oid')
    .limit(most)
    .execute();
