import {
  flightCalls,
  limits,
  type Box,
  type ComparedPicture,
  type PhotoFacts,
  type PictureSize,
} from '@eyrie/domain';
import { sql, type RawBuilder } from 'kysely';
import { inScope, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { ofOrder } from './fly-again.store.ts';

interface PictureRow {
  oid: string;
  name: string;
  at: Date;
  flight_oid: string | null;
  lng: number | null;
  lat: number | null;
  relative_altitude: number | null;
  facts: PhotoFacts | null;
}
const columns = sql`media.oid, media.name, coalesce(media.shot_at, media.created_at) as at, media.flight_oid, media.lng,
  media.lat, media.relative_altitude, media.facts`;

const shown = ({ facts, ...row }: PictureRow): ComparedPicture => ({
  mediaOID: row.oid,
  name: row.name,
  url: flightCalls.preview.path.replace('{id}', row.oid),
  at: row.at.getTime(),
  flightOID: row.flight_oid,
  pose: {
    lng: facts?.lng ?? row.lng,
    lat: facts?.lat ?? row.lat,
    height: facts?.heights.relative ?? row.relative_altitude,
    heading: facts?.heading ?? null,
    pitch: facts?.gimbal.pitch ?? null,
    focalLength: facts?.focalLength ?? null,
    lens: facts?.lens ?? null,
  },
});

/** Photos that the caller sees, or that stand with an order that the caller sees. */
const seenBy = (scopes: readonly Scope[]): RawBuilder<unknown> =>
  sql`media.kind = 'photo' and media.deleted_at is null
    and (${sql.join(
      scopes.map((scope) => inScope('media.group_oid', scope)),
      sql` or `,
    )})`;

export interface ComparedOrder {
  oid: string;
  outcomeOID: string | null;
  mediaOID: string | null;
}

export const pictureBefore = async (
  db: DbOrTrx,
  scopes: readonly Scope[],
  { mediaOID }: Pick<ComparedOrder, 'mediaOID'>,
): Promise<ComparedPicture | null> => {
  if (mediaOID === null) return null;
  const { rows } = await sql<PictureRow>`select ${columns} from media
    where oid = ${mediaOID}::uuid and ${seenBy(scopes)}`.execute(db);
  return rows[0] ? shown(rows[0]) : null;
};

/** Later pictures of the view of an order: of flights to it, and of its log; the last one first. */
export const picturesAfter = async (
  db: DbOrTrx,
  scopes: readonly Scope[],
  order: ComparedOrder,
  since: number,
): Promise<ComparedPicture[]> => {
  const { rows } = await sql<PictureRow>`select ${columns} from media
    where (media.flight_oid in (
        select flight.oid from flight_again join flight on flight.route_oid = flight_again.route_oid where ${ofOrder(order)})
      or media.oid in (
        select unnest(media_oids) from work_order_move where order_oid = ${order.oid}::uuid))
      and media.oid is distinct from ${order.mediaOID}::uuid
      and coalesce(media.shot_at, media.created_at) > ${new Date(since)} and ${seenBy(scopes)}
    order by 3 desc, media.oid limit ${limits.workOrder.comparedMost}`.execute(db);
  return rows.map(shown);
};

/** A picture that is to prove something. */
export const proofPicture = async (
  db: DbOrTrx,
  scopes: readonly Scope[],
  oid: string,
): Promise<ComparedPicture | null> => pictureBefore(db, scopes, { mediaOID: oid });

export const boxOfFinding = async (
  db: DbOrTrx,
  outcomeOID: string,
): Promise<{ box: Box; picture: PictureSize } | null> => {
  const row = await db
    .selectFrom('detection_outcome')
    .select(['x', 'y', 'width', 'height', 'picture_width', 'picture_height'])
    .where('oid', '=', outcomeOID)
    .executeTakeFirst();
  if (!row) return null;
  const { picture_width: width, picture_height: height, ...box } = row;
  return { box, picture: { width, height } };
};
