import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, auditActions, calls, type CallDeclaration } from '@eyrie/domain';
import { until } from '../caller.ts';
import { plainBody } from './bodies.ts';
import { idFields, kindsFor } from './by-id.ts';
import { receive, type Sent } from './send.ts';
import { openWorld, type Things, type World } from './world.ts';

let world: World;
let things: Things;
beforeAll(async () => {
  world = await openWorld();
  things = await world.addThings('south-administrator');
});
afterAll(() => world?.close());

const nameOf = ({ method, path }: CallDeclaration): string => `${method} ${path}`;
/** Who is not signed in is nobody's member: such calls write what they find out themselves. */
const open: readonly CallDeclaration[] = allCalls.filter(({ permission }) => permission === 'public');
/** Changes that write nothing when they are taken; refused they are written down like any other. */
const quiet = (declaration: CallDeclaration): boolean => auditActions(declaration).length === 0;
/** Ends the session with which everything else is asked. */
const ending: readonly CallDeclaration[] = [calls.session.logout];

interface Row {
  group_root: string | null;
  action: string;
  outcome: string;
  member_oid: string | null;
  session_oid: string | null;
  address: string | null;
  dock_oid: string | null;
  detail: Record<string, unknown>;
}
const heads = async (): Promise<number> => {
  const rows = await world.db.selectFrom('audit_head').select('seq').execute();
  return rows.reduce((sum, { seq }) => sum + Number(seq), 0);
};
const rowsAfter = async (count: number): Promise<Row[]> => {
  const rows = await world.db
    .selectFrom('audit_log')
    .select(['group_root', 'action', 'outcome', 'member_oid', 'session_oid', 'address', 'dock_oid', 'detail'])
    .orderBy('seq')
    .offset(count)
    .execute();
  return rows;
};
/** Makes a call and gives the rows that it wrote, refusals among them, which are written behind the answer. */
const written = async (
  ask: () => Promise<Sent>,
  // A busy machine takes its time; only where none may come is it not worth waiting for.
  patience = 10_000,
): Promise<{ sent: Sent; rows: Row[] }> => {
  const before = await heads();
  const sent = await ask();
  await until('a row', heads, (count) => count > before, patience, 10).catch(() => undefined);
  return { sent, rows: await rowsAfter(before) };
};
const expectOne = (rows: readonly Row[], what: string): Row => {
  expect(rows, `${what}: ${JSON.stringify(rows)}`).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error(what);
  expect(row.member_oid, what).not.toBeNull();
  expect(row.session_oid, what).not.toBeNull();
  expect(row.address, what).toBe('127.0.0.1');
  return row;
};

describe.each(
  allCalls.filter((one) => typeof one.permission !== 'string').map((one) => [nameOf(one), one] as const),
)('%s', (name, declaration) => {
  it('leaves one row when somebody may not make it', async () => {
    const { sent, rows } = await written(() =>
      world.send(declaration, world.south.tokens.nobody, plainBody(declaration.request, randomUUID())),
    );
    expect(sent.body.data.reason).toBe('notAllowed');
    expect(expectOne(rows, name)).toMatchObject({
      action: 'call.denied',
      outcome: 'notAllowed',
      detail: { path: declaration.path },
    });
  });
});

describe.each(
  allCalls
    .filter((one) => one.effect === 'changes' && !open.includes(one) && !ending.includes(one))
    .map((one) => [nameOf(one), one] as const),
)('%s', (name, declaration) => {
  it('leaves one row, done or refused', async () => {
    const oids = [
      randomUUID(),
      ...kindsFor(declaration, idFields(declaration), things).map(([, oid]) => oid),
    ];
    let last: string | null = null;
    for (const oid of oids) {
      const body = plainBody(declaration.request, oid);
      // Calls that name nothing answer the same each time.
      if (JSON.stringify(body) === last) break;
      last = JSON.stringify(body);
      const { sent, rows } = await written(
        () => world.send(declaration, world.south.tokens.administrator, body),
        quiet(declaration) ? 1_500 : 10_000,
      );
      const what = `${name} ${sent.status} ${String(sent.body?.data?.reason ?? '')}`;
      if (sent.status === 200 && quiet(declaration)) {
        expect(rows, what).toEqual([]);
        // Each look for a row that does not come costs its whole patience.
        break;
      }
      if (sent.status === 200)
        expect(auditActions(declaration), what).toContain(expectOne(rows, what).action);
      else expectOne(rows, what);
      expect(JSON.stringify(rows), what).not.toContain(world.south.tokens.administrator);
    }
  });
});

