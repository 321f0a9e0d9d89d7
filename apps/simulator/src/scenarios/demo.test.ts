import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { startCallServer, type Call, type CallAnswer, type CallServer } from '../testing/call-server.ts';
import { namedIn } from './demo-room.ts';
import { DemoBook } from './demo.book.ts';
import { flyPatrol } from './demo.patrol.ts';
import { demoDocks, registerDock } from './demo/dock.ts';
import { demoRoutes, provideRoute } from './demo/route.ts';
import { connectServer, type ServerCalls } from './server-calls.ts';

const [, , dock] = namedIn(demoDocks, 'zh-CN');
const [, , inEnglish] = namedIn(demoDocks, 'en');
const [, , route] = namedIn(demoRoutes, 'zh-CN');
const [, , routeInArabic] = namedIn(demoRoutes, 'ar');
if (!dock || !route || !inEnglish || !routeInArabic) throw new Error('the demo has three docks and routes');
let folder: string;
let server: CallServer;
let calls: ServerCalls;
let answers: Record<string, CallAnswer | ((call: Call) => CallAnswer)>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'eyrie-demo-'));
  answers = {
    'login/loginPC': { data: { authToken: 'token', groupOID: 'department' } },
    'uavdock/query': { data: { list: [] } },
    'uavdock/add': (call) => ({ data: { oid: 'dock', sn: call.body.sn, secret: 'once' } }),
    'uavroute/query': { data: { list: [] } },
    'uavroute/uploadKmz': { data: { oid: 'route' } },
    'uavdock/get': { data: { online: true, workState: 'idle' } },
    'uavdockmonitor/leaseGet': { data: { epoch: 1, holder: null, asked: false, serverTime: Date.now() } },
    'uavflight/query': { data: { list: [] } },
    'uavflight/add': { data: { oid: 'flight', taskOID: 'task' } },
    'uavflight/gate': { data: { ready: true, items: [] } },
    'uavdockmonitor/leaseTake': () => ({
      data: { epoch: 7, holder: { mine: true }, asked: false, serverTime: Date.now() + 90_000 },
    }),
    'uavdockmonitor/challenge': { data: { nonce: 'nonce' } },
    'uavdockmonitor/startJob': { data: { state: 'accepted' } },
    'uavdockmonitor/leaseRelease': { data: { ok: true } },
    'uavflight/delete': { data: { ok: true } },
    'uavtask/delete': { data: { ok: true } },
    'uavdock/delete': { data: { ok: true } },
  };
  server = await startCallServer((call) => {
    const answer = answers[call.path];
    return (typeof answer === 'function' ? answer(call) : answer) ?? { status: 404, reason: 'notFound' };
  });
  calls = connectServer({ server: server.url, account: 'demo', password: () => 'p', log: silentLog });
});

afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const asked = () => server.calls.map((call) => call.path);
const fly = () =>
  flyPatrol(calls, { dockOID: 'dock', dockName: dock.name, routeOID: 'route' }, realClock, silentLog);

