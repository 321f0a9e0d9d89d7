import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { detectionCalls, type OutcomeRecord, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addListedCodes } from '../../migrations/listed-code.fixture.ts';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { reasonOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints } from './index.ts';

let rooms: TestRooms;
let detectionOID: string;
let outcomeOID: string;
const mediaOID = '019a0000-0000-7000-8000-000000000001';
const tokens: Record<string, string> = {};

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
    const extra = endpoints({ runtime }, { auditLog, department }, defects);
    return (await rooms.call(declaration, request, { token: tokens[account] ?? '', extra }))
      .data as ResponseOf<One>;
  };
const auditor = as('gamma-auditor');
const administrator = as('gamma-administrator');

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'auditor'], 'Flug-4711!');
  for (const account of ['gamma-administrator', 'gamma-auditor'])
    tokens[account] = await rooms.tokenOf(account);
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
    select ${mediaOID}::uuid, group_root, group_oid, 'a', 'a.jpg', 'photo', 1 from member
    where account = 'gamma-auditor'`.execute(rooms.db);
  const given = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: 'one' };
  detectionOID = (await administrator(detectionCalls.add, given)).oid;
  const one = {
    sourceId: '1',
    mediaOID,
    box: { x: 1, y: 2, width: 9, height: 8 },
    picture: { width: 100, height: 80 },
  };
  await administrator(detectionCalls.submit, {
    oid: detectionOID,
    outcomes: [{ ...one, class: 'crack', confidence: 0.9 }],
  });
  const { list } = await auditor(detectionCalls.queryOutcome, { detectionOID });
  outcomeOID = list[0]?.oid ?? '';
});
afterAll(() => rooms?.close());

const judge = (who: ReturnType<typeof as>, part: object): Promise<OutcomeRecord> => {
  rooms.clock.move(1_000);
  return who(detectionCalls.auditOutcome, { oid: outcomeOID, detectionOID, ...part });
};
const undo = (who: ReturnType<typeof as>, { version }: OutcomeRecord): Promise<OutcomeRecord> =>
  who(detectionCalls.undoOutcome, { oid: outcomeOID, detectionOID, version });

describe('the reason of a false alarm', () => {
  it('is one of the list of the organisation, and any text where it has none', async () => {
    expect(await reasonOf(judge(auditor, { verdict: 'falseAlarm' }))).toBe('reasonRequired');
    await addListedCodes(rooms.db, 'gamma-auditor', 'falseAlarmReason', [
      { code: 'shade', names: { zh: '阴影', en: 'Shade of a pole', ar: 'ظل عمود' } },
      { code: 'old', enabled: false },
    ]);
    for (const reason of ['', 'old', 'whatever'])
      expect(await reasonOf(judge(auditor, { verdict: 'falseAlarm', reason }))).toBe('reasonRequired');
    const judged = await judge(auditor, { verdict: 'falseAlarm', reason: 'shade' });
    expect(judged).toMatchObject({ verdict: 'falseAlarm', reason: 'shade' });
    const { body } = (await administrator(detectionCalls.report, { oid: detectionOID })) as BytesAnswer;
    expect((await buffer(body as Readable)).toString()).toContain(',Shade of a pole,');
    expect(await undo(auditor, judged)).toMatchObject({ verdict: null, verdictBy: null, reason: '' });
  });
});

describe('taking a verdict back', () => {
  it('puts the box, its class and the verdict before back, one after the other', async () => {
    const first = await judge(auditor, { verdict: 'confirmed' });
    const box = { x: 5, y: 6, width: 7, height: 8 };
    const second = await judge(auditor, { verdict: 'confirmed', box, class: 'leak' });
    expect(second).toMatchObject({ box, class: 'leak' });
    const back = await undo(auditor, second);
    expect(back).toMatchObject({
      box: first.box,
      class: 'crack',
      verdict: 'confirmed',
      verdictBy: 'gamma auditor',
    });
    expect(await undo(auditor, back)).toMatchObject({ verdict: null, verdictBy: null });
  });

  it('is for whoever gave it, until somebody else has judged', async () => {
    const own = await judge(auditor, { verdict: 'confirmed' });
    expect(await reasonOf(undo(administrator, own))).toBe('nothingToUndo');
    const later = await judge(administrator, { verdict: 'confirmed' });
    expect(await reasonOf(undo(auditor, own))).toBe('outcomeChanged');
    expect(await reasonOf(undo(auditor, later))).toBe('nothingToUndo');
    await undo(administrator, later);
  });

  it('deletes a box that was only drawn', async () => {
    const drawn = await auditor(detectionCalls.auditOutcome, {
      detectionOID,
      mediaOID,
      verdict: 'confirmed',
      class: 'nest',
      box: { x: 1, y: 1, width: 5, height: 5 },
      picture: { width: 100, height: 80 },
    });
    const { oid, version } = drawn;
    expect(await auditor(detectionCalls.undoOutcome, { oid, detectionOID, version })).toMatchObject({
      verdict: 'deleted',
    });
  });
});
