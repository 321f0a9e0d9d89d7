import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { flightRecordCalls as calls, limits, resultLimits, type FlightReplay } from '@eyrie/domain';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createDiskObjects, type DiskObjects } from '../../platform/objects/index.ts';
import { publicKeyOf } from '../../platform/signature.ts';
import { signingKey } from '../../platform/signing-key.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { checkBundle, flightRecordEndpoints } from './index.ts';

const account = 'gamma-administrator';
const rows = 4_800;
let rooms: TestRooms;
let objects: DiskObjects;
let folder: string;
let extra: ReturnType<typeof flightRecordEndpoints>;
let flightOID: string;
let dockOID: string;
let start: number;

const call = async <T>(
  declaration: (typeof calls)['replay' | 'bundle'],
  request: object,
  by = account,
): Promise<T> =>
  (await rooms.call(declaration, request, { token: await rooms.tokenOf(by), extra })).data as T;

/** Half a second between rows, and a minute without any in the middle. */
const fly = async (): Promise<void> => {
  const drone = rooms.runtime.newOid();
  await sql`insert into drone_telemetry (drone_oid, at, flight_oid, lng, lat, height, elevation, speed_h, percent,
      mode_code, payload)
    select ${drone}::uuid, ${new Date(start)}::timestamptz + i * interval '500 ms'
        + (i / ${rows / 2}) * interval '60 s', ${flightOID}::uuid, 113.9 + i * 1e-6, 22.5, 100, 60, 10,
      90 - i * 0.01, case when i < 100 then 4 else 5 end, '{"wind": 3.5, "link": 5, "gimbal": {"pitch": -45}}'
    from generate_series(0, ${rows - 1}) i`.execute(rooms.db);
};

