import { limits, qualityKinds, type QualityCell, type QualityKind, type QualityLine } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import type { Moments } from './detection.figures.store.ts';

const bound = limits.detection;

export interface AskedRuns {
  scope: Scope;
  groupOID?: string | undefined;
  model?: string | undefined;
  modelVersion?: string | undefined;
}

/** Runs that began in a span, of one model where that is asked for. */
export const runsOf = (
  { scope, groupOID, model, modelVersion }: AskedRuns,
  { from, to }: Moments,
): RawBuilder<unknown> => sql`select detection.oid, detection.model, detection.model_version from detection
    where detection.group_root = ${scope.groupRoot}::uuid and detection.created_at >= ${from}
      and detection.created_at < ${to} and ${inScope('detection.group_oid', scope, groupOID)}
      ${model === undefined ? sql`` : sql`and detection.model = ${model}`}
      ${modelVersion === undefined ? sql`` : sql`and detection.model_version = ${modelVersion}`}`;

/** The verdict that stands on a box `one` was given by a rule or by a sample, and nobody looked at it: it joins `ruled`. */
export const ruledOf = sql`left join detection_audit ruled on ruled.outcome_oid = one.oid and ruled.at = one.verdict_at
    and (ruled.rule_oid is not null or ruled.sample_oid is not null) and ruled.undone_at is null`;

const kindOf = sql`case when one.confidence is null then 'added' when one.verdict is null then 'unjudged'
    when ruled.oid is not null then 'byRule' when one.verdict = 'falseAlarm' then 'falseAlarm'
    when one.found_class <> one.class then 'corrected' else 'confirmed' end`;

/** Percent, count and confidence of a kind, as the database joins them. */
type Cell = [kind: string, percent: number | null, count: number, confidence: number];
interface FoundMonth {
  lines: { model: string; modelVersion: string; class: string; cells: Cell[] }[];
  sums: Cell[];
  /** Classes that are in the sums and not among the lines. */
  rest: number;
}

const isKind = (kind: string): kind is QualityKind => (qualityKinds as readonly string[]).includes(kind);
const cellsOf = (cells: readonly Cell[]): QualityCell[] =>
  cells.flatMap(([kind, percent, count, confidence]) =>
    isKind(kind) ? [{ kind, percent, count, confidence }] : [],
  );

/**
 * Boxes of the runs of one month by class, kind and percent of confidence. A statement of its own for each month: one over a year of
 * millions of boxes would be longer than a statement may be.
 */
export const qualityOfMonth = async (
  db: DbOrTrx,
  asked: AskedRuns,
  { month, ...span }: Moments & { month: string },
): Promise<{ lines: QualityLine[]; sums: QualityCell[]; rest: number }> => {
  const { rows } = await sql<FoundMonth>`
    with runs as (${runsOf(asked, span)}),
    boxes as (
      select runs.model, runs.model_version, one.class, coalesce(one.found_class, one.class) as found_as, ${kindOf} as kind,
        case when one.verdict is not null then floor(one.confidence * 100 + 1e-9)::int end as percent,
        count(*)::int as count, coalesce(sum(one.confidence), 0) as confidence
      from runs inner join detection_outcome one on one.detection_oid = runs.oid ${ruledOf}
      where (one.confidence is not null and one.verdict is distinct from 'deleted') or one.verdict = 'confirmed'
      group by 1, 2, 3, 4, 5, 6
    ),
    cells as (
      select model, model_version, case when kind = 'added' then class else found_as end as class, kind, percent,
        sum(count)::int as count, sum(confidence) as confidence
      from boxes group by 1, 2, 3, 4, 5
      union all
      select model, model_version, class, 'otherwise', null, sum(count)::int, 0 from boxes
      where kind = 'corrected' group by 1, 2, 3
    ),
    lines as (
      select model, model_version as "modelVersion", class, sum(count) as count,
        jsonb_agg(jsonb_build_array(kind, percent, count, confidence)) as cells
      from cells group by 1, 2, 3
    ),
    shown as (select model, "modelVersion", class, cells from lines
      order by count desc, model, "modelVersion", class limit ${bound.qualityLines})
    select (select coalesce(jsonb_agg(to_jsonb(shown)), '[]') from shown) as lines,
      (select coalesce(jsonb_agg(jsonb_build_array(kind, null, count, confidence)), '[]')
        from (select kind, sum(count) as count, sum(confidence) as confidence from cells group by 1) summed) as sums,
      (select greatest(count(*) - ${bound.qualityLines}, 0)::int from lines) as rest`.execute(db);
  const [found] = rows;
  if (!found) return { lines: [], sums: [], rest: 0 };
  return {
    lines: found.lines.map(({ cells, ...line }) => ({ ...line, month, cells: cellsOf(cells) })),
    sums: cellsOf(found.sums),
    rest: found.rest,
  };
};

/**
 * How long a person takes for a false alarm: the median of the time since the verdict before, which was the same person's, among the last
 * ones of a span. @returns null where too few were timed
 */
export const paceOf = async (
  db: DbOrTrx,
  { scope, groupOID }: Pick<AskedRuns, 'scope' | 'groupOID'>,
  { from, to }: Moments,
): Promise<{ seconds: number; measured: number } | null> => {
  const { rows } = await sql<{ seconds: number | null; measured: number }>`
    with latest as (
      select member_oid, at, verdict, outcome_oid from detection_audit
      where group_root = ${scope.groupRoot}::uuid and rule_oid is null and sample_oid is null and at >= ${from} and at < ${to}
      order by at desc limit ${bound.paceOf}
    ),
    timed as (
      select outcome_oid, verdict,
        extract(epoch from at - lag(at) over (partition by member_oid order by at))::float8 as seconds from latest
    )
    select percentile_cont(0.5) within group (order by timed.seconds) as seconds, count(*)::int as measured
    from timed inner join detection_outcome one on one.oid = timed.outcome_oid
    where timed.verdict = 'falseAlarm' and timed.seconds > 0 and timed.seconds <= ${bound.paceBreak / 1_000}
      and ${inScope('one.group_oid', scope, groupOID)}`.execute(db);
  const [found] = rows;
  return !found || found.seconds === null || found.measured < bound.qualityEnough
    ? null
    : { seconds: found.seconds, measured: found.measured };
};

/** How many boxes of the runs of a span people called false alarms for which reason. */
export const reasonsOf = async (
  db: DbOrTrx,
  asked: AskedRuns,
  span: Moments,
): Promise<{ reason: string; count: number }[]> => {
  const { rows } = await sql<{ reason: string; count: number }>`with runs as (${runsOf(asked, span)})
    select one.reason, count(*)::int as count from runs inner join detection_outcome one on one.detection_oid = runs.oid
      ${ruledOf}
    where one.verdict = 'falseAlarm' and ruled.oid is null and one.confidence is not null and one.reason <> ''
    group by 1 order by 2 desc, 1 limit ${bound.qualityLines}`.execute(db);
  return rows;
};