describe('the docks of the demo', () => {
  it('are registered once; the secret is kept for the owner alone', async () => {
    const first = await registerDock(calls, new DemoBook(folder), dock, silentLog);
    expect(first).toMatchObject({ oid: 'dock', secret: 'once' });
    expect(server.calls.at(-1)).toMatchObject({
      token: 'token',
      body: { name: dock.name, groupOID: 'department', model: '3-3-0' },
    });
    expect(statSync(join(folder, 'docks.json')).mode & 0o777).toBe(0o600);
    answers['uavdock/query'] = { data: { list: [{ oid: 'dock', sn: first?.sn, name: dock.name }] } };
    expect(await registerDock(calls, new DemoBook(folder), dock, silentLog)).toEqual(first);
    expect(asked().filter((path) => path === 'uavdock/add')).toHaveLength(1);
  });

  it('are replaced when their secret is lost', async () => {
    answers['uavdock/query'] = { data: { list: [{ oid: 'old', sn: `${dock.prefix}OLD`, name: dock.name }] } };
    expect(await registerDock(calls, new DemoBook(folder), dock, silentLog)).toMatchObject({ oid: 'dock' });
    expect(server.calls.find((call) => call.path === 'uavdock/delete')?.body).toEqual({ oids: ['old'] });
    expect(readFileSync(join(folder, 'docks.json'), 'utf8')).toContain('once');
  });

  it('are called otherwise in another language, once, and stay the same docks', async () => {
    const first = await registerDock(calls, new DemoBook(folder), dock, silentLog);
    answers['uavdock/query'] = { data: { list: [{ oid: 'dock', sn: first?.sn, name: dock.name }] } };
    answers['uavdock/edit'] = { data: {} };
    const renamed = await registerDock(calls, new DemoBook(folder), inEnglish, silentLog);
    expect(renamed).toEqual({ ...first, name: inEnglish.name });
    expect(server.calls.at(-1)).toMatchObject({
      path: 'uavdock/edit',
      body: { oid: 'dock', name: inEnglish.name },
    });
    answers['uavdock/query'] = { data: { list: [{ oid: 'dock', sn: first?.sn, name: inEnglish.name }] } };
    await registerDock(calls, new DemoBook(folder), inEnglish, silentLog);
    expect(asked().filter((path) => path === 'uavdock/edit')).toHaveLength(1);
    expect(asked().filter((path) => path === 'uavdock/add')).toHaveLength(1);
  });

  it('keep the name that a person gave them', async () => {
    const first = await registerDock(calls, new DemoBook(folder), dock, silentLog);
    answers['uavdock/query'] = { data: { list: [{ oid: 'dock', sn: first?.sn, name: 'Mine' }] } };
    expect(await registerDock(calls, new DemoBook(folder), inEnglish, silentLog)).toEqual(first);
    expect(asked()).not.toContain('uavdock/edit');
    expect(asked()).not.toContain('uavdock/delete');
  });

  it('are found in a book of an older version, which knew them by their names', async () => {
    const sn = `${dock.prefix}OLD`;
    const old = { oid: 'dock', sn, droneSn: 'D', secret: 'kept' };
    writeFileSync(join(folder, 'docks.json'), JSON.stringify({ [dock.name]: old }));
    answers['uavdock/query'] = { data: { list: [{ oid: 'dock', sn, name: dock.name }] } };
    expect(await registerDock(calls, new DemoBook(folder), dock, silentLog)).toMatchObject(old);
    expect(asked()).not.toContain('uavdock/add');
  });

  it('leave the dock alone that a person registered under a number like theirs', async () => {
    answers['uavdock/query'] = { data: { list: [{ oid: 'own', sn: `${dock.prefix}OWN`, name: 'Mine' }] } };
    expect(await registerDock(calls, new DemoBook(folder), dock, silentLog)).toMatchObject({ oid: 'dock' });
    expect(asked()).not.toContain('uavdock/delete');
  });

  it('wait when the server refuses', async () => {
    answers['uavdock/add'] = { status: 503, reason: 'startingUp' };
    expect(await registerDock(calls, new DemoBook(folder), dock, silentLog)).toBeNull();
  });
});

describe('a route of the demo', () => {
  it('is uploaded as a route file unless it is there', async () => {
    expect(await provideRoute(calls, new DemoBook(folder), route, silentLog)).toBe('route');
    const upload = server.calls.at(-1)?.body.bytes as Buffer;
    expect(upload.includes('wpmz/waylines.wpml')).toBe(true);
    answers['uavroute/get'] = { data: { oid: 'route', name: route.name } };
    expect(await provideRoute(calls, new DemoBook(folder), route, silentLog)).toBe('route');
    expect(asked().filter((path) => path === 'uavroute/uploadKmz')).toHaveLength(1);
  });

  it('that an older version uploaded is found by its name in any language', async () => {
    answers['uavroute/query'] = ({ body }) => ({
      data: {
        list: body['keyword'] === routeInArabic.name ? [{ oid: 'there', name: routeInArabic.name }] : [],
      },
    });
    expect(await provideRoute(calls, new DemoBook(folder), routeInArabic, silentLog)).toBe('there');
    expect(asked()).not.toContain('uavroute/uploadKmz');
  });

  it('is called otherwise in another language, with the tasks of its flights', async () => {
    await provideRoute(calls, new DemoBook(folder), route, silentLog);
    answers['uavroute/get'] = { data: { oid: 'route', name: route.name } };
    answers['uavtask/query'] = {
      data: {
        list: [
          { oid: 'task', name: route.name },
          { oid: 'other', name: `${route.name}2` },
        ],
      },
    };
    answers['uavtask/edit'] = { data: {} };
    answers['uavroute/edit'] = { data: {} };
    expect(await provideRoute(calls, new DemoBook(folder), routeInArabic, silentLog)).toBe('route');
    const { name } = routeInArabic;
    expect(server.calls.slice(-2).map(({ path, body }) => [path, body])).toEqual([
      ['uavtask/edit', { oid: 'task', name }],
      ['uavroute/edit', { oid: 'route', name }],
    ]);
  });

  it('keeps the name that a person gave it', async () => {
    await provideRoute(calls, new DemoBook(folder), route, silentLog);
    answers['uavroute/get'] = { data: { oid: 'route', name: 'Mine' } };
    expect(await provideRoute(calls, new DemoBook(folder), routeInArabic, silentLog)).toBe('route');
    expect(asked()).not.toContain('uavroute/edit');
    expect(asked().filter((path) => path === 'uavroute/uploadKmz')).toHaveLength(1);
  });
});

