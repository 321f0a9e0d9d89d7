import {
  detectionCalls,
  limits,
  type DetectionRecord,
  type OutcomeRecord,
  type PictureLock,
  type ResponseOf,
} from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '../../platform/http/refusal.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints } from './index.ts';

let rooms: TestRooms;
let mediaOID = '';
let run: DetectionRecord;
let outcome: OutcomeRecord | undefined;
/** How far the clock of the servers was moved, ms. */
let later = 0;

type Declaration = Parameters<TestRooms['call']>[0];
const as =
  (account: string) =>
  async <T>(declaration: Declaration, request: unknown): Promise<T> => {
    const { audit: auditLog, department } = rooms;
    const { serverTime } = rooms.runtime;
    const runtime = { ...rooms.runtime, serverTime: () => serverTime() + later };
    // Made anew for each call: nothing may lie in the memory of one server.
    const defects = createDefects({
      runtime,
      audit: auditLog,
      ground: async () => null,
      placeOrders: async () => undefined,
    });
    const extra = endpoints({ runtime }, { auditLog, department }, defects);
    const token = await rooms.tokenOf(account);
    return (await rooms.call(declaration, request, { token, extra, language: 'en' })).data as T;
  };
const administrator = as('gamma-administrator');
const auditor = as('gamma-auditor');

beforeAll(async () => {
  rooms = await createTestRooms();
  await rooms.seed('gamma', ['administrator', 'auditor'], 'Flug-4711!');
  await rooms.seed('omega', ['administrator'], 'Flug-4711!');
  mediaOID = rooms.runtime.newOid();
  await sql`insert into media (oid, group_root, group_oid, object_key, name, kind, size)
    select ${mediaOID}::uuid, group_root, group_oid, ${mediaOID}, 'a.jpg', 'photo', 1 from member
    where account = 'gamma-administrator'`.execute(rooms.db);
  run = await administrator(detectionCalls.add, {
    name: 'run',
    model: 'm',
    modelVersion: '1',
    sourceId: 'one',
  });
  const box = { x: 1, y: 1, width: 2, height: 2 };
  const found = {
    sourceId: '1',
    mediaOID,
    box,
    picture: { width: 9, height: 9 },
    class: 'crack',
    confidence: 1,
  };
  await administrator(detectionCalls.submit, { oid: run.oid, outcomes: [found] });
  const { list } = await administrator<{ list: OutcomeRecord[] }>(detectionCalls.queryOutcome, {
    detectionOID: run.oid,
  });
  [outcome] = list;
});
afterAll(() => rooms?.close());

const picture = () => ({ detectionOID: run.oid, mediaOID });
const judge = (who: ReturnType<typeof as>) =>
  who<OutcomeRecord>(detectionCalls.auditOutcome, {
    oid: outcome?.oid,
    detectionOID: run.oid,
    verdict: 'confirmed',
  });
const refusalOf = (work: Promise<unknown>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error('not refused')),
    (error: unknown) => error as Refusal,
  );

describe('a picture that is reviewed', () => {
  it("is one reviewer's of many that come at once, and all learn whose", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? administrator : auditor)<PictureLock>(detectionCalls.lockPicture, picture()),
      ),
    );
    const names = new Set(answers.map(({ holder }) => holder?.name));
    expect(names.size).toBe(1);
    expect(new Set(answers.map(({ holder }) => holder?.own))).toEqual(new Set([true, false]));
    for (const who of [administrator, auditor]) await who(detectionCalls.unlockPicture, picture());
  });

  it('is judged by its holder alone, who is named to the other, until it is freed', async () => {
    const { holder } = await administrator<PictureLock>(detectionCalls.lockPicture, picture());
    expect(holder).toMatchObject({ own: true });
    const refused = await refusalOf(judge(auditor));
    expect(refused).toMatchObject({ reason: 'pictureLocked' });
    expect(refused.details).toMatchObject({ data: { by: holder?.name, since: holder?.since } });
    // Another person cannot free it.
    await auditor(detectionCalls.unlockPicture, picture());
    expect((await refusalOf(judge(auditor))).reason).toBe('pictureLocked');
    expect(await judge(administrator)).toMatchObject({ verdict: 'confirmed' });
    await administrator(detectionCalls.unlockPicture, picture());
    expect(await judge(auditor)).toMatchObject({ verdict: 'confirmed' });
  });

  it('keeps its age while it is renewed, and is free by itself when that ends', async () => {
    const first = await administrator<PictureLock>(detectionCalls.lockPicture, picture());
    later += limits.detection.lockRenew;
    const renewed = await administrator<PictureLock>(detectionCalls.lockPicture, picture());
    expect(renewed.holder?.since).toBe(first.holder?.since);
    expect(renewed.holder?.until).toBeGreaterThan(first.holder?.until ?? Number.POSITIVE_INFINITY);
    later += limits.detection.lockLife + 1;
    const taken = await auditor<PictureLock>(detectionCalls.lockPicture, picture());
    expect(taken.holder).toMatchObject({ own: true });
    expect((await refusalOf(judge(administrator))).reason).toBe('pictureLocked');
  });

  it('is nothing to another organisation, and one that is not of the run is unknown', async () => {
    const stranger = as('omega-administrator');
    expect((await refusalOf(stranger(detectionCalls.lockPicture, picture()))).reason).toBe('notFound');
    const other = { ...picture(), mediaOID: rooms.runtime.newOid() };
    expect((await refusalOf(administrator(detectionCalls.lockPicture, other))).reason).toBe('pictureUnknown');
  });
});

describe('a picture that was reviewed', () => {
  const reviewed = async (who: ReturnType<typeof as>): Promise<(boolean | undefined)[]> => {
    const { pictures } = await who<ResponseOf<typeof detectionCalls.toView>>(detectionCalls.toView, {
      oid: run.oid,
    });
    return pictures.map((one) => one.reviewed);
  };
  const forget = () => sql`delete from detection_reviewed`.execute(rooms.db);

  it('is kept for each person alone, however often they say so', async () => {
    await forget();
    expect(await reviewed(administrator)).toEqual([false]);
    for (let time = 0; time < 2; time += 1) await administrator(detectionCalls.reviewPicture, picture());
    expect([await reviewed(administrator), await reviewed(auditor)]).toEqual([[true], [false]]);
  });

  it('is one on which a box was judged, by whoever judged it', async () => {
    await forget();
    later += limits.detection.lockLife + 1;
    await judge(auditor);
    expect([await reviewed(administrator), await reviewed(auditor)]).toEqual([[false], [true]]);
  });

  it('is nothing to another organisation, and one that is not of the run is unknown', async () => {
    const stranger = as('omega-administrator');
    expect((await refusalOf(stranger(detectionCalls.reviewPicture, picture()))).reason).toBe('notFound');
    const other = { ...picture(), mediaOID: rooms.runtime.newOid() };
    expect((await refusalOf(administrator(detectionCalls.reviewPicture, other))).reason).toBe(
      'pictureUnknown',
    );
  });
});
