import { detectionCalls, limits, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints } from './index.ts';

let rooms: TestRooms;
let detectionOID: string;
let token: string;
const mediaOID = '019a0000-0000-7000-8000-000000000001';

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <One extends Declaration>(declaration: One, request: object): Promise<ResponseOf<One>> => {
  const { audit: auditLog, department, runtime } = rooms;
  const parts = {
    runtime,
    audit: auditLog,
    ground: async () => null,
    placeOrders: async () => undefined,
  };
  const extra = endpoints({ runtime }, { auditLog, department }, createDefects(parts));
  return (await rooms.call(declaration, request, { token, extra })).data as ResponseOf<One>;
};

const box = { x: 1, y: 2, width: 9, height: 8 };
const found = (sourceId: string, part: object = {}) => ({
  sourceId,
  mediaOID,
  box,
  picture: { width: 100, height: 80 },
  class: 'crack',
  confidence: 0.9,
  ...part,
});
const submit = (...outcomes: object[]) => call(detectionCalls.submit, { oid: detectionOID, outcomes });
const stored = async () => (await call(detectionCalls.queryOutcome, { detectionOID })).list;

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator'], 'Flug-4711!');
  token = await rooms.tokenOf('gamma-administrator');
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
    select ${mediaOID}::uuid, group_root, group_oid, 'a', 'a.jpg', 'photo', 1 from member
    where account = 'gamma-administrator'`.execute(rooms.db);
  const run = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: 'one' };
  detectionOID = (await call(detectionCalls.add, run)).oid;
});
afterAll(() => rooms?.close());

describe('what a detector gets wrong', () => {
  it.each([
    ['a box without a width', { box: { ...box, width: 0 } }, 'box.width'],
    ['a box whose corners are reversed', { box: { ...box, width: -9, height: -8 } }, 'box.width'],
    ['a box to the left of the picture', { box: { ...box, x: -1 } }, 'box.x'],
    ['a number that is none', { box: { ...box, y: Number.NaN } }, 'box.y'],
    // What JSON makes of it.
    ['a number that JSON has no word for', { box: { ...box, y: null } }, 'box.y'],
    ['a number that never ends', { box: { ...box, height: Number.POSITIVE_INFINITY } }, 'box.height'],
    ['a number as a text', { box: { ...box, x: '1' } }, 'box.x'],
    ['a picture that no camera takes', { picture: { width: 1e9, height: 80 } }, 'picture.width'],
    ['more than certainty', { confidence: 1.01 }, 'confidence'],
    ['a class of 100,000 letters', { class: 'x'.repeat(100_000) }, 'class'],
    ['no source id', { sourceId: '' }, 'sourceId'],
  ])('%s is refused by its name, and nothing that came with it is stored', async (_what, part, field) => {
    const refused = await refusalOf(submit(found('first'), found('second', part)));
    expect(refused?.reason).toBe('invalid');
    expect(refused?.details.issues?.[0]?.path).toBe(`outcomes.1.${field}`);
    expect(await stored()).toEqual([]);
  });

  it('is named where a box reaches over the edge of its picture', async () => {
    const refused = await refusalOf(submit(found('first'), found('over', { box: { ...box, x: 92 } })));
    expect([refused?.reason, refused?.details.data]).toEqual(['boxOutside', { sourceId: 'over' }]);
    expect(await stored()).toEqual([]);
  });

  it('is refused at the number where more come at once than one request brings', async () => {
    const { outcomesAtOnce } = limits.detection;
    const many = Array.from({ length: outcomesAtOnce + 1 }, (_, at) => found(`many ${at}`));
    const refused = await refusalOf(submit(...many));
    expect([refused?.reason, refused?.details.issues?.[0]?.path]).toEqual(['invalid', 'outcomes']);
    expect(await stored()).toEqual([]);
  });

  it('takes no harm: the same outcome a hundred times at once is one', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(found('same'))));
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(1);
    expect((await stored()).map(({ sourceId }) => sourceId)).toEqual(['same']);
  });

  it('takes a class that nobody knows as the detector wrote it', async () => {
    expect(await reasonOf(submit(found('unknown', { class: 'löose <b>bolt</b>' })))).toBe('done');
    expect((await stored()).map((one) => one.class).toSorted()).toEqual(['crack', 'löose <b>bolt</b>']);
  });
});
