import { regionCalls, type DrawnGeometry, type RegionRecord } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createFlightAreas } from '../flight-area/index.ts';
import { createRegionParser, createRegions, regionEndpoints, type RegionChange } from './index.ts';

// One for all cases of the room: a database of its own, with what another case left taken away before each.
export let rooms: TestRooms;
export let operator: string;
export let outsider: string;
export let administrator: string;
export let groupOID: string;
export const published: RegionChange[] = [];
export const parser = createRegionParser();
export let extra: ReturnType<typeof regionEndpoints>;

beforeAll(async () => {
  rooms = await createTestRooms();
  const { runtime, audit, department } = rooms;
  const areas = createFlightAreas(runtime, { audit, publish: () => undefined });
  const room = createRegions(runtime, {
    audit,
    department,
    publish: (change) => void published.push(change),
    changed: areas.changed,
  });
  const timeZoneOf = async () => 'Asia/Shanghai';
  extra = regionEndpoints(runtime, { room, areas, audit, parser, timeZoneOf });
  await rooms.seed('alpha', ['operator', 'administrator'], 'Flug-4711!');
  await rooms.seed('beta', ['operator'], 'Flug-4711!');
  operator = await rooms.tokenOf('alpha-operator');
  administrator = await rooms.tokenOf('alpha-administrator');
  outsider = await rooms.tokenOf('beta-operator');
  const { rows } = await sql<{
    oid: string;
  }>`select group_oid as oid from member where account = 'alpha-operator'`.execute(rooms.db);
  groupOID = rows[0]?.oid ?? '';
});
afterAll(async () => {
  await parser.stop();
  await rooms.close();
});
beforeEach(async () => {
  published.length = 0;
  for (const table of ['flight', 'route', 'region', 'flight_area_dock', 'dock_snapshot'])
    await sql`delete from ${sql.table(table)}`.execute(rooms.db);
});

export type Declaration = Parameters<TestRooms['call']>[0];
export const call = async <T = RegionRecord>(
  declaration: Declaration,
  request: unknown,
  token = operator,
): Promise<T> => (await rooms.call(declaration, request, { token, extra })).data as T;
export const refused = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (one: unknown) =>
      one as { reason: string; details: { issues?: { path: string; rule: string }[]; data?: object } },
  );
  return error && { reason: error.reason, rule: error.details.issues?.[0]?.rule, data: error.details.data };
};
export const upload = async <T>(text: string | Uint8Array, request: object = { preview: 'true' }) => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const part = { token: operator, extra, file: { name: 'file', bytes } };
  return (await rooms.call(regionCalls.upload, request, part)).data as T;
};
export const square = (
  west: number,
  south: number,
  size: number,
): Extract<DrawnGeometry, { type: 'Polygon' }> => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
});
export const noFly = { name: '禁飞', kind: 'noFly', geometry: square(114, 22, 0.01) };
