import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergeProperties } from '@eyrie/dji';
import { createLog } from '../../platform/log.ts';
import { newOid } from '../../platform/oid.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/test-database.ts';
import { openDockLink } from '../dock/index.ts';
import { createTelemetryRecorder } from './telemetry.recorder.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

it('keeps every word of an aircraft whose dock tells a minute at once', async () => {
  const droneOID = newOid();
  const link = openDockLink(
    {
      oid: newOid(),
      sn: 'DOCK',
      model: '3-2-0',
      name: '机场',
      vendor: 'DJI',
      groupRoot: newOid(),
      groupOID: newOid(),
      windLimit: 12,
      maintenance: 'none',
      insuranceUntil: null,
      droneOID,
      droneSn: 'DRONE',
      droneModel: '0-91-1',
    },
    1,
  );
  link.flightOID = newOid();
  const recorder = createTelemetryRecorder({
    db: db.connection.kysely,
    clock: { wall: () => 1_760_000_000_000, mono: () => 1_000 },
    log: createLog({ level: 'silent' }),
    links: () => [link],
  });
  for (let height = 0; height < 60; height += 1) {
    const said = { mode_code: 5, longitude: 113.9, latitude: 22.5, height };
    link.droneSnapshot = mergeProperties(link.droneSnapshot, said, { at: 1_000, source: 'osd' }).snapshot;
    recorder.noteDrone(link, 1_760_000_000_000);
  }
  await recorder.flush();
  const rows = await db.connection.kysely
    .selectFrom('drone_telemetry')
    .select('height')
    .where('drone_oid', '=', droneOID)
    .orderBy('at')
    .execute();
  expect(rows.map(({ height }) => height)).toEqual(Array.from({ length: 60 }, (_, height) => height));
  await recorder.stop();
});
