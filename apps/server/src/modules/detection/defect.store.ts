import { limits, type PhotoFacts, type Sighting } from '@eyrie/domain';
import type { Bounds, Place } from '@eyrie/geometry';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { Database } from '../../platform/postgres/schema.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';

/** A finding with what its photo says of its view. */
export interface LookedAt {
  oid: string;
  groupRoot: string;
  groupOID: string;
  mediaOID: string;
  class: string;
  x: number;
  y: number;
  width: number;
  height: number;
  pictureWidth: number;
  pictureHeight: number;
  version: number;
  /** It counts as a sighting: somebody confirmed it. */
  isConfirmed: boolean;
  seenAt: Date;
  facts: PhotoFacts | null;
  takeOffLng: number | null;
  takeOffLat: number | null;
}

/** @param also more columns of a finding */
export const lookedAt = (
  where: RawBuilder<unknown>,
  also: RawBuilder<unknown> = sql`null as none`,
): RawBuilder<LookedAt> => sql<LookedAt>`
  select outcome.oid, outcome.group_root as "groupRoot", outcome.group_oid as "groupOID", outcome.media_oid as "mediaOID",
    coalesce(nullif(outcome.other_text, ''), outcome.class) as class, outcome.x, outcome.y, outcome.width, outcome.height,
    outcome.picture_width as "pictureWidth", outcome.picture_height as "pictureHeight", outcome.version,
    coalesce(outcome.verdict = 'confirmed', false) as "isConfirmed",
    coalesce(media.shot_at, outcome.created_at) as "seenAt", media.facts,
    dock_snapshot.lng as "takeOffLng", dock_snapshot.lat as "takeOffLat", ${also}
  from detection_outcome outcome join media on media.oid = outcome.media_oid
    left join flight on flight.oid = media.flight_oid
    left join dock_snapshot on dock_snapshot.dock_oid = coalesce(media.dock_oid, flight.dock_oid)
  where ${where}`;

const isUnsighted = sql`outcome.sighted_version is distinct from outcome.version
  and (outcome.verdict = 'confirmed' or outcome.sighted_version is not null)`;

/** Findings that were judged since they were last looked at; those of photos that are not read yet wait. */
export const unsighted = async (db: DbOrTrx, oids?: readonly string[]): Promise<LookedAt[]> => {
  const among = oids
    ? sql`and outcome.oid = any(${[...oids]}::uuid[])`
    : sql`and media.reading_state <> 'waiting'`;
  const { rows } = await lookedAt(sql`${isUnsighted} ${among}
    order by outcome.created_at, outcome.oid limit ${limits.detection.settleAtOnce}`).execute(db);
  return rows;
};

export const findingSeen = async (db: DbOrTrx, scope: Scope, oid: string): Promise<LookedAt | null> => {
  const { rows } = await lookedAt(
    sql`outcome.oid = ${oid}::uuid and ${inScope('outcome.group_oid', scope)}`,
  ).execute(db);
  return rows[0] ?? null;
};

