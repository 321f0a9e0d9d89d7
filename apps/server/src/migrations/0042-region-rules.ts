import { regionGeometry, shapeOfGeometry } from '@eyrie/domain';
import { countPlaces, shapeBounds, shapeMeasures } from '@eyrie/geometry';
import { sql, type Kysely } from 'kysely';

const statements = [
  `alter table region
    add column kind text not null default 'note',
    add column shape text not null default 'point',
    add column label text not null default '',
    -- Metres: of a circle around its point, and from edge to edge of a corridor along its line.
    add column radius double precision,
    add column width double precision,
    add column places int not null default 1,
    add column length double precision,
    add column perimeter double precision,
    add column area double precision,
    -- Its box in degrees; east lies beyond 180 where it crosses the antimeridian.
    add column west double precision not null default 0,
    add column south double precision not null default 0,
    add column east double precision not null default 0,
    add column north double precision not null default 0,
    add column floor double precision,
    add column ceiling double precision,
    add column height_reference text not null default 'ground',
    add column valid_from timestamptz,
    add column valid_until timestamptz,
    add column zone text not null default '',
    add column enabled boolean not null default true,
    add column remark text not null default ''`,
  `create index region_listed on region (group_root, created_at desc, oid)`,
  `create index region_labels on region (group_root, label) where label <> ''`,
  `create index region_rules on region (group_root, kind) where enabled and kind <> 'note'`,
  `create index region_box on region using gist (box(point(west, south), point(east, north)))`,

  // The box around the waypoints of a route, so that those near a place are found without reading all.
  `create function route_box(waypoints jsonb) returns box
   language sql immutable parallel safe as $$
     select box(point(min((one ->> 'lng')::float8), min((one ->> 'lat')::float8)),
                point(max((one ->> 'lng')::float8), max((one ->> 'lat')::float8)))
     from jsonb_array_elements(waypoints) one
   $$`,
  `create index route_where on route using gist (route_box(waypoints)) where deleted_at is null`,

  `insert into role_resource (role_oid, resource)
    select role_oid, '/ZoneManagementPage' from role_resource where resource = 'region:edit'
    union select oid, 'region:send' from role where first_key = 'administrator'
    on conflict do nothing`,
];

/** Those that were drawn before are measured once. */
async function measure(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ oid: string; geometry: unknown }>`select oid, geometry from region`.execute(
    db,
  );
  for (const { oid, geometry } of rows) {
    const read = regionGeometry.safeParse(geometry);
    if (!read.success) continue;
    const shape = shapeOfGeometry(read.data, {});
    const box = shapeBounds(shape);
    const { length, perimeter, area } = shapeMeasures(shape);
    await sql`update region set shape = ${shape.type}, places = ${countPlaces(shape)}, length = ${length},
      perimeter = ${perimeter}, area = ${area}, west = ${box?.west ?? 0}, south = ${box?.south ?? 0},
      east = ${box?.east ?? 0}, north = ${box?.north ?? 0} where oid = ${oid}::uuid`.execute(db);
  }
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await measure(db);
};
