/** The database of a product under test: what a story cannot wait for is put into the past there. */
import { sql, type RawBuilder } from 'kysely';
import type { PhotoFacts } from '../../packages/domain/src/index.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { createDiskObjects } from '../../apps/server/src/platform/objects/index.ts';
import { connectDatabase, startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import type { Product } from './product.ts';

async function change({ dataDir, databaseUrl }: Product, statement: RawBuilder<unknown>): Promise<void> {
  const log = createLog({ level: 'warn' });
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, log }) : null;
  const url = databaseUrl ?? embedded?.url ?? '';
  const database = connectDatabase({ url, log, poolSize: 1, name: 'eyrie-story' });
  try {
    await statement.execute(database.kysely);
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

/** Ends the life of the binding code of a dock, as a day would. */
export const expireCode = (product: Product, dockOID: string): Promise<void> =>
  change(product, sql`update binding_code set expires_at = to_timestamp(0) where dock_oid = ${dockOID}`);

/** Notes a photo of a dock, as its callback would; its bytes are put where the product keeps files. */
export async function bringPhoto(
  product: Product,
  dockOID: string,
  {
    name,
    bytes,
    lng,
    lat,
    daysAgo = 0,
  }: { name: string; bytes: Buffer; lng: number; lat: number; daysAgo?: number },
): Promise<void> {
  const key = `media/${dockOID}/${name}`;
  const clock = { wall: () => Date.now(), mono: () => performance.now() };
  const objects = await createDiskObjects({ dataDir: product.dataDir, clock, publicUrl: () => '' });
  await objects.put(key, bytes, { contentType: 'image/jpeg' });
  await change(
    product,
    sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, lng, lat, shot_at)
      select gen_random_uuid(), group_root, group_oid, oid, ${key}, ${name}, 'photo', ${bytes.length}, ${lng}, ${lat},
        now() - make_interval(days => ${daysAgo}::int)
      from dock where oid = ${dockOID}`,
  );
}

/** A flight by hand of a dock that is over, with photos of these bytes. */
export async function addPhotographedFlight(
  product: Product,
  dockOID: string,
  photos: readonly Buffer[],
): Promise<void> {
  const clock = { wall: () => Date.now(), mono: () => performance.now() };
  const objects = await createDiskObjects({ dataDir: product.dataDir, clock, publicUrl: () => '' });
  const keys = photos.map((_, at) => `media/${dockOID}/flown-${at}.JPG`);
  for (const [at, key] of keys.entries())
    await objects.put(key, photos[at] ?? Buffer.alloc(0), { contentType: 'image/jpeg' });
  await change(
    product,
    sql`with flown as (
        insert into flight (oid, group_root, group_oid, take_off_to, dock_oid, state, outcome, route_checksum, waypoint_count,
          return_altitude, lost_action, clarity, executor_oid, created_at, start_time, end_time)
        select gen_random_uuid(), dock.group_root, dock.group_oid, '{}', dock.oid, 'over', 'done', '', 0, 100, 'return', 'hd',
          member.oid, now(), now() - interval '10 minutes', now()
        from dock join member on member.group_root = dock.group_root and member.account = 'admin'
        where dock.oid = ${dockOID} returning *)
      insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, shot_at)
      select gen_random_uuid(), flown.group_root, flown.group_oid, flown.dock_oid, flown.oid, photo.key,
        'DJI_' || photo.place || '.JPG', 'photo', photo.size, now() + make_interval(secs => photo.place::int)
      from flown, unnest(${keys}::text[], ${photos.map(({ length }) => length)}::int[])
        with ordinality as photo (key, size, place)`,
  );
}

/** Stores a film of the newest flight of a dock, begun so many ms after its start, as the aircraft does. */
export async function bringFilm(
  product: Product,
  dockOID: string,
  { name, bytes, after }: { name: string; bytes: Buffer; after: number },
): Promise<void> {
  const key = `media/${dockOID}/${name}`;
  const clock = { wall: () => Date.now(), mono: () => performance.now() };
  const objects = await createDiskObjects({ dataDir: product.dataDir, clock, publicUrl: () => '' });
  await objects.put(key, bytes, { contentType: 'video/mp4' });
  await change(
    product,
    sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, shot_at)
      select gen_random_uuid(), group_root, group_oid, dock_oid, oid, ${key}, ${name}, 'video', ${bytes.length},
        start_time + make_interval(secs => ${after / 1_000}::float8)
      from flight where dock_oid = ${dockOID} order by start_time desc limit 1`,
  );
}

/** Lets the target of an order be over for so many hours, as if it had stood for longer. */
export const makeLate = (product: Product, orderOID: string, hours: number): Promise<void> =>
  change(
    product,
    sql`update work_order set due_at = now() - make_interval(hours => ${hours}::int),
      due_twice_at = now() + interval '1 day' where oid = ${orderOID}::uuid and due_at is not null`,
  );

/** Brings the next run of a task near: it is due in so many ms. */
export const bringNear = (product: Product, taskName: string, ms: number): Promise<void> =>
  change(
    product,
    sql`update task_occurrence set due_at = ${new Date(Date.now() + ms)} where state = 'planned'
      and task_oid in (select oid from task where name = ${taskName})`,
  );