beforeAll(async () => {
  rooms = await createTestRooms();
  folder = await mkdtemp(join(tmpdir(), 'eyrie-flight-record-'));
  objects = await createDiskObjects({ dataDir: folder, clock: rooms.clock, publicUrl: () => '' });
  extra = flightRecordEndpoints(rooms.runtime, { audit: rooms.audit, objects });
  await rooms.seed('gamma', ['administrator', 'inspector'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  const made = createTestFlights(rooms.runtime);
  dockOID = await made.dock(account);
  const [taskOID, routeOID] = [await made.task(account), await made.route(account)];
  flightOID = await made.flight(account, { taskOID, routeOID, dockOID, state: 'over' });
  start = rooms.runtime.serverTime() - 3_600_000;
  const to = new Date(start + rows * 500 + 60_000);
  await sql`update flight set start_time = ${new Date(start)}, end_time = ${to}, outcome = 'done'
    where oid = ${flightOID}::uuid`.execute(rooms.db);
  const path = [0, 0.01].map((east) => ({
    lng: 113.9 + east,
    lat: 22.5,
    height: 60,
    heightMode: 'relative',
    speed: 10,
    actions: [],
  }));
  await sql`update route set waypoints = ${JSON.stringify(path)}::jsonb where oid = ${routeOID}::uuid`.execute(
    rooms.db,
  );
  await fly();
  const memberOID = (await rooms.member.byAccount(rooms.db, account))?.oid ?? '';
  await sql`insert into command (oid, group_root, dock_oid, flight_oid, method, idempotency_key, arguments,
      arguments_hash, issued_by, issued_at, expires_at, state)
    select ${rooms.runtime.newOid()}::uuid, group_root, dock_oid, oid, 'flightPause', 'k', '{}', '', ${memberOID}::uuid,
      ${new Date(start + 60_000)}, ${new Date(start + 90_000)}, 'succeeded'
    from flight where oid = ${flightOID}::uuid`.execute(rooms.db);
  await sql`insert into device_health (oid, group_root, group_oid, dock_oid, device, code, level, in_the_sky, first_at,
      last_at)
    select ${rooms.runtime.newOid()}::uuid, group_root, group_oid, dock_oid, 'drone', '0x16100001', 2, true,
      ${new Date(start + 120_000)}::timestamptz + interval '400 microseconds', ${new Date(start + 120_000)} from flight where oid = ${flightOID}::uuid`.execute(
    rooms.db,
  );
  const { group_root: groupRoot } = await rooms.db
    .selectFrom('flight')
    .select('group_root')
    .where('oid', '=', flightOID)
    .executeTakeFirstOrThrow();
  await rooms.audit.write(rooms.db, {
    groupRoot,
    memberOID,
    dockOID,
    action: 'lease.take',
    outcome: 'done',
    at: start + 30_000,
    detail: { control: 'flight', reason: null, from: null },
  });
  await objects.put('media/one.jpg', Buffer.from('picture'));
  await sql`insert into media (oid, group_root, group_oid, dock_oid, flight_oid, object_key, name, kind, size, reading_state,
      lng, lat, relative_altitude, shot_at, labels)
    select ${rooms.runtime.newOid()}::uuid, group_root, group_oid, dock_oid, oid, 'media/one.jpg', '../一.jpg', 'photo',
      7, 'done', 113.95, 22.54, 80, ${new Date(start + 90_500)}, array['mast'] from flight where oid = ${flightOID}::uuid`.execute(
    rooms.db,
  );
});
afterAll(async () => {
  await rooms?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the bundle of a flight', () => {
  let bytes: Buffer;
  let files: Record<string, Uint8Array>;
  let key: string;
  let place = 0;
  const check = async (zip: Uint8Array, by = key) => {
    const path = join(folder, `${(place += 1)}.zip`);
    await writeFile(path, zip);
    return checkBundle(path, by);
  };
  const again = (change: (own: Record<string, Uint8Array>) => void): Uint8Array => {
    const own = { ...files };
    change(own);
    return zipSync(own);
  };
  const lines = (name: string): Record<string, unknown>[] =>
    strFromU8(files[name] ?? new Uint8Array())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    const answer = await call<BytesAnswer>(calls.bundle, { oid: flightOID });
    bytes = await buffer(answer.body as Readable);
    files = unzipSync(bytes);
    key = publicKeyOf(await signingKey(rooms.db));
  });

  it('holds every row, order, alarm, change of control and file', () => {
    expect(Object.keys(files)).toEqual([
      'flight.json',
      'telemetry.jsonl',
      'telemetry.csv',
      'deviation.csv',
      'track.geojson',
      'plan.geojson',
      'commands.jsonl',
      'alarms.jsonl',
      'control.jsonl',
      'media.jsonl',
      'media.geojson',
      'media.csv',
      'media.stac.json',
      'media/__一.jpg',
      'proof.json',
    ]);
    const telemetry = lines('telemetry.jsonl');
    expect(telemetry).toHaveLength(rows);
    expect(telemetry[0]).toMatchObject({ at: new Date(start).toISOString(), wind: 3.5, link: 5 });
    expect(
      strFromU8(files['telemetry.csv'] ?? new Uint8Array())
        .trim()
        .split('\r\n'),
    ).toHaveLength(rows + 1);
    const [head, ...compared] = strFromU8(files['deviation.csv'] ?? new Uint8Array())
      .trim()
      .split('\r\n');
    expect(head).toContain('at,along,cross,height,late');
    expect(compared.length).toBeGreaterThan(100);
    // Along the line and at its height.
    expect(compared[10]).toMatch(/^[^,]+,[\d.]+,-?0,0,/);
    expect(lines('commands.jsonl')).toMatchObject([{ method: 'flightPause', by: 'gamma administrator' }]);
    expect(lines('alarms.jsonl')).toMatchObject([{ code: '0x16100001', level: 2 }]);
    expect(lines('control.jsonl')).toMatchObject([{ action: 'lease.take', control: 'flight' }]);
    expect(lines('media.jsonl')).toMatchObject([{ name: '../一.jpg', included: true }]);
    const track = JSON.parse(strFromU8(files['track.geojson'] ?? new Uint8Array())) as {
      geometry: { coordinates: unknown[][] };
    };
    // The minute without rows is no line.
    expect(track.geometry.coordinates.map((line) => line.length)).toEqual([rows / 2, rows / 2]);
    expect(lines('plan.geojson')).toMatchObject([{ state: 'flown', features: [{}] }]);
  });

  it('says of its files where and when they were taken, for other programs, by the names they have in it', () => {
    const read = (name: string) =>
      JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as { type: string; features: object[] };
    expect(read('media.geojson')).toMatchObject({
      type: 'FeatureCollection',
      features: [
        {
          geometry: { type: 'Point', coordinates: [113.95, 22.54] },
          properties: {
            name: '__一.jpg',
            flight: flightOID,
            task: '任务',
            relativeAltitude: 80,
            labels: ['mast'],
          },
        },
      ],
    });
    const [head, row] = strFromU8(files['media.csv'] ?? new Uint8Array()).split('\r\n');
    expect(head).toContain('oid,lng,lat,name');
    expect(row).toContain(',113.95,22.54,__一.jpg,photo,');
    const { features } = read('media.stac.json');
    const [item] = features as [{ assets: { data: { href: string } } }];
    expect(item).toMatchObject({
      stac_version: '1.0.0',
      properties: { datetime: new Date(start + 90_500).toISOString() },
      bbox: [113.95, 22.54, 113.95, 22.54],
    });
    // Whoever follows it finds the file.
    expect(files[decodeURIComponent(item.assets.data.href)]).toEqual(strToU8('picture'));
  });

  it('is what was signed, also when it was packed again', async () => {
    expect(await check(bytes)).toMatchObject({ fault: null, manifest: { oid: flightOID, name: '任务' } });
    expect(await check(again(() => undefined))).toMatchObject({ fault: null });
  });

  it('names the file that was changed, removed or added, and knows no other key', async () => {
    const row = strToU8('{"at":"2020-01-01T00:00:00.000Z"}\n');
    expect(await check(again((own) => (own['commands.jsonl'] = row)))).toEqual({
      fault: 'changed',
      name: 'commands.jsonl',
    });
    expect(await check(again((own) => delete own['alarms.jsonl']))).toEqual({
      fault: 'missing',
      name: 'alarms.jsonl',
    });
    expect(await check(again((own) => (own['media/two.jpg'] = row)))).toEqual({
      fault: 'added',
      name: 'media/two.jpg',
    });
    const foreign = publicKeyOf(generateKeyPairSync('ed25519').privateKey);
    expect(await check(bytes, foreign)).toEqual({ fault: 'signature' });
    expect(await check(again((own) => delete own['proof.json']))).toEqual({ fault: 'proof' });
    expect(await reasonOf(check(strToU8('no zip at all')))).toBe('fileFormat');
  });

  it('stands in the audit log, and leaves the media out where they are not asked for', async () => {
    const answer = await call<BytesAnswer>(calls.bundle, { oid: flightOID, media: 'false' });
    const names = Object.keys(unzipSync(await buffer(answer.body as Readable)));
    expect(names).toContain('media.geojson');
    for (const one of ['media/__一.jpg', 'media.stac.json']) expect(names).not.toContain(one);
    const { rows: written } = await sql<{ count: number }>`select count(*)::int as count from audit_log
      where action = 'flightRecord.export' and outcome = 'done' and detail ->> 'oid' = ${flightOID}`.execute(
      rooms.db,
    );
    expect(written[0]?.count).toBe(2);
  });

  it('is what was signed, however long and odd the names of its files are', async () => {
    const name = `${'长'.repeat(250)}\uFFFD.jpg`;
    await sql`update media set name = ${name} where name = '../一.jpg'`.execute(rooms.db);
    try {
      const answer = await call<BytesAnswer>(calls.bundle, { oid: flightOID });
      expect(await check(await buffer(answer.body as Readable))).toMatchObject({ fault: null });
    } finally {
      await sql`update media set name = '../一.jpg' where name = ${name}`.execute(rooms.db);
    }
  });

  it('is refused where its proof unpacks to more than it says', async () => {
    const zip = Buffer.from(again((own) => (own['proof.json'] = new Uint8Array(20_000_000))));
    const listAt = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    expect(zip.toString('utf8', listAt + 46, listAt + 56)).toBe('proof.json');
    zip.writeUInt32LE(100, listAt + 24);
    expect(await reasonOf(check(zip))).toBe('zipUnsafe');
  });

  it('is refused while the flight lasts, where it would be too large, and to whoever may not see it', async () => {
    await sql`update flight set state = 'inFlight' where oid = ${flightOID}::uuid`.execute(rooms.db);
    expect(await reasonOf(call(calls.bundle, { oid: flightOID }))).toBe('flightNotOver');
    await sql`update flight set state = 'over' where oid = ${flightOID}::uuid`.execute(rooms.db);
    await sql`update media set size = ${resultLimits.zipBytes} where name = '../一.jpg'`.execute(rooms.db);
    expect(await reasonOf(call(calls.bundle, { oid: flightOID }))).toBe('downloadTooLarge');
    expect(await reasonOf(call(calls.bundle, { oid: flightOID }, 'gamma-inspector'))).toBe('notAllowed');
    const never = await reasonOf(call(calls.bundle, { oid: rooms.runtime.newOid() }));
    expect(never).toBe('notFound');
    expect(await reasonOf(call(calls.bundle, { oid: flightOID }, 'omega-administrator'))).toBe(never);
  });

  it('of another department is as if it had never been', async () => {
    await sql`insert into department (oid, group_root, name, path)
      select ${dockOID}::uuid, group_root, 'branch', path || ${dockOID}::uuid from department
      where oid = (select group_oid from flight where oid = ${flightOID}::uuid)`.execute(rooms.db);
    await sql`update member set group_oid = ${dockOID}::uuid where account = 'gamma-inspector'`.execute(
      rooms.db,
    );
    expect(await reasonOf(call(calls.replay, { oid: flightOID }, 'gamma-inspector'))).toBe('notFound');
    await sql`update flight set group_oid = ${dockOID}::uuid where oid = ${flightOID}::uuid`.execute(
      rooms.db,
    );
    expect(await call<FlightReplay>(calls.replay, { oid: flightOID }, 'gamma-inspector')).toMatchObject({
      oid: flightOID,
    });
  });
});

