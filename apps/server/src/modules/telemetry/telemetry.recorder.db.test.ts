import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeProperties } from '@eyrie/dji';
import { createLog, type Log } from '../../platform/log.ts';
import { newOid } from '../../platform/oid.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { openDockLink } from '../dock/index.ts';
import { createTelemetryRecorder } from './telemetry.recorder.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

const openFixture = () => {
  const droneOID = newOid();
  const link = openDockLink(
    {
      oid: newOid(),
      sn: 'DOCK',
      model: '3-2-0',
      name: '机场',
      vendor: 'DJI',
      kind: 'dock',
      groupRoot: newOid(),
      groupOID: newOid(),
      windLimit: 12,
      maintenance: 'none',
      insuranceUntil: null,
      bound: true,
      proved: true,
      droneOID,
      droneSn: 'DRONE',
      droneModel: '0-91-1',
    },
    1,
  );
  link.flightOID = newOid();
  const warned: unknown[] = [];
  const log = Object.assign(Object.create(createLog({ level: 'silent' })) as Log, {
    warn: (facts: object, text: string) => warned.push([text, facts]),
  });
  const recorder = createTelemetryRecorder({
    db: db.connection.kysely,
    clock: { wall: () => 1_760_000_000_000, mono: () => 1_000 },
    log,
    links: () => [link],
  });
  return {
    link,
    recorder,
    warned,
    say(height: number): void {
      const said = { mode_code: 5, longitude: 113.9, latitude: 22.5, height };
      link.droneSnapshot = mergeProperties(link.droneSnapshot, said, { at: 1_000, source: 'osd' }).snapshot;
      recorder.recordDrone(link, 1_760_000_000_000);
    },
    async heights(): Promise<(number | null)[]> {
      const rows = await db.connection.kysely
        .selectFrom('drone_telemetry')
        .select('height')
        .where('drone_oid', '=', droneOID)
        .orderBy('at')
        .execute();
      return rows.map(({ height }) => height);
    },
  };
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, height) => height);

it('keeps every word of an aircraft whose dock tells a minute at once', async () => {
  const { recorder, say, heights } = openFixture();
  for (const height of upTo(60)) say(height);
  await recorder.flush();
  expect(await heights()).toEqual(upTo(60));
});

it('writes what gathered while the database was away, more than one statement can hold', async () => {
  const { recorder, say, heights } = openFixture();
  for (const height of upTo(6_000)) say(height);
  await recorder.flush();
  expect(await heights()).toEqual(upTo(6_000));
});

it('leaves out a row that the database will never take, and no other', async () => {
  const { link, recorder, say, heights } = openFixture();
  const { dock } = link;
  for (const height of upTo(60)) {
    link.dock = height === 17 ? { ...dock, droneOID: 'no oid' } : dock;
    say(height);
  }
  await recorder.flush();
  expect(await heights()).toEqual(upTo(60).filter((height) => height !== 17));
});

it('says of an aircraft once a minute that its rows are left out, however many they are', async () => {
  const { link, recorder, warned, say } = openFixture();
  link.dock = { ...link.dock, droneOID: 'no oid' };
  for (const height of upTo(50)) say(height);
  await recorder.flush();
  const text = 'a row of telemetry is not taken by the database and left out';
  expect(warned).toEqual([[text, { err: expect.any(Error), deviceOID: 'no oid' }]]);
});
