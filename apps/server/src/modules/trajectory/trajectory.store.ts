import { limits, type PlacedKind, type TrackPoint } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { inScope } from '../department/index.ts';

export type TrackScope = { groupRoot: string; groupOID: string };

export interface Tracked {
  oid: string;
  kind: Exclude<PlacedKind, 'dock'>;
  name: string;
}

/** A device whose way is recorded, if the caller may see it. */
export const trackedInScope = async (
  db: DbOrTrx,
  scope: TrackScope,
  oid: string,
): Promise<Tracked | undefined> => {
  const { rows } = await sql<Tracked>`
    select oid, 'drone' as kind, name from drone
      where oid = ${oid}::uuid and deleted_at is null and ${inScope('drone.group_oid', scope)}
    union all
    select oid, kind, name from device
      where oid = ${oid}::uuid and deleted_at is null and kind in ('remoteController', 'robot')
        and ${inScope('device.group_oid', scope)}`.execute(db);
  return rows[0];
};

export interface TrackSpan {
  device: Pick<Tracked, 'oid' | 'kind'>;
  /** Epoch ms, the first counted and the last not. */
  from: number;
  to: number;
}

/** The recorded rows of a device with a place, whichever table keeps them. @param also a further condition */
const rowsOf = ({ device, from, to }: TrackSpan, also = sql`true`): RawBuilder<unknown> => {
  const within = sql`at >= ${new Date(from)} and at < ${new Date(to)} and ${also}`;
  return device.kind === 'drone'
    ? sql`(select at, lng, lat, height, elevation, speed_h, speed_v, head, percent, payload, flight_oid
        from drone_telemetry where drone_oid = ${device.oid}::uuid and ${within} and lng is not null and lat is not null)`
    : sql`(select at, lng, lat, height, null::double precision as elevation, speed_h, null::real as speed_v, head,
        percent, null::jsonb as payload, null::uuid as flight_oid
        from device_track where device_oid = ${device.oid}::uuid and ${within})`;
};

interface Row {
  at: Date;
  lng: number;
  lat: number;
  height: number | null;
  elevation: number | null;
  speed_h: number | null;
  speed_v: number | null;
  head: number | null;
  percent: number | null;
  gimbal_pitch: number | null;
  gimbal_yaw: number | null;
  flight_oid: string | null;
}

const columns = sql`at, lng, lat, height, elevation, speed_h, speed_v, head, percent, flight_oid,
  case when jsonb_typeof(payload -> 'gimbal' -> 'pitch') = 'number' then (payload -> 'gimbal' ->> 'pitch')::float8 end
    as gimbal_pitch,
  case when jsonb_typeof(payload -> 'gimbal' -> 'yaw') = 'number' then (payload -> 'gimbal' ->> 'yaw')::float8 end
    as gimbal_yaw`;

const pointOf = (row: Row, gap: boolean): TrackPoint => ({
  at: row.at.getTime(),
  lng: row.lng,
  lat: row.lat,
  height: row.height,
  elevation: row.elevation,
  speedH: row.speed_h,
  speedV: row.speed_v,
  head: row.head,
  percent: row.percent,
  gimbalPitch: row.gimbal_pitch,
  gimbalYaw: row.gimbal_yaw,
  flightOID: row.flight_oid,
  gap,
});

/** Marks the points before which nothing was recorded for a while. @param before moment of the one before the first */
const withGaps = (rows: readonly Row[], before: number | null): TrackPoint[] =>
  rows.map((row, index) => {
    const last = rows[index - 1]?.at.getTime() ?? before;
    return pointOf(row, last !== null && row.at.getTime() - last > limits.trajectory.gap);
  });

/** Every point after a moment, at most `most` of them. */
export const trackPage = async (
  db: DbOrTrx,
  span: TrackSpan,
  { after, most }: { after: number | null; most: number },
): Promise<TrackPoint[]> => {
  // A row of the same millisecond was answered already.
  const from = after === null ? span.from : Math.max(span.from, after + 1);
  const { rows } = await sql<Row>`select ${columns} from ${rowsOf({ ...span, from })} recorded
    order by at limit ${most}`.execute(db);
  return withGaps(rows, after);
};

/** Moments of a stretch that stand for it. */
interface Stretch {
  kept: number[];
  /** The moments before and after each. */
  gaps: [number, number][];
}

/** Keys of an extreme: the value in steps of about a metre before the moment within the span, so that the least key names both. */
const momentBits = 2 ** 36;
const stepsOf = (column: string, perUnit: number): RawBuilder<unknown> =>
  sql`(${sql.ref(column)} * ${sql.lit(perUnit)})::bigint * ${sql.lit(momentBits)} + ms::bigint`;

const extremeKeys = (['lng', 'lat'] as const)
  .flatMap((column) => {
    const steps = stepsOf(column, 100_000);
    return [sql`min(${steps})`, sql`max(${steps})`];
  })
  .concat([sql`min(${stepsOf('height', 1)})`, sql`max(${stepsOf('height', 1)})`]);
const bits = sql.lit(momentBits);
/** The moments of the most westerly, easterly, southerly, northerly, lowest and highest row, to about a metre. */
const extremesOfRows = sql<number[]>`array(select ((steps % ${bits}) + ${bits}) % ${bits}
  from unnest(array[${sql.join(extremeKeys)}]) steps where steps is not null)`;