/** Until the transaction ends nobody else changes the defects of a department. */
export const lockDefects = async (trx: DbOrTrx, groupOID: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`defects ${groupOID}`}, 0))`.execute(trx);
};

/** Marks findings as taken in; those that somebody judged meanwhile are left out, and come again. */
export const markSighted = async (trx: DbOrTrx, rows: readonly LookedAt[]): Promise<Set<string>> => {
  const { rows: marked } = await sql<{
    oid: string;
  }>`update detection_outcome outcome set sighted_version = came.version
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ oid, version }) => ({ oid, version })))}::jsonb)
      as came (oid uuid, version integer)
    where outcome.oid = came.oid and outcome.version = came.version returning outcome.oid`.execute(trx);
  return new Set(marked.map(({ oid }) => oid));
};

/** A sighting as it is stored. */
export interface StoredSighting extends Sighting {
  defectOID: string | null;
  seenAt: Date;
}
interface SightingRow {
  oid: string;
  mediaOID: string;
  class: string;
  x: number;
  y: number;
  width: number;
  height: number;
  lng: number | null;
  lat: number | null;
  radius: number | null;
  hand: string | null;
  defectOID: string | null;
  seenAt: Date;
}
const storedOf = ({ x, y, width, height, lng, lat, radius, ...row }: SightingRow): StoredSighting => ({
  ...row,
  box: { x, y, width, height },
  place: lng === null || lat === null ? null : { lng, lat },
  radius: radius ?? 0,
});

const sightingsWhere = async (db: DbOrTrx, where: RawBuilder<unknown>): Promise<StoredSighting[]> => {
  const { rows } =
    await sql<SightingRow>`select sighting.outcome_oid as oid, sighting.media_oid as "mediaOID", sighting.class,
      outcome.x, outcome.y, outcome.width, outcome.height, sighting.lng, sighting.lat, sighting.radius, sighting.hand,
      sighting.defect_oid as "defectOID", sighting.seen_at as "seenAt"
    from defect_sighting sighting join detection_outcome outcome on outcome.oid = sighting.outcome_oid
    where ${where}`.execute(db);
  return rows.map(storedOf);
};

export const sightingsByOID = (db: DbOrTrx, oids: readonly string[]): Promise<StoredSighting[]> =>
  sightingsWhere(db, sql`sighting.outcome_oid = any(${[...oids]}::uuid[])`);
export const sightingsOfDefects = (db: DbOrTrx, oids: readonly string[]): Promise<StoredSighting[]> =>
  sightingsWhere(db, sql`sighting.defect_oid = any(${[...oids]}::uuid[])`);

/** All sightings of a class in a box, those of the same photos and marks among them wherever they lie. */
export const sightingsAround = async (
  db: DbOrTrx,
  { groupOID, class: name }: { groupOID: string; class: string },
  box: Bounds | null,
  seeds: readonly Pick<Sighting, 'oid' | 'mediaOID'>[],
): Promise<StoredSighting[]> => {
  const here = box
    ? sql`sighting.lat between ${box.south} and ${box.north} and sighting.lng between ${box.west} and ${box.east}`
    : sql`false`;
  const own = sql`sighting.group_oid = ${groupOID}::uuid and sighting.class = ${name}`;
  const photos = seeds.map(({ mediaOID }) => mediaOID);
  return sightingsWhere(
    db,
    sql`${own} and (${here} or sighting.media_oid = any(${photos}::uuid[])
      or sighting.hand in (select hand from defect_sighting sighting where ${own} and hand is not null
        and (${here} or sighting.outcome_oid = any(${seeds.map(({ oid }) => oid)}::uuid[]))))`,
  );
};

export const writeSighting = async (
  trx: DbOrTrx,
  row: LookedAt,
  place: (Place & { radius: number }) | null,
): Promise<void> => {
  const placed = { lng: place?.lng ?? null, lat: place?.lat ?? null, radius: place?.radius ?? null };
  await trx
    .insertInto('defect_sighting')
    .values({
      outcome_oid: row.oid,
      group_root: row.groupRoot,
      group_oid: row.groupOID,
      media_oid: row.mediaOID,
      class: row.class,
      ...placed,
      seen_at: row.seenAt,
    })
    .onConflict((conflict) =>
      conflict.column('outcome_oid').doUpdateSet({
        class: row.class,
        ...placed,
        seen_at: row.seenAt,
        // What a person said of it was said of another class.
        hand: sql`case when defect_sighting.class = excluded.class then defect_sighting.hand end`,
      }),
    )
    .execute();
};

export const dropSightings = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  if (oids.length > 0)
    await trx
      .deleteFrom('defect_sighting')
      .where('outcome_oid', 'in', [...oids])
      .execute();
};

export const markByHand = async (
  trx: DbOrTrx,
  marks: readonly { oid: string; hand: string | null }[],
): Promise<void> => {
  await sql`update defect_sighting set hand = came.hand
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as came (oid uuid, hand uuid)
    where outcome_oid = came.oid`.execute(trx);
};

export type DefectRow = Selectable<Database['defect']>;

/** Writes what defects are now, and which sightings are theirs. */
export const writeDefect = async (
  trx: DbOrTrx,
  row: DefectRow,
  members: readonly string[],
): Promise<void> => {
  const { oid, group_root: _root, group_oid: _group, created_at: _at, ...changed } = row;
  await trx
    .insertInto('defect')
    .values(row)
    .onConflict((conflict) => conflict.column('oid').doUpdateSet(changed))
    .execute();
  await trx
    .updateTable('defect_sighting')
    .set({ defect_oid: oid })
    .where('outcome_oid', 'in', [...members])
    .execute();
};

/** Defects of which nothing is left. */
export const dropEmpty = async (trx: DbOrTrx, oids: readonly string[]): Promise<void> => {
  await sql`delete from defect where oid = any(${[...oids]}::uuid[])
    and not exists (select from defect_sighting where defect_oid = defect.oid)`.execute(trx);
};