describe('what does not come to its call', () => {
  /** Sends what no client of ours would send. */
  const raw = (declaration: CallDeclaration, body: string | FormData, headers: Record<string, string>) =>
    receive(
      fetch(`${world.server.running.url}${declaration.path}`, {
        method: 'POST',
        headers: { authToken: world.south.tokens.administrator, ...headers },
        body,
      }),
    );
  const json = { 'content-type': 'application/json' };
  const parts = (): FormData => {
    const form = new FormData();
    form.append('oid', things.route);
    return form;
  };

  it.each([
    ['is no JSON', 'malformed', () => raw(calls.route.edit, '{"password":"canary', json)],
    ['is too deep', 'tooDeep', () => raw(calls.route.edit, '['.repeat(1_000), json)],
    [
      'is too long',
      'tooLarge',
      () => raw(calls.route.copy, JSON.stringify({ name: 'x'.repeat(1_100_000) }), json),
    ],
    [
      'is plain text',
      'unsupportedMediaType',
      () => raw(calls.route.edit, 'x', { 'content-type': 'text/plain' }),
    ],
    ['comes in parts that nobody reads', 'unsupportedMediaType', () => raw(calls.route.edit, parts(), {})],
    ['is no upload', 'unsupportedMediaType', () => raw(calls.route.uploadKmz, '{}', json)],
    [
      'is cut off',
      'malformed',
      () => raw(calls.route.uploadKmz, '--x', { 'content-type': 'multipart/form-data; boundary=x' }),
    ],
    [
      'looks through a role',
      'notFound',
      () => raw(calls.route.edit, '{}', { ...json, viewAsRole: randomUUID() }),
    ],
  ])('leaves one row when it %s', async (what, reason, ask) => {
    const { sent, rows } = await written(ask);
    expect(sent.body.data.reason).toBe(reason);
    expect(expectOne(rows, what)).toMatchObject({ action: 'call.refused', outcome: reason });
    expect(JSON.stringify(rows)).not.toContain('canary');
  });

  it('leaves one row when it would change something while looking through a role', async () => {
    const role = await world.db
      .selectFrom('role')
      .select('oid')
      .where('group_root', '=', world.south.groupRoot)
      .where('first_key', '=', 'leader')
      .executeTakeFirstOrThrow();
    const { rows } = await written(() => raw(calls.route.edit, '{}', { ...json, viewAsRole: role.oid }));
    expect(expectOne(rows, 'view')).toMatchObject({ action: 'call.denied', outcome: 'viewOnly' });
  });
});

it('says of a refused order for which dock it was and what it would have done', async () => {
  const order = (oid: string) => ({ oid, key: randomUUID(), droneOID: things.dock });
  const denied = await written(() =>
    world.send(calls.command.returnHome, world.south.tokens.nobody, order(things.dock)),
  );
  expect(expectOne(denied.rows, 'denied')).toMatchObject({
    action: 'call.denied',
    dock_oid: things.dock,
    detail: { request: { oid: things.dock, droneOID: '[undeclared]' } },
  });
  const elsewhere = await world.addThings('north-administrator');
  for (const [oid, dock] of [
    [things.dock, things.dock],
    [elsewhere.dock, null],
    [things.route, null],
  ] as const) {
    const { rows } = await written(() =>
      world.send(calls.dock.windLimitSet, world.south.tokens.administrator, { oid, windLimit: -1 }),
    );
    expect(expectOne(rows, oid)).toMatchObject({ action: 'call.refused', dock_oid: dock });
  }
});

describe('who is not signed in', () => {
  const guest = { account: 'guest', name: 'Guest', password: 'Canary#Nest42' };

  it('leaves one row with each sign-in that fails, whatever was to open it', async () => {
    for (const [declaration, request] of [
      [calls.session.login, { account: 'south-administrator', password: 'canary-1' }],
      [calls.session.login, { account: 'who-is-that', password: 'canary-2' }],
      [calls.session.codeExchange, { code: 'canary-3-canary-3-canary', purpose: 'authInfo' }],
      [calls.session.loginInfoExchange, { loginInfo: 'canary-4' }],
      [calls.session.openIdStart, { oid: randomUUID() }],
      [calls.invitation.accept, { ...guest, code: 'canary-5'.repeat(6).slice(0, 43) }],
    ] as const) {
      const { sent, rows } = await written(() => world.send(declaration, null, request));
      expect(sent.status, sent.text).toBeGreaterThanOrEqual(400);
      expect(rows, declaration.path).toHaveLength(1);
      expect(rows[0], declaration.path).toMatchObject({ outcome: 'refused', address: '127.0.0.1' });
      expect(JSON.stringify(rows), declaration.path).not.toMatch(/canary/i);
    }
  });

  it('leaves a row in the log of whose invitation it was that was refused', async () => {
    const invited = await world.send(calls.invitation.add, world.south.tokens.administrator, {
      groupOID: world.south.groupOID,
      roleOIDs: [],
      days: 1,
    });
    const { code } = invited.body.data as { code: string };
    const { sent, rows } = await written(() =>
      world.send(calls.invitation.accept, null, { ...guest, code, account: 'south-administrator' }),
    );
    expect(sent.body.data.reason).toBe('accountTaken');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: 'invitation.accept',
      outcome: 'refused',
      group_root: world.south.groupRoot,
      detail: { reason: 'accountTaken', account: 'south-administrator' },
    });
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('leaves one row a minute when it is too much, not one each', async () => {
    const before = await heads();
    const request = { loginInfo: 'x' };
    const answers = await Promise.all(
      // So many that one minute has too many, also where the next one begins among them.
      Array.from({ length: 260 }, () => world.send(calls.session.loginInfoExchange, null, request)),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
    const rows = await rowsAfter(before);
    const refused = rows.filter(({ action }) => action === 'login.refused');
    expect([1, 2]).toContain(refused.length);
    for (const row of refused)
      expect(row).toMatchObject({
        outcome: 'refused',
        address: '127.0.0.1',
        detail: { reason: 'tooManyRequests' },
      });
  });
});
