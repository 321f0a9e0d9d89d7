import { Readable } from 'node:stream';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  call,
  departmentCalls,
  memberCalls,
  organisationCalls,
  roleCalls,
  sessionCalls,
} from '@eyrie/domain';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BytesAnswer, serve, type Caller } from '../../platform/http/endpoint.ts';
import { registerCall } from '../../platform/http/register-call.ts';
import { createLog } from '../../platform/log.ts';
import { until } from '../../testing/caller.ts';
import { openMemberFixture, type MemberFixture } from '../../testing/members.ts';
import { createAccessHolds } from './access-holds.ts';

/** Milliseconds until whoever lost a right has lost its use. */
const WITHIN = 2_000;
const bytes = 'application/octet-stream';
const declared = {
  download: call({
    method: 'GET',
    effect: 'reads',
    path: '/nebula-five/test/download.rest',
    summary: 'bytes without an end',
    permission: ['/RoutePlanning'],
    request: z.object({ owner: z.string().optional() }),
    response: z.unknown(),
    bytes,
  }),
  upload: call({
    method: 'POST',
    effect: 'changes',
    audit: { none: 'a test' },
    path: '/nebula-five/test/upload.rest',
    summary: 'bytes that keep coming',
    permission: ['/RoutePlanning'],
    request: z.object({}),
    response: z.object({}),
    upload: { maxBytes: 1_000_000, toDisk: true },
  }),
};
/** Bytes for as long as somebody takes them. */
const endless = (): Readable =>
  Readable.from(
    (async function* pieces() {
      for (;;) {
        yield Buffer.alloc(100);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })(),
    { objectMode: false },
  );

let fixture: MemberFixture;
let access: ReturnType<typeof createAccessHolds>;
let app: FastifyInstance;
let port: number;
/** Uses of sessions that are being written down. */
const uses = new Set<Promise<unknown>>();
/** Departments that see what `owner` names in a download. */
const seers = new Map<string, string>();

beforeAll(async () => {
  fixture = await openMemberFixture();
  const { session, database, runtime } = fixture.rooms;
  const { callerOf, onEnded, onMemberChanged } = session;
  const touch = async (oid: string): Promise<void> => {
    const use = session.touch(oid);
    uses.add(use);
    await use.finally(() => uses.delete(use));
  };
  const sessions = { callerOf, onEnded, onMemberChanged, touch };
  access = createAccessHolds(runtime, { session: sessions, listen: database.connection.listen });
  await access.start();
  app = Fastify();
  await app.register(cookie);
  await app.register(multipart);
  const options = {
    authenticate: session.authenticate,
    recentlyVerified: session.recentlyVerified,
    onRefusal: () => undefined,
    rightsOfRole: async () => null,
    access,
    log: createLog({ level: 'silent' }),
    uploadFolder: (await import('node:os')).tmpdir(),
    notReady: () => null,
  };
  const visibleTo =
    (owner: string) =>
    async ({ groupOID }: Caller): Promise<boolean> =>
      seers.get(owner) === groupOID;
  registerCall(
    app,
    serve(
      declared.download,
      async ({ owner }) =>
        new BytesAnswer(endless(), { 'content-type': bytes }, 200, owner ? visibleTo(owner) : undefined),
    ),
    options,
  );
  registerCall(
    app,
    serve(declared.upload, async () => ({})),
    options,
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  app?.server.closeAllConnections();
  await app?.close();
  await access?.stop();
  await fixture?.close();
});

interface Going {
  over(): boolean;
  stop(): void;
}
/** Begins to read bytes. Resolves when the first have come. */
const download = async (token: string, owner?: string): Promise<Going> => {
  const path = `${declared.download.path}${owner ? `?owner=${owner}` : ''}`;
  const asked = httpRequest({ port, path, headers: { authToken: token } });
  let over = false;
  asked.on('error', () => (over = true)).end();
  const answer = await new Promise<IncomingMessage>((resolve) => {
    asked.once('response', resolve);
  });
  answer.on('error', () => (over = true)).on('close', () => (over = true));
  await new Promise((resolve) => {
    answer.once('data', resolve);
  });
  return { over: () => over, stop: () => asked.destroy() };
};
/** Begins to send a file and keeps sending. */
const upload = async (token: string): Promise<Going> => {
  const asked = httpRequest({
    port,
    method: 'POST',
    path: declared.upload.path,
    headers: { authToken: token, 'content-type': 'multipart/form-data; boundary=part' },
  });
  let over = false;
  asked.on('error', () => (over = true)).on('close', () => (over = true));
  asked.write('--part\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
  const timer = setInterval(() => void asked.write('x'), 20);
  const before = holding();
  await until('received', holding, (count) => count > before);
  const stop = (): void => {
    clearInterval(timer);
    asked.destroy();
  };
  return { over: () => over, stop };
};
let held = 0;
const holding = (): number => held;
/** Counts what is held, so that a test knows when the server has begun to read. */
beforeAll(() => {
  const { hold } = access;
  access.hold = (one) => {
    held += 1;
    return hold(one);
  };
});

let people = 0;
const person = async (part: { groupOID?: string; roleOIDs?: string[] } = {}) => {
  people += 1;
  return fixture.person(`holder-${people}`, { roleOIDs: [await fixture.first('operator')], ...part });
};
const department = async (name: string, parentOID = fixture.root): Promise<string> =>
  (await fixture.call<{ oid: string }>(departmentCalls.save, { name, parentOID })).oid;
const grantOf = async (roleOID: string): Promise<string[]> =>
  fixture.db
    .selectFrom('role_resource')
    .select('resource')
    .where('role_oid', '=', roleOID)
    .execute()
    .then((rows) => rows.map(({ resource }) => resource));
/** A role of its own with the right to the test's calls. */
const roleWith = async (resourceOIDs: string[]): Promise<string> => {
  const name = `role-${(people += 1)}`;
  const { oid } = await fixture.call<{ oid: string }>(roleCalls.save, { name, type: 'menu' });
  await fixture.call(roleCalls.grant, { roleOID: oid, resourceOIDs });
  return oid;
};

type Loss = (who: { oid: string; token: string; roleOID: string }) => Promise<unknown>;
const losses: [string, Loss][] = [
  [
    'the session is ended',
    async ({ oid }) => {
      const { list } = await fixture.call<{ list: { oid: string; memberOID: string }[] }>(
        sessionCalls.online,
        {},
      );
      const oids = list.filter((one) => one.memberOID === oid).map((one) => one.oid);
      return fixture.call(sessionCalls.end, { oids });
    },
  ],
  [
    'the member is disabled',
    ({ oid }) => fixture.call(memberCalls.setEnabled, { oids: [oid], enabled: false }),
  ],
  ['the member is deleted', ({ oid }) => fixture.call(memberCalls.remove, { oids: [oid] })],
  ['the password is reset', ({ oid }) => fixture.call(memberCalls.resetPassword, { oid })],
  [
    'the role is taken away',
    ({ oid, roleOID }) => fixture.call(roleCalls.removeMembers, { roleOID, userOIDs: [oid] }),
  ],
  [
    'the role loses the right',
    ({ roleOID }) => fixture.call(roleCalls.grant, { roleOID, resourceOIDs: ['/DeviceAll'] }),
  ],
  [
    'the member is moved to another department',
    async ({ oid }) =>
      fixture.call(departmentCalls.moveMembers, {
        userOIDs: [oid],
        groupOID: await department(`moved-${(people += 1)}`),
      }),
  ],
];

describe('within two seconds downloads and uploads under way end when', () => {
  it.each(losses)('%s', async (_what, lose) => {
    const roleOID = await roleWith(['/RoutePlanning']);
    const who = { ...(await person({ roleOIDs: [roleOID] })), roleOID };
    const going = [await download(who.token), await upload(who.token)];
    await lose(who);
    await until(
      'over',
      () => going.map((one) => one.over()),
      (over) => over.every(Boolean),
      WITHIN,
    );
  });

  it('the organisation shortens how long a session may rest', async () => {
    const { token } = await person();
    const going = await download(token);
    // What is under way is a use of its session: written after the clock was moved it would be one of now.
    await Promise.all(uses);
    fixture.rooms.clock.move(10 * 60_000);
    // The administrator's own session has rested as long; a call is a use.
    await fixture.rooms.session.authenticate(fixture.admin);
    await fixture.call(
      organisationCalls.edit,
      { idleMinutes: 5 },
      await fixture.rooms.tokenOf('gamma-administrator'),
    );
    await until('over', going.over, Boolean, WITHIN);
    await fixture.call(
      organisationCalls.edit,
      { idleMinutes: 120 },
      await fixture.rooms.tokenOf('gamma-administrator'),
    );
  });
});

describe('what is under way goes on', () => {
  it('when somebody else loses a right, and when other rights of the same member change', async () => {
    const roleOID = await roleWith(['/RoutePlanning', '/DeviceAll']);
    const [who, other] = [await person({ roleOIDs: [roleOID] }), await person({ roleOIDs: [roleOID] })];
    const going = [await download(who.token), await upload(who.token)];
    const lost = await download(other.token);
    await fixture.call(roleCalls.removeMembers, { roleOID, userOIDs: [other.oid] });
    await until('over', lost.over, Boolean, WITHIN);
    await fixture.call(roleCalls.grant, { roleOID, resourceOIDs: ['/RoutePlanning'] });
    expect(await grantOf(roleOID)).toEqual(['/RoutePlanning']);
    // A loss that comes later and is judged after it tells that the former was judged.
    await fixture.call(memberCalls.setEnabled, { oids: [other.oid], enabled: false });
    const marker = await person({ roleOIDs: [roleOID] });
    const last = await download(marker.token);
    await fixture.call(memberCalls.setEnabled, { oids: [marker.oid], enabled: false });
    await until('over', last.over, Boolean, WITHIN);
    expect(going.map((one) => one.over())).toEqual([false, false]);
    for (const one of going) one.stop();
  });
});

describe('a department that is hung elsewhere', () => {
  it('ends what those above the old place are reading, unless it says itself that they still may', async () => {
    const [from, to] = [await department('from'), await department('to')];
    const moving = await department('moving', from);
    seers.set('kept', from);
    seers.set('gone', moving);
    const loser = await person({ groupOID: from });
    const whole = await download(loser.token);
    const kept = await download(loser.token, 'kept');
    const gone = await download(loser.token, 'gone');
    const beside = await download((await person({ groupOID: to })).token);
    await fixture.call(departmentCalls.move, { oid: moving, parentOID: to });
    await until(
      'over',
      () => [whole.over(), gone.over()],
      (over) => over.every(Boolean),
      WITHIN,
    );
    expect([kept.over(), beside.over()]).toEqual([false, false]);
    kept.stop();
    beside.stop();
  });
});