describe('the replay of a flight', () => {
  it('is thinned to a stated resolution, and keeps both ends of a gap', async () => {
    const replay = await call<FlightReplay>(calls.replay, { oid: flightOID });
    const { at, gaps, lng, wind } = replay.columns;
    expect(replay).toMatchObject({ total: rows, resolution: 2_000, gap: limits.flightRecord.gap });
    expect(at.length).toBeLessThanOrEqual(limits.flightRecord.points);
    expect(lng).toHaveLength(at.length);
    expect(at[0]).toBe(start);
    expect(at.at(-1)).toBe(start + (rows - 1) * 500 + 60_000);
    expect(gaps).toHaveLength(1);
    const [gap = 0] = gaps;
    expect((at[gap] ?? 0) - (at[gap - 1] ?? 0)).toBe(60_500);
    expect(new Set(wind)).toEqual(new Set([3.5]));
    expect(replay.batteryCycles).toBeCloseTo(0.48, 2);
  });

  it('shows phases, orders, alarms, control and the route as it was flown', async () => {
    const replay = await call<FlightReplay>(calls.replay, { oid: flightOID });
    expect(replay.phases).toEqual([
      { at: start, mode: 'autoTakeoff' },
      { at: start + 50_000, mode: 'routeFlight' },
    ]);
    expect(replay.commands).toMatchObject([{ method: 'flightPause', at: start + 60_000 }]);
    expect(replay.alarms).toMatchObject([{ at: start + 120_000, until: null }]);
    expect(replay.control).toMatchObject([{ action: 'lease.take', by: 'gamma administrator' }]);
    expect(replay.plan).toMatchObject({ state: 'flown', seconds: 120 });
    expect(replay.plan.path).toHaveLength(2);
    await sql`update route set checksum = 'y' where oid = (select route_oid from flight where oid = ${flightOID}::uuid)`.execute(
      rooms.db,
    );
    expect((await call<FlightReplay>(calls.replay, { oid: flightOID })).plan).toEqual({
      state: 'changed',
      path: [],
      seconds: null,
    });
  });
});