/** Rows with their moment within the span, ms. */
const momentsOf = (span: TrackSpan, rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select at, date_part('epoch', at) * 1000 - ${span.from}::float8 as ms, lng, lat, height from ${rows} found)`;

/** Longer spans are looked at by a part of their rows: so many, out of so many places of the span. */
const sample = { rows: 100_000, places: 20_000 } as const;

/** Every row of a span, or of a very long one the rows of one part of every stride, each found by the index. */
const looked = (span: TrackSpan, { total, first, last }: TrackFacts, stride: number): RawBuilder<unknown> => {
  if (stride === 0 || !first || !last) return momentsOf(span, rowsOf(span));
  const part = (stride * sample.rows) / total;
  const probes = sql`generate_series(${first}::timestamptz, ${last}::timestamptz, ${stride / 1000} * interval '1 second')`;
  const found = rowsOf(span, sql`at >= place and at < place + ${part / 1000} * interval '1 second'`);
  // The order keeps the database with the index of moments; its coarse one would read whole pages for every part.
  const ordered = sql`(select * from ${found} unordered order by at limit ${sample.rows})`;
  return sql`(select part.* from ${probes} place cross join lateral ${momentsOf(span, ordered)} part)`;
};

/**
 * The moments worth keeping of a span, found in one pass of the database: it is cut into stretches of equally many
 * rows, and of each the first, the last, the most westerly, easterly, southerly, northerly, lowest and highest are
 * kept, with both ends of every gap.
 */
const keptMoments = async (
  db: DbOrTrx,
  span: TrackSpan,
  facts: TrackFacts,
  stretches: number,
): Promise<Stretch> => {
  const { total, first, last } = facts;
  const length = (last?.getTime() ?? 0) - (first?.getTime() ?? 0);
  const stride = total <= sample.rows ? 0 : Math.ceil(length / sample.places);
  const size = Math.max(1, Math.ceil(Math.min(total, sample.rows) / stretches));
  const { rows } = await sql<{ kept: number[]; gaps: Stretch['gaps'] | null }>`
    with recorded as (
      select row_number() over line as place, ms, lag(ms) over line as before, lng, lat, height
      from ${looked(span, facts, stride)} placed
      window line as (order by at))
    select array[min(ms), max(ms)] || ${extremesOfRows} as kept,
      (array_agg(array[before, ms]) filter (where ms - before > ${limits.trajectory.gap + stride}))[1:100] as gaps
    from recorded group by place / ${size}::int`.execute(db);
  return { kept: rows.flatMap(({ kept }) => kept.map(Number)), gaps: rows.flatMap(({ gaps }) => gaps ?? []) };
};

/** Points that stand for a stretch at most, beside gaps. */
const perStretch = 8;

export interface TrackFacts {
  total: number;
  first: Date | null;
  last: Date | null;
  /** Most westerly, easterly, southerly, northerly, lowest and highest. */
  extremes: (number | null)[];
}

export const trackFacts = async (db: DbOrTrx, span: TrackSpan): Promise<TrackFacts> => {
  const { rows } = await sql<TrackFacts>`select count(*)::int as total, min(at) as first, max(at) as last,
      array[min(lng), max(lng), min(lat), max(lat), min(height), max(height)] as extremes
    from ${rowsOf(span)} recorded`.execute(db);
  return rows[0] ?? { total: 0, first: null, last: null, extremes: [] };
};

/** One moment of each extreme of a span: a sample of its rows may have missed it. */
const extremeMoments = async (db: DbOrTrx, span: TrackSpan, { extremes }: TrackFacts): Promise<number[]> => {
  const [west, east, south, north, low, high] = extremes;
  const { rows } = await sql<{ at: Date }>`select min(at) as at from ${rowsOf(span)} recorded
    where lng in (${west}, ${east}) or lat in (${south}, ${north}) or height in (${low}, ${high})
    group by lng in (${west}, ${east}), lng, lat in (${south}, ${north}), lat, height in (${low}, ${high}), height
    limit 100`.execute(db);
  return rows.map(({ at }) => at.getTime() - span.from);
};

/** A long span by the points that stand for it: at most `most`, beside the ends of gaps. */
export const thinnedTrack = async (
  db: DbOrTrx,
  span: TrackSpan,
  { most, facts }: { most: number; facts: TrackFacts },
): Promise<TrackPoint[]> => {
  const { total, first, last } = facts;
  const stretches = Math.max(1, Math.floor(most / perStretch) - 2);
  const [{ kept, gaps }, outermost] = await Promise.all([
    keptMoments(db, span, facts, stretches),
    total <= sample.rows ? [] : extremeMoments(db, span, facts),
  ]);
  const ends = gaps.slice(0, Math.floor(most / 2));
  const bounds = [first, last].flatMap((at) => (at ? [at.getTime() - span.from] : []));
  const moments = [...new Set([...kept, ...bounds, ...outermost, ...ends.flat()])].toSorted((a, b) => a - b);
  const afterGap = new Set(ends.map(([, after]) => after));
  const { rows } =
    await sql<Row>`select ${columns} from unnest(${moments.map((ms) => new Date(span.from + ms))}::timestamptz[]) moment
    join lateral (select * from ${rowsOf(span)} recorded where recorded.at = moment) found on true
    order by at`.execute(db);
  return rows.map((row) => pointOf(row, afterGap.has(row.at.getTime() - span.from)));
};
