import { compareCalls, resultLimits, type SameViewPhoto } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { compareEndpoints } from './media.compare.endpoints.ts';

let rooms: TestRooms;
let dockOID: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('sigma', ['administrator'], 'Flug-4711!');
  await rooms.seed('tau', ['administrator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('sigma-administrator');
});
afterAll(() => rooms?.close());
beforeEach(() => sql`delete from media`.execute(rooms.db));

const day = 86_400_000;
const first = 1_760_000_000_000;
const view = { lng: 113.95, lat: 22.54, heading: 90, pitch: -30, focalLength: 24, lens: 'wide' };

/** Stores a photo that says of itself what `view` says, but for what is given. */
const photo = async (
  name: string,
  at: number,
  but: Partial<Record<keyof typeof view, number | string | null>> = {},
): Promise<string> => {
  const oid = rooms.runtime.newOid();
  const { lng, lat, heading, pitch, focalLength, lens } = { ...view, ...but };
  const heights = { ellipsoid: null, altitude: null, relative: 60 };
  const facts = { heading, gimbal: { yaw: heading, pitch, roll: 0 }, focalLength, lens, lng, lat, heights };
  await sql`insert into media (oid, group_root, group_oid, dock_oid, object_key, name, kind, size, shot_at, lng, lat, lens, facts,
      reading_state)
    select ${oid}::uuid, group_root, group_oid, ${dockOID}::uuid, ${oid}, ${name}, 'photo', 7, ${new Date(at)},
      ${lng}::float8, ${lat}::float8, ${lens}::text, ${JSON.stringify(facts)}::jsonb, 'done'
    from member where account = 'sigma-administrator'`.execute(rooms.db);
  return oid;
};
type Found = { photo: SameViewPhoto; known: boolean; list: SameViewPhoto[]; more: boolean };
const asked = async (oid: string, who = 'sigma-administrator') =>
  rooms.call(
    compareCalls.sameView,
    { oid },
    {
      token: await rooms.tokenOf(who),
      extra: compareEndpoints(rooms.runtime),
    },
  );
const found = async (oid: string): Promise<Found> => (await asked(oid)).data as Found;
const names = async (oid: string): Promise<string[]> => (await found(oid)).list.map(({ name }) => name);

describe('photos of one view', () => {
  it('are those of the same place, direction and lens at another date, the newest first', async () => {
    const oid = await photo('now.jpg', first);
    await photo('older.jpg', first - 30 * day);
    await photo('newer.jpg', first + day, { lat: 22.54 + 8 / 111_195, heading: 98, pitch: -25 });
    expect(await found(oid)).toMatchObject({
      known: true,
      more: false,
      photo: { name: 'now.jpg', at: first, pose: { heading: 90, pitch: -30, lens: 'wide' } },
      list: [{ name: 'newer.jpg', at: first + day }, { name: 'older.jpg' }],
    });
  });

  it.each([
    ['in the same hour', first + 60_000, {}],
    ['12 m further north', first + day, { lat: 22.54 + 12 / 111_195 }],
    ['12 m further east', first + day, { lng: 113.95 + 12 / (111_195 * Math.cos((22.54 * Math.PI) / 180)) }],
    ['turned by 12°', first + day, { heading: 102 }],
    ['turned the other way round', first + day, { heading: -90 }],
    ['looking 12° further up', first + day, { pitch: -18 }],
    ['without a direction', first + day, { heading: null }],
    ['without a pitch', first + day, { pitch: null }],
    ['of another lens', first + day, { lens: 'ir' }],
    ['zoomed further', first + day, { focalLength: 48 }],
  ])('are none %s', async (_what, at, but) => {
    const oid = await photo('now.jpg', first);
    await photo('other.jpg', at, but);
    expect(await names(oid)).toEqual([]);
  });

  it('are found across north, and where longitudes begin again', async () => {
    const north = await photo('north.jpg', first, { heading: 359 });
    await photo('past.jpg', first - day, { heading: -356 });
    expect(await names(north)).toEqual(['past.jpg']);
    const line = await photo('line.jpg', first, { lng: 179.999_99 });
    await photo('beyond.jpg', first - day, { lng: -179.999_99 });
    expect(await names(line)).toEqual(['beyond.jpg']);
  });

  it('are not known of a photo that leaves open where it looked', async () => {
    const oid = await photo('now.jpg', first, { pitch: null });
    await photo('older.jpg', first - day);
    expect(await found(oid)).toMatchObject({ known: false, list: [] });
  });

  it('are bounded, and it is said that there are more', async () => {
    const oid = await photo('now.jpg', first);
    for (let turn = 1; turn <= resultLimits.viewMost + 1; turn += 1)
      await photo(`${turn}.jpg`, first - turn * day);
    const { list, more } = await found(oid);
    expect([list.length, more, list[0]?.name]).toEqual([resultLimits.viewMost, true, '1.jpg']);
  });

  it('stay within their organisation', async () => {
    const oid = await photo('now.jpg', first);
    expect(await reasonOf(asked(oid, 'tau-administrator'))).toBe('notFound');
  });

  it('are found by their place without reading the others', async () => {
    await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size, lng, lat)
      select gen_random_uuid(), group_root, group_oid, 'filled/' || n, 'filled.jpg', 'photo', 7, 110 + n % 97 * 0.01, 20 + n * 0.0001
      from member cross join generate_series(1, 20000) as n where account = 'sigma-administrator'`.execute(
      rooms.db,
    );
    await sql`analyze media`.execute(rooms.db);
    const { rows } = await sql<Record<'QUERY PLAN', string>>`explain select oid from media
      where group_root = (select group_root from member where account = 'sigma-administrator') and deleted_at is null
        and kind = 'photo' and lat between 21 and 21.0002`.execute(rooms.db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('media_view');
  });
});
