import { detectionCalls, type OutcomeRecord, type PhotoFacts, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, defectTimers, endpoints } from './index.ts';

const account = 'gamma-administrator';
let rooms: TestRooms;
let token: string;
let dockOID: string;
let runs = 0;

type Declaration = Parameters<TestRooms['call']>[0];
const defectsOf = () => {
  const { audit, runtime } = rooms;
  return createDefects({ runtime, audit, ground: async () => null, placeOrders: async () => undefined });
};
const call = async <One extends Declaration>(declaration: One, request: object): Promise<ResponseOf<One>> => {
  const { audit: auditLog, department, runtime } = rooms;
  const extra = endpoints({ runtime }, { auditLog, department }, defectsOf());
  return (await rooms.call(declaration, request, { token, extra })).data as ResponseOf<One>;
};
const measure = async (): Promise<void> => {
  const timer = defectTimers(defectsOf()).find(({ name }) => name === 'detection.measureRanges');
  await timer?.run();
};

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf(account);
  dockOID = await createTestFlights(rooms.runtime).dock(account);
});
afterAll(() => rooms?.close());

/** What a photo says that looks straight down from so many metres above its take-off. */
const factsOf = (relative: number | null) =>
  ({
    lng: 113.95,
    lat: 22.54,
    fix: 'fixed',
    heights: { ellipsoid: null, altitude: null, relative },
    heading: 0,
    gimbal: { yaw: 0, pitch: -90, roll: 0 },
    focalLength: 24,
  }) as Partial<PhotoFacts>;

const box = { x: 1_950, y: 1_450, width: 100, height: 100 };
const picture = { width: 4_000, height: 3_000 };

/** A finding in the middle of a photo from that height, of a flight that searches within a range. */
async function found(relative: number | null, range: number | null, state = 'done') {
  const { flight, task, route } = createTestFlights(rooms.runtime);
  const [taskOID, routeOID] = [await task(account), await route(account)];
  const flightOID = await flight(account, { taskOID, routeOID, dockOID, state: 'over' });
  await sql`update flight set ai_types = '{crack}', ai_range = ${range}::int, assignee_oid = executor_oid
    where oid = ${flightOID}::uuid`.execute(rooms.db);
  const mediaOID = crypto.randomUUID();
  await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, reading_state, facts)
    select ${mediaOID}::uuid, group_root, group_oid, ${flightOID}::uuid, ${mediaOID}, 'a.jpg', 'photo', 1, ${state},
      ${JSON.stringify(factsOf(relative))}::jsonb from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
  runs += 1;
  const detector = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: `${runs}`, flightOID };
  const { oid } = await call(detectionCalls.add, detector);
  const outcome = { sourceId: '1', mediaOID, box, picture, class: 'crack', confidence: 0.9 };
  await call(detectionCalls.submit, { oid, outcomes: [outcome] });
  return { oid, mediaOID };
}
const shown = async (oid: string, part: object = {}): Promise<OutcomeRecord[]> =>
  (await call(detectionCalls.queryOutcome, { detectionOID: oid, ...part })).list;
const rangeOf = async (oid: string) => (await shown(oid))[0]?.range;
const unknown = { metres: null, error: null, beyond: false };

describe('how far a finding lies', () => {
  it('is marked where it is beyond the range of its flight for certain, and it stays among the findings', async () => {
    const { oid } = await found(90, 50);
    expect(await rangeOf(oid)).toEqual({ asked: 50, ...unknown });
    await measure();
    const range = await rangeOf(oid);
    expect(range).toMatchObject({ asked: 50, beyond: true });
    expect(range?.metres).toBeCloseTo(90, 0);
    expect(await shown(oid, { beyond: true })).toHaveLength(1);
    expect(await shown(oid, { beyond: false })).toEqual([]);
  });

  it('is not marked where it lies within, or may', async () => {
    for (const height of [30, 52]) {
      const { oid } = await found(height, 50);
      await measure();
      expect(await rangeOf(oid)).toMatchObject({ asked: 50, beyond: false });
      expect((await rangeOf(oid))?.metres).toBeCloseTo(height, 0);
      expect(await shown(oid, { beyond: true })).toEqual([]);
      expect(await shown(oid, { beyond: false })).toHaveLength(1);
    }
  });

  it('is not known where the photo does not say it, and not asked where the flight searches within no range', async () => {
    const nowhere = await found(null, 50);
    const none = await found(90, null);
    await measure();
    expect(await rangeOf(nowhere.oid)).toEqual({ asked: 50, ...unknown });
    expect(await rangeOf(none.oid)).toBeNull();
    expect(await shown(none.oid, { beyond: true })).toEqual([]);
  });

  it('waits until the photo was read', async () => {
    const { oid, mediaOID } = await found(90, 50, 'waiting');
    await measure();
    expect(await rangeOf(oid)).toEqual({ asked: 50, ...unknown });
    await sql`update media set reading_state = 'done' where oid = ${mediaOID}::uuid`.execute(rooms.db);
    await measure();
    expect(await rangeOf(oid)).toMatchObject({ beyond: true });
  });

  it('is looked at again when somebody corrects the box, and is not shown until then', async () => {
    const { oid } = await found(90, 50);
    await measure();
    const [one] = await shown(oid);
    const judge = (part: object) =>
      call(detectionCalls.auditOutcome, { oid: one?.oid, detectionOID: oid, verdict: 'confirmed', ...part });
    await judge({});
    expect(await rangeOf(oid)).toMatchObject({ beyond: true });
    rooms.clock.move(1_000);
    await judge({ box: { ...box, x: 100 } });
    expect(await rangeOf(oid)).toEqual({ asked: 50, ...unknown });
    expect(await shown(oid, { beyond: true })).toEqual([]);
    await measure();
    expect(await rangeOf(oid)).toMatchObject({ beyond: true });
    expect((await rangeOf(oid))?.metres).toBeGreaterThan(100);
  });
});