/** Flights of a dock that are over: two on each of so many days that are past. */
export const addFlown = (product: Product, dockOID: string, routeOID: string, days: number): Promise<void> =>
  change(
    product,
    sql`with made as (
        insert into task (oid, group_root, group_oid, name, type, created_by)
        select gen_random_uuid(), group_root, group_oid, '巡检', 'manual', (select created_by from route where oid = ${routeOID})
        from dock where oid = ${dockOID} returning *)
      insert into flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, outcome, route_checksum,
        waypoint_count, return_altitude, lost_action, clarity, executor_oid, created_at, start_time, end_time, duration,
        distance)
      select gen_random_uuid(), made.group_root, made.group_oid, made.oid, ${routeOID}::uuid, ${dockOID}::uuid, 'over',
        case when n % 5 = 0 then 'failed' else 'done' end, 'x', 3, 100, 'return', 'hd', made.created_by, at, at,
        at + interval '10 minutes', 600, 3000
      from made, generate_series(0, ${2 * days - 1}::int) n, lateral (select now() - n * interval '12 hours' as at) moment`,
  );

/** A photo that a dock took at a place on a flight along the last version of a route; its bytes are for the story to give. */
export const addRoutePhoto = (
  product: Product,
  { dockOID, routeOID }: { dockOID: string; routeOID: string },
  { name, lng, lat }: { name: string; lng: number; lat: number },
): Promise<void> =>
  change(
    product,
    sql`with made as (
        insert into task (oid, group_root, group_oid, name, type, created_by)
        select gen_random_uuid(), dock.group_root, dock.group_oid, ${name}, 'manual', route.created_by
        from dock, route where dock.oid = ${dockOID} and route.oid = ${routeOID} returning *),
      flown as (
        insert into flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, outcome, route_checksum,
          waypoint_count, return_altitude, lost_action, clarity, executor_oid, created_at, start_time, end_time)
        select gen_random_uuid(), made.group_root, made.group_oid, made.oid, route.oid, ${dockOID}::uuid, 'over', 'done',
          route.checksum, route.waypoint_count, 100, 'return', 'hd', made.created_by, now(), now() - interval '10 minutes', now()
        from made, route where route.oid = ${routeOID} returning *)
      insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, lng, lat, shot_at)
      select gen_random_uuid(), group_root, group_oid, dock_oid, oid, 'media/' || oid || '/' || ${name}::text, ${name}, 'photo', 1,
        ${lng}::float8, ${lat}::float8, now()
      from flown`,
  );

/** A photo of an organisation that no dock has to fly for. Its bytes are for the story to give. */
export const addPhoto = (product: Product, account: string, oid: string): Promise<void> =>
  change(
    product,
    sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, lng, lat, shot_at)
      select ${oid}::uuid, group_root, group_oid, ${oid}, 'DJI_0001.JPG', 'photo', 1, 113.9, 22.5, now()
      from member where account = ${account}`,
  );

/**
 * A photo that a dock flew for, with what it says of its view, and that dock with its aircraft (Matrice 3TD) where it stands: made in
 * one statement and with the values of its last message, from which a gateway that takes it up writes its place anew.
 */
export const addSeenPhoto = (
  product: Product,
  dock: { oid: string; name: string; lng: number; lat: number; height: number },
  oid: string,
  facts: PhotoFacts,
): Promise<void> =>
  change(
    product,
    sql`with standing as (
        insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash, proved_at)
        select ${dock.oid}::uuid, group_root, group_oid, ${dock.name}, ${dock.oid}, '3-2-0', 'DJI', '', now()
        from member where account = 'admin' returning oid, group_root, group_oid),
      placed as (
        insert into dock_snapshot (dock_oid, online, lng, lat, height, last_seen_at, dock_values)
        select oid, false, ${dock.lng}::float8, ${dock.lat}::float8, ${dock.height}::float8, now(),
          ${JSON.stringify({ longitude: dock.lng, latitude: dock.lat, height: dock.height })}::jsonb from standing),
      carried as (
        insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
        select gen_random_uuid(), group_root, group_oid, '无人机', ${oid}, '0-91-1', oid from standing),
      measured as (
        insert into dock_history (dock_oid, at, payload)
        select oid, now() - interval '2 minutes', '{"wind": 4.2, "rainfall": "light", "envTemp": 21.5, "humidity": 63}'
        from standing)
      insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, lng, lat, shot_at, facts,
        reading_state)
      select ${oid}::uuid, group_root, group_oid, oid, ${oid}, 'DJI_0001.JPG', 'photo', 1, ${facts.lng}::float8,
        ${facts.lat}::float8, now() - interval '1 minute', ${JSON.stringify(facts)}::jsonb, 'done' from standing`,
  );

/**
 * Telemetry of every flight of a dock, along its route: a row each second for ten minutes, and a minute in the middle
 * without any.
 */
export const addRecorded = (product: Product, dockOID: string): Promise<void> =>
  change(
    product,
    sql`with flown as (
        update flight set route_checksum = route.checksum from route
        where route.oid = flight.route_oid and flight.dock_oid = ${dockOID}::uuid
        returning flight.oid, flight.start_time, route.waypoints -> 0 as first, route.waypoints -> 1 as second)
      insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, elevation, speed_h, percent, mode_code,
        payload)
      select gen_random_uuid(), start_time + i * interval '1 second', oid,
        (first ->> 'lng')::float8 + ((second ->> 'lng')::float8 - (first ->> 'lng')::float8) * i / 600,
        (first ->> 'lat')::float8 + ((second ->> 'lat')::float8 - (first ->> 'lat')::float8) * i / 600,
        100, 60, 10, 90 - i / 20.0, case when i < 60 then 4 else 5 end, '{"wind": 3, "link": 5}'
      from flown, generate_series(0, 599) i where i not between 300 and 359`,
  );
