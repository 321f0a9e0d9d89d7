import { flightCalls, type SightingRecord } from '@eyrie/domain';
import type { Bounds } from '@eyrie/geometry';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { lockDefects, type DefectRow } from './defect.store.ts';

export const defectSeen = async (db: DbOrTrx, scope: Scope, oid: string) =>
  db
    .selectFrom('defect')
    .innerJoin('department', 'department.oid', 'defect.group_oid')
    .selectAll('defect')
    .select('department.name as group_name')
    .where('defect.oid', '=', oid)
    .where(inScope('defect.group_oid', scope))
    .executeTakeFirst();

const shown = (where: RawBuilder<unknown>, most: number) => sql<
  Omit<SightingRecord, 'url' | 'seenAt' | 'box' | 'picture'> & {
    seenAt: Date;
    x: number;
    y: number;
    width: number;
    height: number;
    pictureWidth: number;
    pictureHeight: number;
  }
>`select sighting.outcome_oid as "outcomeOID", outcome.detection_oid as "detectionOID", sighting.media_oid as "mediaOID",
    media.name, sighting.seen_at as "seenAt", sighting.class, outcome.verdict, outcome.x, outcome.y, outcome.width,
    outcome.height, outcome.picture_width as "pictureWidth", outcome.picture_height as "pictureHeight",
    sighting.lng, sighting.lat, sighting.radius, sighting.hand is not null as "byHand"
  from defect_sighting sighting join detection_outcome outcome on outcome.oid = sighting.outcome_oid
    join media on media.oid = sighting.media_oid
  where media.deleted_at is null and ${where}
  order by sighting.seen_at desc, sighting.outcome_oid limit ${most}`;

/** Sightings as people see them, the last ones first. */
const shownSightings = async (
  db: DbOrTrx,
  scope: Scope,
  where: RawBuilder<unknown>,
  most: number,
): Promise<SightingRecord[]> => {
  const { rows } = await shown(sql`${inScope('sighting.group_oid', scope)} and ${where}`, most).execute(db);
  return rows.map(({ seenAt, x, y, width, height, pictureWidth, pictureHeight, ...row }) => ({
    ...row,
    url: flightCalls.preview.path.replace('{id}', row.mediaOID),
    seenAt: seenAt.getTime(),
    box: { x, y, width, height },
    picture: { width: pictureWidth, height: pictureHeight },
  }));
};

export const sightingsShown = (
  db: DbOrTrx,
  scope: Scope,
  defectOID: string,
  most: number,
): Promise<SightingRecord[]> =>
  shownSightings(db, scope, sql`sighting.defect_oid = ${defectOID}::uuid`, most);

/** Sightings before a finding on other photos: those of its defect, and those named. */
export const earlierShown = (
  db: DbOrTrx,
  scope: Scope,
  {
    mediaOID,
    seenAt,
    defectOID,
    near,
  }: { mediaOID: string; seenAt: Date; defectOID: string | null; near: string[] },
  most: number,
): Promise<SightingRecord[]> =>
  shownSightings(
    db,
    scope,
    sql`sighting.seen_at < ${seenAt} and sighting.media_oid <> ${mediaOID}::uuid
      and (sighting.defect_oid = ${defectOID}::uuid or sighting.outcome_oid = any(${near}::uuid[]))`,
    most,
  );

/** Orders of a defect, the last one first. */
export const ordersOfDefect = async (db: DbOrTrx, oid: string) => {
  const { rows } = await sql<{ oid: string; name: string; isOpen: boolean }>`
    select work_order.oid, work_order.name, work_order.state not in ('done', 'ignored') as "isOpen"
    from work_order join defect_sighting on defect_sighting.outcome_oid = work_order.outcome_oid
    where defect_sighting.defect_oid = ${oid}::uuid order by work_order.created_at desc, work_order.oid`.execute(
    db,
  );
  return rows;
};

/** Defects of a class in a box. */
export const defectsIn = async (
  db: DbOrTrx,
  { group_oid, class: name, oid }: Pick<DefectRow, 'group_oid' | 'class' | 'oid'>,
  box: Bounds,
): Promise<DefectRow[]> => {
  const { rows } = await sql<DefectRow>`select * from defect
    where group_oid = ${group_oid}::uuid and class = ${name} and oid <> ${oid}::uuid
      and lat between ${box.south} and ${box.north} and lng between ${box.west} and ${box.east}
      and exists (select from defect_sighting where defect_oid = defect.oid) limit 500`.execute(db);
  return rows;
};

/** The open order of each defect to which some findings belong. */
export const openOrdersOf = async (
  db: DbOrTrx,
  outcomeOIDs: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ outcome: string; order: string }>`
    select distinct on (own.outcome_oid) own.outcome_oid as outcome, work_order.oid as order
    from defect_sighting own join defect_sighting other on other.defect_oid = own.defect_oid
      join work_order made on made.outcome_oid = other.outcome_oid
      join work_order on work_order.oid = coalesce(case when made.state = 'ignored' then made.merged_into end, made.oid)
    where own.outcome_oid = any(${[...outcomeOIDs]}::uuid[]) and work_order.state not in ('done', 'ignored')
    order by own.outcome_oid, work_order.outcome_oid = own.outcome_oid desc, work_order.created_at, work_order.oid`.execute(
    db,
  );
  return new Map(rows.map(({ outcome, order }) => [outcome, order]));
};

export const defectOfFinding = async (db: DbOrTrx, outcomeOID: string): Promise<string | null> =>
  (
    await db
      .selectFrom('defect_sighting')
      .select('defect_oid')
      .where('outcome_oid', '=', outcomeOID)
      .executeTakeFirst()
  )?.defect_oid ?? null;

/** Until the transaction ends nobody else changes the defects to which some findings may belong, nor makes orders of them. */
export const lockDefectsOf = async (trx: DbOrTrx, outcomeOIDs: readonly string[]): Promise<void> => {
  const rows = await trx
    .selectFrom('detection_outcome')
    .select('group_oid')
    .distinct()
    .where('oid', 'in', [...outcomeOIDs])
    .orderBy('group_oid')
    .execute();
  for (const { group_oid: groupOID } of rows) await lockDefects(trx, groupOID);
};
