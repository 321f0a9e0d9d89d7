import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { allCalls, detectionCalls, limits, type ResponseOf } from '@eyrie/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../platform/http/endpoint.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { createLog } from '../../platform/log.ts';
import { reasonOf, refusalOf } from '../../testing/refusal-of.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createDefects, endpoints } from './index.ts';

let rooms: TestRooms;
let detectionOID: string;
let token: string;
const mediaOID = '019a0000-0000-7000-8000-000000000001';

type Declaration = Parameters<TestRooms['call']>[0];
const served = () => {
  const { audit: auditLog, department, runtime } = rooms;
  const parts = {
    runtime,
    audit: auditLog,
    ground: async () => null,
    placeOrders: async () => undefined,
  };
  return endpoints({ runtime }, { auditLog, department }, createDefects(parts));
};
const callAs = async <One extends Declaration>(
  by: string,
  declaration: One,
  asked: object,
): Promise<ResponseOf<One>> =>
  (await rooms.call(declaration, asked, { token: by, extra: served() })).data as ResponseOf<One>;
const call = <One extends Declaration>(declaration: One, asked: object): Promise<ResponseOf<One>> =>
  callAs(token, declaration, asked);

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

describe('a detector of another organisation', () => {
  it('brings nothing to a run that is not its own, and finds no picture of others for its own', async () => {
    await rooms.seed('delta', ['administrator'], 'Flug-4711!');
    const foreign = await rooms.tokenOf('delta-administrator');
    const before = await stored();
    const outcomes = [found('foreign')];
    expect(await reasonOf(callAs(foreign, detectionCalls.submit, { oid: detectionOID, outcomes }))).toBe(
      'notFound',
    );
    const own = { name: 'run', model: 'cracks', modelVersion: '1', sourceId: 'one' };
    const { oid } = await callAs(foreign, detectionCalls.add, own);
    expect(oid).not.toBe(detectionOID);
    const refused = await refusalOf(callAs(foreign, detectionCalls.submit, { oid, outcomes }));
    expect([refused?.reason, refused?.details.data]).toEqual(['pictureUnknown', { mediaOID }]);
    expect(await stored()).toEqual(before);
    expect((await callAs(foreign, detectionCalls.queryOutcome, { detectionOID: oid })).list).toEqual([]);
  });
});

const million = 1_000_000;
const perPart = 1_000;
const outcomeText = (at: number): string => JSON.stringify(found(`box ${String(at).padStart(7, '0')}`));
/** A request of a million boxes, part by part. */
function* millionBoxes(): Generator<string> {
  yield `{"oid":"${detectionOID}","outcomes":[`;
  for (let from = 0; from < million; from += perPart)
    yield `${from === 0 ? '' : ','}${Array.from({ length: perPart }, (_, at) => outcomeText(from + at)).join(',')}`;
  yield ']}';
}
const millionLength = (): number =>
  `{"oid":"${detectionOID}","outcomes":[]}`.length + million * outcomeText(0).length + million - 1;

/** Sends them until there is an answer. @returns that, and how many bytes had gone out by then */
const sendMillion = async (port: number, more: Record<string, string>) => {
  const sending = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: detectionCalls.submit.path,
    headers: { 'content-type': 'application/json', authToken: token, ...more },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  // Once it is refused the rest has nobody who takes it.
  pipeline(Readable.from(millionBoxes()), sending).catch(() => undefined);
  const [answer] = await answered;
  const sent = sending.socket?.bytesWritten ?? 0;
  const body = await json(answer);
  sending.destroy();
  return { status: answer.statusCode, body, sent };
};

describe('a million boxes in one request', () => {
  it.each([
    ['whose length is announced', true],
    ['whose length nobody knows before', false],
  ])(
    '%s are refused before they have all come, and the next request is answered',
    async (_what, isAnnounced) => {
      const own = new Map(served().map((one) => [one.declaration, one]));
      const app = await createHttpServer({
        endpoints: allCalls.map(
          (declaration) =>
            own.get(declaration) ?? serve(declaration, () => Promise.reject(new Error('reached'))),
        ),
        authenticate: (one) => rooms.session.authenticate(one),
        recentlyVerified: () => null,
        onRefusal: () => undefined,
        rightsOfRole: async () => null,
        access: { stamp: () => ({ changes: 0, narrowings: 0 }), hold: () => () => undefined },
        log: createLog({ level: 'silent' }),
        uploadFolder: '',
        notReady: () => null,
        trustedProxies: [],
        serverTime: rooms.runtime.serverTime,
        tls: null,
      });
      try {
        await app.listen({ host: '127.0.0.1', port: 0 });
        const { port } = app.server.address() as AddressInfo;
        const before = await stored();
        const length = millionLength();
        const more: Record<string, string> = isAnnounced ? { 'content-length': String(length) } : {};
        const { status, body, sent } = await sendMillion(port, more);
        expect(status).toBe(413);
        expect(body).toMatchObject({ data: { reason: 'tooLarge' } });
        // What the system keeps of a connection is a few megabytes.
        expect(sent).toBeLessThan(length / 5);
        expect(await stored()).toEqual(before);
        const next = await fetch(`http://127.0.0.1:${port}${detectionCalls.submit.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authToken: token },
          body: JSON.stringify({ oid: detectionOID, outcomes: [found(`after ${isAnnounced}`)] }),
        });
        expect(next.status).toBe(200);
        expect(await stored()).toHaveLength(before.length + 1);
      } finally {
        app.server.closeAllConnections();
        await app.close();
      }
    },
  );
});
