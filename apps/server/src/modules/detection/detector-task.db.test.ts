import { detectionCalls as calls, limits, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createOffer } from './detector-task.ts';
import { createDefects, endpoints, queueForDetectors, wantedOf } from './index.ts';

let rooms: TestRooms;
let dockOID: string;
const tokens: Record<string, string> = {};
const { claimLife, claimsMost, offerQuiet } = limits.detection;

type Declaration = Parameters<TestRooms['call']>[0];
const as =
  (account: string) =>
  async <One extends Declaration>(declaration: One, request: object): Promise<ResponseOf<One>> => {
    const { audit: auditLog, department, runtime } = rooms;
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = endpoints({ runtime }, { auditLog, department }, defects, async (key) => {
      return new BytesAnswer(Buffer.from(key), {});
    });
    return (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra }))
      .data as ResponseOf<One>;
  };
const one = as('gamma-administrator');
const other = as('delta-second');
const foreign = as('epsilon-administrator');
const model = { model: 'cracks', modelVersion: '1' };

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  await rooms.seed('epsilon', ['administrator'], 'Flug-4711!');
  await sql`insert into member select (jsonb_populate_record(member,
      jsonb_build_object('oid', gen_random_uuid(), 'account', 'delta-second', 'name', 'second'))).*
    from member where account = 'gamma-administrator'`.execute(rooms.db);
  await sql`insert into member_role select (jsonb_populate_record(member_role, jsonb_build_object('member_oid',
      (select oid from member where account = 'delta-second')))).*
    from member_role join member on member.oid = member_role.member_oid
    where member.account = 'gamma-administrator'`.execute(rooms.db);
  dockOID = await createTestFlights(rooms.runtime).dock('gamma-administrator');
});
afterAll(() => rooms?.close());

const signIn = async (): Promise<void> => {
  for (const account of ['gamma-administrator', 'delta-second', 'epsilon-administrator'])
    tokens[account] = await rooms.tokenOf(account);
};

/** A flight with photos that were read; its task is made by the next offer. */
async function flown({
  state = 'over',
  unread = 0,
}: { state?: 'over' | 'inFlight'; unread?: number } = {}): Promise<{ flightOID: string; media: string[] }> {
  await signIn();
  const { flight, task, route } = createTestFlights(rooms.runtime);
  const flightOID = await flight('gamma-administrator', {
    taskOID: await task('gamma-administrator'),
    routeOID: await route('gamma-administrator'),
    dockOID,
    state,
  });
  const media = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [index, oid] of media.entries()) {
    await sql`insert into media (oid, group_root, group_oid, flight_oid, object_key, name, kind, size, reading_state)
      select ${oid}::uuid, group_root, group_oid, ${flightOID}::uuid, ${oid}, 'a.jpg', 'photo', 1,
        ${index < unread ? 'waiting' : 'done'} from dock where oid = ${dockOID}::uuid`.execute(rooms.db);
    if (index >= unread) await queueForDetectors(rooms.db, oid, new Date(rooms.clock.wall()));
  }
  return { flightOID, media };
}
const offer = (): Promise<void> => createOffer(rooms.runtime)();
const offered = async (part?: Parameters<typeof flown>[0]) => {
  const made = await flown(part);
  rooms.clock.move(offerQuiet);
  await offer();
  return made;
};
const take = async (who = one, part: object = model) => (await who(calls.takeTask, part)).task;
const taken = async (who = one, part: object = model) => {
  const task = await take(who, part);
  if (!task) throw new Error('there is no task');
  return task;
};
const end = (
  who: typeof one,
  { oid, claim }: { oid: string; claim: string },
  part: object = { state: 'done' },
) => who(calls.endTask, { oid, claim, ...part });
const shown = async (oid: string) =>
  (await one(calls.queryDetectorTask, {})).list.find((task) => task.oid === oid);

describe('when a task is made', () => {
  it('is once a flight is over, all of it is read and nothing came for a while; two servers make one', async () => {
    await offered({ state: 'inFlight' });
    expect(await take()).toBeNull();
    await offered({ unread: 1 });
    expect(await take()).toBeNull();
    const { flightOID, media } = await flown();
    await offer();
    expect(await take()).toBeNull();
    rooms.clock.move(offerQuiet);
    await Promise.all([offer(), offer()]);
    const task = await taken();
    expect(task).toMatchObject({ flightOID, aiTypes: null, aiRange: null });
    expect(task.media.map(({ oid }) => oid).toSorted()).toEqual(media.toSorted());
    expect(await take(other)).toBeNull();
    await end(one, task);
  });

  it('is none for temperatures, which are no picture', async () => {
    const { media } = await flown({ unread: 2 });
    await sql`update media set name = 'DJI_20251009165320_0001_T.TIFF', reading_state = 'done'
      where oid = any(${media}::uuid[])`.execute(rooms.db);
    for (const oid of media) await queueForDetectors(rooms.db, oid, new Date(rooms.clock.wall()));
    rooms.clock.move(offerQuiet);
    await offer();
    expect(await take()).toBeNull();
  });

  it('takes types and range from the arrangement, none where it names none, and says so where there is no arrangement', () => {
    expect(wantedOf({ aiTypes: ['crack'], aiRange: 30 })).toEqual({ aiTypes: ['crack'], aiRange: 30 });
    for (const none of [{}, { aiTypes: [], aiRange: null }])
      expect(wantedOf(none)).toEqual({ aiTypes: [], aiRange: null });
    for (const unknown of [null, { aiTypes: 'crack', aiRange: '30' }])
      expect(wantedOf(unknown)).toEqual({ aiTypes: null, aiRange: null });
  });

  const cases: [string, string[], boolean, object | null, string[] | null][] = [
    ['a flight that names some', ['crack'], true, { aiTypes: ['smoke'] }, ['crack']],
    ['a flight that names none, whatever its task names by now', [], true, { aiTypes: ['smoke'] }, []],
    ['a flight from before, by its task', [], false, { aiTypes: ['smoke'] }, ['smoke']],
    ['a flight from before whose task names none', [], false, {}, []],
    ['a flight that nobody arranged', [], false, null, null],
  ];
  it.each(cases)('asks as %s', async (_what, aiTypes, isArranged, ofTask, asked) => {
    const { flightOID } = await flown();
    await sql`update flight set ai_types = ${aiTypes}::text[],
        assignee_oid = case when ${isArranged} then executor_oid end where oid = ${flightOID}::uuid`.execute(
      rooms.db,
    );
    if (ofTask)
      await sql`update task set arrangement = ${JSON.stringify(ofTask)}::jsonb, type = 'repeat',
          schedule_rule = 'FREQ=DAILY', arranged_by = created_by, schedule_over = true
        from flight where flight.task_oid = task.oid and flight.oid = ${flightOID}::uuid`.execute(rooms.db);
    rooms.clock.move(offerQuiet);
    await offer();
    const task = await taken();
    expect(task).toMatchObject({ flightOID, aiTypes: asked });
    await end(one, task);
  });
});

