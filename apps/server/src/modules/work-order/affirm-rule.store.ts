import { affirmRuleFields, limits, type DrawnGeometry } from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import {
  column,
  defineList,
  inScope,
  keyword,
  storedColumns,
  versionOfRow,
  usualSort,
  type Scope,
} from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** By which it is known whether a region is still the one that a rule was tried on. */
const areaMark = sql<string>`md5(region.geometry::text || '/' || coalesce(region.radius::text, ''))`;

/** By which it is known whether a rule is still the one that was tried: everything that it looks for. */
const ruleMark = (rule: string): RawBuilder<string> => {
  const parts = ['class', 'confidence', 'lng', 'lat', 'metres', 'region_oid'];
  return sql<string>`jsonb_build_array(${sql.join(parts.map((part) => sql.ref(`${rule}.${part}`)))})::text`;
};

export const affirmRuleList = defineList({
  table: 'affirm_rule',
  scope: 'department',
  name: 'name',
  columns: {
    oid: 'oid',
    groupOID: 'group_oid',
    groupRoot: 'group_root',
    groupName: sql<string>`(select name from department where department.oid = affirm_rule.group_oid)`,
    ...storedColumns(affirmRuleFields),
    lng: 'lng',
    lat: 'lat',
    metres: 'metres',
    regionOID: 'region_oid',
    regionName: sql<string | null>`(select name from region where region.oid = affirm_rule.region_oid)`,
    regionChanged: sql<boolean>`(affirm_rule.region_oid is not null and affirm_rule.tried_at is not null
      and affirm_rule.tried_area is distinct from
        (select ${areaMark} from region where region.oid = affirm_rule.region_oid))`,
    triedArea: 'tried_area',
    triedAs: 'tried_as',
    mark: ruleMark('affirm_rule'),
    triedAt: 'tried_at',
    triedCount: 'tried_count',
    triedConfirmed: 'tried_confirmed',
    triedFalse: 'tried_false',
    enabled: column<boolean>('enabled'),
    switchedBy: sql<string | null>`(select name from member where member.oid = affirm_rule.switched_by)`,
    switchedByOID: 'switched_by',
    switchedAt: 'switched_at',
    createdByOID: 'created_by',
    createdAt: 'created_at',
    version: versionOfRow('affirm_rule'),
  },
  filters: { keyword: keyword('affirm_rule.name', 'affirm_rule.class') },
  sort: usualSort('affirm_rule'),
  order: '-createdAt',
});

/** Area of a region: an outline with its holes, or a circle of a radius in metres. */
interface RegionArea {
  geometry: DrawnGeometry;
  radius: number | null;
}

/** What a rule looks for. */
export interface Rule {
  class: string;
  confidence: number;
  since: Date;
  lng?: number | null;
  lat?: number | null;
  metres?: number | null;
  /** Only photos taken in it; null: anywhere. */
  area?: RegionArea | null;
}

const metresPerDegree = 111_195;
/** Photos taken so many metres around a place. */
const takenAround = ({ lng, lat, metres }: Rule): RawBuilder<boolean> =>
  typeof lng === 'number' && typeof lat === 'number' && typeof metres === 'number'
    ? sql<boolean>`exists (select from media where media.oid = detection_outcome.media_oid
        and ((media.lat - ${lat}::float8) * ${metresPerDegree}) ^ 2 + ((media.lng - ${lng}::float8)
          * ${metresPerDegree * Math.cos((lat * Math.PI) / 180)}::float8) ^ 2 <= ${metres}::float8 ^ 2)`
    : sql<boolean>`true`;

const ringText = (ring: readonly (readonly number[])[]): string =>
  `(${ring.map(([lng = 0, lat = 0]) => `(${lng},${lat})`).join(',')})`;

export const hasArea = ({ geometry, radius }: RegionArea): boolean =>
  geometry.type === 'Polygon' || (geometry.type === 'Point' && radius !== null);

