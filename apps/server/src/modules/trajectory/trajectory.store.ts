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

/** The recorded rows of a device with a place, whichever table keeps them. */
const rowsOf = ({ device, from, to }: TrackSpan): RawBuilder<unknown> => {
  const within = sql`at >= ${new Date(from)} and at < ${new Date(to)}`;
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
  total: number;
  kept: number[];
  gaps: number[];
}

/** Keys of an extreme: the value in steps of about a metre before the moment within the span, so that the least key names both. */
const momentBits = 2 ** 36;
const stepsOf = (column: string, perUnit: number): RawBuilder<unknown> =>
  sql`round(${sql.ref(column)} * ${sql.lit(perUnit)})::bigint * ${sql.lit(momentBits)} + ms`;

/**
 * The moments worth keeping of a long span, found in one pass of the database: it is cut into stretches of equally
 * many points, and of each the first, the last, the most westerly, easterly, southerly, northerly, lowest and highest
 * are kept, with both ends of every gap.
 */
const keptMoments = async (db: DbOrTrx, span: TrackSpan, size: number): Promise<Stretch> => {
  const extremes = (['lng', 'lat'] as const).flatMap((column) => {
    const key = stepsOf(column, 100_000);
    return [sql`min(${key})`, sql`max(${key})`];
  });
  const high = stepsOf('height', 1);
  const keys = [...extremes, sql`min(${high})`, sql`max(${high})`];
  const { rows } = await sql<{ kept: number[]; gaps: number[][] | null; total: number }>`
    with recorded as (
      select row_number() over line as place, lag(ms) over line as before, ms, lng, lat, height from (
        select (extract(epoch from at) * 1000)::bigint - ${span.from}::bigint as ms, lng, lat, height
        from ${rowsOf(span)} found) placed
      window line as (order by ms))
    select count(*)::int as total,
      array[min(ms), max(ms)] || array(select ((key % ${sql.lit(momentBits)}) + ${sql.lit(momentBits)}) % ${sql.lit(momentBits)}
        from unnest(array[${sql.join(keys)}]) key where key is not null) as kept,
      (array_agg(array[before, ms]) filter (where ms - before > ${limits.trajectory.gap}))[1:100] as gaps
    from recorded group by place / ${size}::int`.execute(db);
  return {
    total: rows.reduce((sum, row) => sum + row.total, 0),
    kept: rows.flatMap((row) => row.kept.map(Number)),
    gaps: rows.flatMap((row) => (row.gaps ?? []).flat().map(Number)),
  };
};

/** Points that stand for a stretch at most, beside gaps. */
const perStretch = 8;

export const countTrack = async (db: DbOrTrx, span: TrackSpan): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${rowsOf(span)} recorded`.execute(db);
  return rows[0]?.count ?? 0;
};

/** A long span by the points that stand for it, at most `most`. @param total of the points recorded in it */
export const thinnedTrack = async (
  db: DbOrTrx,
  span: TrackSpan,
  { most, total }: { most: number; total: number },
): Promise<TrackPoint[]> => {
  const size = Math.ceil((total * perStretch) / most);
  const { kept, gaps } = await keptMoments(db, span, size);
  const ends = gaps.slice(0, most);
  const moments = [...new Set([...kept, ...ends])].sort((a, b) => a - b);
  const afterGap = new Set(ends.filter((_, index) => index % 2 === 1));
  const { rows } =
    await sql<Row>`select ${columns} from unnest(${moments.map((ms) => new Date(span.from + ms))}::timestamptz[]) moment
    join lateral (select * from ${rowsOf(span)} recorded where recorded.at = moment) found on true
    order by at`.execute(db);
  return rows.map((row) => pointOf(row, afterGap.has(row.at.getTime() - span.from)));
};
