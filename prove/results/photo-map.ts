/** Photos of a mapping flight that are laid on the map, while what draws it, the server and the store are killed. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { until } from '../../apps/server/src/testing/caller.ts';
import type { Proof } from '../proof.ts';
import { delay, type Place } from './place.ts';

const photos = 40;
const drawer = 'mosaic-process';
const home = { lng: 113.95, lat: 22.54 };
/** From one photo to the next, degrees: some 22 m. */
const step = 0.0002;

const factsAt = (place: { lng: number; lat: number }) => ({
  ...place,
  lens: 'wide',
  focalLength: 24,
  heading: 0,
  gimbal: { yaw: 0, pitch: -90, roll: 0 },
  aircraft: { yaw: 0, pitch: 0, roll: 0 },
  heights: { ellipsoid: 130, altitude: null, relative: 100 },
  fix: 'fixed',
  make: 'DJI',
  model: 'M3TD',
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
});

/** A flight in the air whose photos have been read. @returns its oid */
const photographed = async ({ db, store, groupOID }: Place): Promise<string> => {
  const [dock, task, route, flight] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const rowOf = (columns: string, from: string) =>
    `insert into ${columns} select ${from} from member where account = 'admin'`;
  await db.query(
    rowOf(
      'dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)',
      `'${dock}', group_root, group_oid, 'Dock', '${dock}', '3-2-0', 'DJI', ''`,
    ),
  );
  await db.query(
    rowOf(
      'task (oid, group_root, group_oid, name, type, created_by)',
      `'${task}', group_root, group_oid, 'Photo map', 'manual', oid`,
    ),
  );
  await db.query(
    rowOf(
      `route (oid, group_root, group_oid, name, type, creation_method, object_key, checksum, waypoint_count, length,
        duration, speed, height_mode, max_height, take_off_security_height, finish_action, warnings, waypoints, created_by)`,
      `'${route}', group_root, group_oid, 'Route', 'regionalMapping', 'DJI', '${route}', 'x', 3, 1000, 120, 10, 'relative',
        80, 20, 'goHome', '[]', '[]', oid`,
    ),
  );
  await db.query(
    rowOf(
      `flight (oid, group_root, group_oid, task_oid, route_oid, dock_oid, state, route_checksum, waypoint_count,
        return_altitude, lost_action, clarity, executor_oid, created_at)`,
      `'${flight}', group_root, group_oid, '${task}', '${route}', '${dock}', 'inFlight', 'x', 3, 100, 'return', 'hd', oid,
        now()`,
    ),
  );
  for (let at = 0; at < photos; at += 1) {
    const oid = randomUUID();
    const place = { lng: home.lng + (at % 8) * step, lat: home.lat + Math.floor(at / 8) * step };
    const small = { create: { width: 400, height: 300, channels: 3, background: '#2f6f6a' } } as const;
    const key = `thumbnail/${groupOID}/${oid}.jpg`;
    store(key, await sharp(small).jpeg().toBuffer());
    await db.query(
      `insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, metadata,
          reading_state, thumbnail_key, facts, lng, lat, relative_altitude, width, height, shot_at)
        select $1, group_root, group_oid, oid, $2, $3, 'ONE.JPG', 'photo', 7, '{}', 'done', $4, $5, $6, $7, 100, 4000, 3000,
          now() from dock where oid = $8`,
      [oid, flight, `none/${oid}`, key, JSON.stringify(factsAt(place)), place.lng, place.lat, dock],
    );
  }
  return flight;
};

interface MapRow {
  key: string | null;
  size: string | null;
  placed: number;
  working: boolean;
  failure: string | null;
}

const mapRow = async ({ db }: Place, flight: string): Promise<MapRow | undefined> =>
  (
    await db.query<MapRow>(
      `select layer.object_key as key, layer.size, mosaic.failure, mosaic.until > now() as working,
          (select count(*)::int from layer_mosaic_photo laid
            where laid.flight_oid = mosaic.flight_oid and laid.fault is null) as placed
        from layer_mosaic mosaic left join layer on layer.oid = mosaic.layer_oid where mosaic.flight_oid = $1`,
      [flight],
    )
  ).rows[0];

/** Each photo lies on the one map of its flight, once, whatever is killed meanwhile. */
export async function photosAreLaid({ promise }: Proof, place: Place): Promise<void> {
  const began = performance.now();
  const flight = await photographed(place);
  const killed: string[] = [];
  const atWork = async (): Promise<void> => {
    const isDrawing = async () =>
      ((await mapRow(place, flight))?.working ?? false) && (await place.works(drawer));
    await until('photos are drawn', isDrawing, Boolean, 90_000, 20);
    await delay(50);
  };
  await atWork();
  if (await place.killWorker(drawer)) killed.push('worker');
  await atWork();
  if (((await mapRow(place, flight))?.placed ?? 0) < photos) killed.push('server');
  await place.killServer();
  // The claim of a server that was killed ends after two minutes; they are not waited for here.
  await place.db.query('update layer_mosaic set until = now() where flight_oid = $1', [flight]);
  await atWork();
  if (((await mapRow(place, flight))?.placed ?? 0) < photos) killed.push('store');
  await place.killStore(2_000);
  const row = await until(
    'all photos are laid',
    () => mapRow(place, flight),
    (now) => now?.placed === photos || (now?.failure ?? null) !== null,
    240_000,
    300,
  );
  const pack = row?.key ? place.stored(row.key) : null;
  const { rows: tiles } = await place.db.query<{ start: number; length: number }>(
    `select start::float8 as start, length::float8 as length from layer_file file
      join layer_mosaic mosaic on mosaic.layer_oid = file.layer_oid where mosaic.flight_oid = $1`,
    [flight],
  );
  let whole = 0;
  for (const { start, length } of tiles) {
    const tile = pack?.subarray(start, start + length) ?? Buffer.alloc(0);
    // Decoded to its last row: a head alone says nothing of what follows.
    const isWhole = await sharp(tile, { failOn: 'error' })
      .raw()
      .toBuffer()
      .then(() => true)
      .catch(() => false);
    if (isWhole) whole += 1;
  }
  promise(
    row?.placed === photos && killed.length === 3 && pack?.length === Number(row.size),
    `photo map: ${photos} photos are laid once after kills of ${killed.join(', ')}`,
    row?.failure ?? `${row?.placed} laid, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  promise(
    whole === tiles.length && whole > 10,
    'photo map: each of its tiles is whole in the store',
    `${whole} of ${tiles.length}`,
  );
  const { rows } = await place.db.query('select oid from layer where name like $1', ['Photo map%']);
  promise(rows.length === 1, 'photo map: one layer came of it', `${rows.length}`);
}