/** Photos taken in a region. Its outline may lie beyond 180 degrees. */
const takenIn = (rule: Rule): RawBuilder<boolean> => {
  if (!rule.area) return sql<boolean>`true`;
  const { geometry, radius } = rule.area;
  if (geometry.type === 'Point') {
    const [lng, lat] = geometry.coordinates;
    return radius === null ? sql<boolean>`false` : takenAround({ ...rule, lng, lat, metres: radius });
  }
  const [outer, ...holes] = geometry.type === 'Polygon' ? geometry.coordinates : [];
  if (!outer) return sql<boolean>`false`;
  const place = sql`point(media.lng + turn, media.lat)`;
  const outside = holes.map((hole) => sql`and not ${ringText(hole)}::polygon @> ${place}`);
  return sql<boolean>`exists (select from media, unnest(array[0, 360, -360]) turn
    where media.oid = detection_outcome.media_oid
      and ${ringText(outer)}::polygon @> ${place} ${sql.join(outside, sql` `)})`;
};

/** A region that somebody sees, with the mark of its area. */
export const regionForRule = (db: DbOrTrx, scope: Scope, oid: string) =>
  db
    .selectFrom('region')
    .select(['geometry', 'radius', areaMark.as('mark')])
    .where('oid', '=', oid)
    .where(inScope('region.group_oid', scope))
    .executeTakeFirst();

/** Findings that fit a rule. */
export const ofRule = (db: DbOrTrx, scope: Scope, rule: Rule) =>
  db
    .selectFrom('detection_outcome')
    .where('class', '=', rule.class)
    .where('confidence', '>=', rule.confidence)
    .where('created_at', '>=', rule.since)
    .where(takenAround(rule))
    .where(takenIn(rule))
    .where(inScope('detection_outcome.group_oid', scope));

export interface RuleInForce extends Rule, Scope {
  oid: string;
  name: string;
  memberOID: string;
}

/**
 * Rules that decide: in the name of somebody who is still there and still may.
 * @param oid only this one, which nobody changes or switches off until the transaction ends
 */
export const rulesInForce = async (db: DbOrTrx, oid?: string): Promise<RuleInForce[]> => {
  const only = oid === undefined ? sql`` : sql`and rule.oid = ${oid}::uuid`;
  const held = oid === undefined ? sql`` : sql`for share of rule`;
  const { rows } = await sql<RuleInForce>`
    select rule.oid, rule.name, rule.class, rule.confidence, rule.lng, rule.lat, rule.metres, rule.switched_at as since,
      case when region.oid is not null
        then jsonb_build_object('geometry', region.geometry, 'radius', region.radius) end as area,
      rule.group_root as "groupRoot", rule.group_oid as "groupOID", rule.switched_by as "memberOID"
    from affirm_rule rule join member on member.oid = rule.switched_by
      left join region on region.oid = rule.region_oid and region.group_root = rule.group_root
    where rule.enabled and member.enabled and member.deleted_at is null
      and exists (select from member_role join role_resource using (role_oid)
        where member_role.member_oid = member.oid and role_resource.resource = 'work-order:assign')
      and (rule.region_oid is null or rule.tried_area = ${areaMark})
      and rule.tried_as = ${ruleMark('rule')}
      ${only}
    order by rule.created_at, rule.oid ${held}`.execute(db);
  return rows;
};

/** What a rule finds and nobody judged, and nobody has open to judge it. */
export const foundByRule = (trx: DbOrTrx, rule: RuleInForce, now: Date) =>
  ofRule(trx, rule, rule)
    .select(['oid', 'detection_oid as detectionOID', 'version'])
    .where('verdict', 'is', null)
    .where(sql<boolean>`(class <> 'other' or other_text <> '')`)
    .where(
      sql<boolean>`not exists (select from detection_lock held where held.detection_oid = detection_outcome.detection_oid
        and held.media_oid = detection_outcome.media_oid and held.until > ${now})`,
    )
    .orderBy('created_at')
    .orderBy('oid')
    .limit(limits.workOrder.atOnce)
    .execute();