describe('taking a task', () => {
  it('gives each of two that ask at once another one, and nothing to another organisation', async () => {
    await offered();
    await offered();
    expect(await take(foreign)).toBeNull();
    const [mine, theirs] = await Promise.all([taken(one), taken(other)]);
    expect(mine.oid).not.toBe(theirs.oid);
    expect(await reasonOf(end(foreign, mine))).toBe('notFound');
    expect(await reasonOf(end(other, mine))).toBe('taskNotHeld');
    await end(one, mine);
    await end(other, theirs, { state: 'failed', message: 'no GPU' });
    expect(await shown(mine.oid)).toMatchObject({ state: 'done', claimedBy: 'gamma administrator' });
    expect(await shown(theirs.oid)).toMatchObject({ state: 'failed', message: 'no GPU' });
  });

  it('offers it again when the time ran out: one run and each finding once, and the late one ends nothing', async () => {
    const { media } = await offered();
    const first = await taken();
    const outcomes = [
      {
        sourceId: '1',
        mediaOID: media[0],
        box: { x: 1, y: 2, width: 9, height: 8 },
        picture: { width: 100, height: 80 },
        class: 'crack',
        confidence: 0.9,
      },
    ];
    await one(calls.submit, { oid: first.detectionOID, outcomes });
    expect(await take(other)).toBeNull();
    rooms.clock.move(claimLife);
    await signIn();
    const second = await taken(other);
    expect(second).toMatchObject({ oid: first.oid, detectionOID: first.detectionOID });
    const again = await one(calls.submit, { oid: second.detectionOID, outcomes });
    expect(again).toEqual({ added: 0, known: 1, differing: [] });
    expect(await reasonOf(end(one, first))).toBe('taskNotHeld');
    await end(other, second);
    await end(other, second);
    expect(await reasonOf(end(other, second, { state: 'failed' }))).toBe('taskNotHeld');
    expect(await one(calls.get, { oid: first.detectionOID })).toMatchObject({ state: 'done', outcomes: 1 });
  });

  it('has a run of its own for another model, and fails after it was taken too often', async () => {
    await offered();
    const first = await taken();
    let last = first;
    for (let time = 1; time < claimsMost; time += 1) {
      rooms.clock.move(claimLife);
      await signIn();
      last = await taken(one, { ...model, modelVersion: '2' });
    }
    expect(last.oid).toBe(first.oid);
    expect(await one(calls.get, { oid: first.detectionOID })).toMatchObject({ state: 'failed' });
    rooms.clock.move(claimLife);
    await signIn();
    expect(await take()).toBeNull();
    await offer();
    expect(await shown(first.oid)).toMatchObject({ state: 'failed', message: '', claims: claimsMost });
  });
});

describe('the files of a task', () => {
  it('are for who has it, until the claim ends or is renewed', async () => {
    await offered();
    const task = await taken();
    const asked = { oid: task.oid, claim: task.claim, mediaOID: task.media[0]?.oid };
    expect(Object.fromEntries(new URLSearchParams(task.media[0]?.url.split('?')[1]))).toEqual(asked);
    expect(await one(calls.taskMedia, asked)).toBeInstanceOf(BytesAnswer);
    expect(await reasonOf(other(calls.taskMedia, asked))).toBe('taskNotHeld');
    rooms.clock.move(claimLife - 1);
    await signIn();
    const { task: renewed } = await one(calls.renewTask, { oid: task.oid, claim: task.claim });
    expect(await reasonOf(one(calls.taskMedia, asked))).toBe('taskNotHeld');
    const now = { ...asked, claim: renewed.claim };
    expect(await one(calls.taskMedia, now)).toBeInstanceOf(BytesAnswer);
    rooms.clock.move(claimLife);
    await signIn();
    expect(await reasonOf(one(calls.taskMedia, now))).toBe('taskNotHeld');
    expect(await reasonOf(one(calls.renewTask, { oid: task.oid, claim: renewed.claim }))).toBe('taskNotHeld');
    // Late, but nobody else has it.
    await end(one, renewed);
  });
});