describe('a patrol', () => {
  it('takes control, confirms, starts in the time of the server, and gives control back', async () => {
    expect(await fly()).toBe(true);
    expect(asked().slice(-8)).toEqual([
      'uavdockmonitor/leaseGet',
      'uavflight/query',
      'uavflight/add',
      'uavflight/gate',
      'uavdockmonitor/leaseTake',
      'uavdockmonitor/challenge',
      'uavdockmonitor/startJob',
      'uavdockmonitor/leaseRelease',
    ]);
    const start = server.calls.at(-2)?.body;
    expect(start).toMatchObject({ oid: 'dock', flightOID: 'flight', epoch: 7, nonce: 'nonce' });
    expect(Number(start?.issuedAt) - Date.now()).toBeGreaterThan(85_000);
    expect(server.calls.at(-1)?.body).toMatchObject({ epoch: 7, control: 'flight' });
  });

  it('leaves a dock alone that somebody holds or that is busy', async () => {
    answers['uavdockmonitor/leaseGet'] = {
      data: { epoch: 1, holder: { mine: false }, asked: false, serverTime: 0 },
    };
    expect(await fly()).toBe(false);
    answers['uavdock/get'] = { data: { online: true, workState: 'working' } };
    expect(await fly()).toBe(false);
    expect(asked()).not.toContain('uavflight/add');
  });

  it('leaves a dock to who arranged a flight there lately, but not for ever', async () => {
    const serverTime = 1_000_000_000;
    answers['uavdockmonitor/leaseGet'] = { data: { epoch: 1, holder: null, asked: false, serverTime } };
    answers['uavflight/query'] = { data: { list: [{ createdAt: serverTime - 9 * 60_000 }] } };
    expect(await fly()).toBe(false);
    expect(server.calls.at(-1)?.body).toMatchObject({ dockOID: 'dock', state: 'created' });
    answers['uavflight/query'] = { data: { list: [{ createdAt: serverTime - 11 * 60_000 }] } };
    expect(await fly()).toBe(true);
  });

  it('waits for its battery without taking control, and leaves no flight behind', async () => {
    const items = [{ item: 'battery', blocks: true, value: 29, limit: 30 }];
    answers['uavflight/gate'] = { data: { ready: false, items } };
    expect(await fly()).toBe(false);
    expect(asked().slice(-3)).toEqual(['uavflight/gate', 'uavflight/delete', 'uavtask/delete']);
    expect(asked()).not.toContain('uavdockmonitor/leaseTake');
  });

  it('ends the flight of whose start nobody knows what became, which keeps the dock from every other', async () => {
    const items = [{ item: 'otherFlight', blocks: true, value: 'lost', limit: null }];
    answers['uavflight/gate'] = { data: { ready: false, items } };
    answers['uavdockmonitor/forceEndJob'] = { data: { state: 'accepted' } };
    expect(await fly()).toBe(false);
    expect(asked().slice(-6)).toEqual([
      'uavflight/delete',
      'uavtask/delete',
      'uavdockmonitor/leaseTake',
      'uavdockmonitor/challenge',
      'uavdockmonitor/forceEndJob',
      'uavdockmonitor/leaseRelease',
    ]);
    expect(server.calls.at(-3)?.body).toMatchObject({ method: 'forceEndJob' });
    expect(server.calls.at(-2)?.body).toMatchObject({ oid: 'dock', flightOID: 'lost', epoch: 7 });
  });

  it('removes the flight that was refused with its empty task, and gives control back', async () => {
    answers['uavdockmonitor/startJob'] = { status: 409, reason: 'gateBlocked' };
    expect(await fly()).toBe(false);
    expect(asked().slice(-3)).toEqual(['uavdockmonitor/leaseRelease', 'uavflight/delete', 'uavtask/delete']);
    expect(server.calls.at(-1)?.body).toEqual({ oids: ['task'] });
  });

  it('does not remove a flight of which nothing is known', async () => {
    answers['uavdockmonitor/startJob'] = { status: 504, reason: 'deviceSilent' };
    expect(await fly()).toBe(false);
    expect(asked()).not.toContain('uavflight/delete');
  });
});

describe('a session', () => {
  it('is renewed when it has ended', async () => {
    let ended = true;
    answers['uavdock/get'] = (call) => {
      if (ended && call.token) {
        ended = false;
        return { status: 401, reason: 'notSignedIn' };
      }
      return { data: { oid: 'dock' } };
    };
    expect(await calls.get('/nebula-five/uavdock/get.rest', { oid: 'dock' })).toEqual({
      ok: true,
      data: { oid: 'dock' },
    });
    expect(asked().filter((path) => path === 'login/loginPC')).toHaveLength(2);
  });

  it('tells an unreachable server from a refusal', async () => {
    const nobody = connectServer({
      server: 'http://127.0.0.1:1',
      account: 'demo',
      password: () => 'p',
      log: silentLog,
    });
    expect(await nobody.get('/x', {})).toMatchObject({ ok: false, status: 0, reason: 'unreachable' });
  });
});
