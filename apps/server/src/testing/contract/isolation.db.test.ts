import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, calls, type CallDeclaration } from '@eyrie/domain';
import { plainBody } from './bodies.ts';
import { everythingIn, kindsFor, nameOf, scopesIn, shapeOf, targeted, tryAll, withId } from './by-id.ts';
import { expectDecent, receive } from './send.ts';
import { roomFixtures } from './fixtures.generated.ts';
import { canary, idOf, openWorld, type Things, type World } from './world.ts';

let world: World;
/** Everything that north has: ids that south must not reach. */
let foreign: Record<string, string>;
let branch: Awaited<ReturnType<World['addDepartment']>>;
let sibling: Awaited<ReturnType<World['addDepartment']>>;
let branchThings: Things;
let rootThings: Things;
let siblingThings: Things;
/** What one department has and the one beside it must not reach. */
let beside: Record<string, string>;
let everythingOfNorth: () => Promise<string>;

beforeAll(async () => {
  world = await openWorld();
  everythingOfNorth = await everythingIn(world.db, world.north.groupRoot);
  branch = await world.addDepartment(world.north, 'branch');
  sibling = await world.addDepartment(world.north, 'sibling');
  rootThings = await world.addThings('north-administrator', canary);
  branchThings = await world.addThings(branch.account, canary);
  siblingThings = await world.addThings(sibling.account, canary);
  const member = await world.db
    .selectFrom('member')
    .select('oid')
    .where('account', '=', 'north-administrator')
    .executeTakeFirstOrThrow();
  const role = await world.db
    .selectFrom('role')
    .select('oid')
    .where('group_root', '=', world.north.groupRoot)
    .where('first_key', '=', 'leader')
    .executeTakeFirstOrThrow();
  const key = await world.db
    .insertInto('integration_key')
    .values({
      oid: randomUUID(),
      group_root: world.north.groupRoot,
      name: canary,
      public_key: '{}',
      created_by: member.oid,
    })
    .returning('oid')
    .executeTakeFirstOrThrow();
  const session = await world.db
    .selectFrom('session')
    .select('oid')
    .where('member_oid', '=', member.oid)
    .executeTakeFirstOrThrow();
  foreign = {
    ...rootThings,
    department: world.north.groupOID,
    branch: branch.groupOID,
    root: world.north.groupRoot,
    member: member.oid,
    role: role.oid,
    key: key.oid,
    session: session.oid,
  };
  await world.addThings('south-administrator');
  // What is said to the whole organisation belongs to no department.
  const ofAll = new Set(roomFixtures.flatMap(({ ofOrganisation }) => ofOrganisation));
  const own = Object.fromEntries(Object.entries(siblingThings).filter(([kind]) => !ofAll.has(kind)));
  beside = { ...own, ...(await peopleAndRoles(sibling)) };
});
afterAll(() => world?.close());

/** A member, a session, a role and a group of roles of a department. */
const peopleAndRoles = async (of: { account: string; groupOID: string }): Promise<Record<string, string>> => {
  const ask = async (declaration: CallDeclaration, request: object): Promise<{ oid: string }> =>
    (await world.send(declaration, world.north.tokens.administrator, request)).body.data;
  const member = await world.db
    .selectFrom('member')
    .innerJoin('session', 'session.member_oid', 'member.oid')
    .select(['member.oid', 'session.oid as session'])
    .where('account', '=', of.account)
    .executeTakeFirstOrThrow();
  const role = await ask(calls.role.save, { name: 'beside', groupOID: of.groupOID });
  const group = await ask(calls.role.save, { name: 'besides', type: 'group', groupOID: of.groupOID });
  return {
    department: of.groupOID,
    member: member.oid,
    session: member.session,
    role: role.oid,
    roleGroup: group.oid,
  };
};

/**
 * Whether all rows are read after every call, so that the one that changed something is named. Otherwise they are read
 * once after all calls: `npm run prove -- contract` names it.
 */
const namesCulprit = process.env['EYRIE_CONTRACT_NAMES'] === '1' || tryAll;

/** More of a call with a rate would run into its limit of a minute. */
const kindsOf = (declaration: CallDeclaration, field: string, of: Record<string, string>) =>
  kindsFor(declaration, [field], declaration.rate ? scopesIn(of) : of);

/** Where an answer names one thing or null, null is none; what was asked for by name stands in `chosen`, beside what is found. */
const countOf = (
  data: { total?: number; count?: number; chosen?: unknown[] } | unknown[],
): number | undefined => {
  if (Array.isArray(data)) return data.length;
  if (data.chosen) return data.chosen.length;
  return Object.values(data).every((value) => value === null) ? 0 : (data.total ?? data.count);
};

describe('what belongs to another organisation', () => {
  let before: string;
  beforeAll(async () => {
    before = await everythingOfNorth();
  });
  it.each(targeted)('cannot be told from what never was: %s', async (name, declaration, field) => {
    const ask = (oid: string) =>
      world.send(declaration, world.south.tokens.administrator, withId(declaration, field, oid));
    const invented = randomUUID();
    const nothing = await ask(invented);
    for (const [kind, oid] of kindsOf(declaration, field, foreign)) {
      const theirs = await ask(oid);
      expectDecent(theirs, name);
      expect(shapeOf(theirs, oid), kind).toBe(shapeOf(nothing, invented));
      expect(theirs.text, kind).not.toContain(canary);
      // An export has no envelope; the canary above is its proof.
      if (theirs.status === 200 && theirs.body) expect(countOf(theirs.body.data), kind).toBe(0);
    }
    if (namesCulprit && declaration.effect === 'changes') expect(await everythingOfNorth()).toBe(before);
  });
  it('is as it was after all of them', async () => {
    expect(await everythingOfNorth()).toBe(before);
  });

  it.each(
    allCalls
      // It would end the session with which the others ask.
      .filter((one) => one !== calls.session.logout)
      .map((one) => [nameOf(one), one] as const),
  )('appears nowhere in %s', async (name, declaration) => {
    for (const token of [world.south.tokens.administrator, world.south.tokens.leader]) {
      const sent = await world.send(declaration, token, {
        ...plainBody(declaration.request, randomUUID()),
        pageNum: 1,
        keyword: undefined,
      });
      expectDecent(sent, name);
      for (const secret of [canary, ...Object.values(foreign)])
        if (declaration !== calls.appearance.background) expect(sent.text).not.toContain(secret);
    }
  });

  it('is not shown by a browser that kept it for another session', async () => {
    const sent = await world.send(calls.member.importTemplate, world.south.tokens.administrator, {});
    expect([sent.status, sent.headers.get('vary')]).toEqual([200, 'authToken, Authorization, Cookie']);
  });

  it('is there for its owner, by the same calls', async () => {
    const token = world.north.tokens.administrator;
    for (const declaration of [calls.dock.query, calls.route.query, calls.task.query, calls.flight.query]) {
      const sent = await world.send(declaration, token, {});
      expect([declaration.path, sent.body.data.total]).toEqual([declaration.path, 3]);
      expect(sent.text).toContain(canary);
    }
    const shown = roomFixtures.flatMap(({ shows }) => Object.entries(shows));
    expect(shown.length).toBeGreaterThan(4);
    for (const [kind, declaration] of shown)
      expect(
        (await world.send(declaration, token, { oid: idOf(rootThings, kind) })).status,
        declaration.path,
      ).toBe(200);
    expect((await world.send(calls.flight.media, token, { id: rootThings.flight })).text).toContain(canary);
  });
});

describe('what belongs to another department of the same organisation', () => {
  let before: string;
  beforeAll(async () => {
    before = await everythingOfNorth();
  });
  it.each(targeted)('cannot be told from what never was: %s', async (name, declaration, field) => {
    const ask = (oid: string) => world.send(declaration, branch.token, withId(declaration, field, oid));
    const invented = randomUUID();
    const nothing = shapeOf(await ask(invented), invented);
    for (const [kind, oid] of kindsOf(declaration, field, beside)) {
      const theirs = await ask(oid);
      expectDecent(theirs, name);
      expect(shapeOf(theirs, oid), kind).toBe(nothing);
    }
    if (namesCulprit && declaration.effect === 'changes') expect(await everythingOfNorth()).toBe(before);
  });
  it('is as it was after all of them', async () => {
    expect(await everythingOfNorth()).toBe(before);
  });

  it('cannot be looked at through its roles', async () => {
    const look = async (oid: string): Promise<string> => {
      const headers = { authToken: branch.token, viewAsRole: oid };
      const sent = await receive(
        fetch(`${world.server.running.url}${calls.session.userInfo.path}`, { headers }),
      );
      return `${sent.status} ${sent.text}`;
    };
    const nothing = await look(randomUUID());
    for (const oid of [beside['role'], beside['roleGroup'], beside['member']]) {
      if (!oid) throw new Error('nothing beside');
      expect(await look(oid)).toBe(nothing);
    }
  });

  const readers = [
    ['dock', calls.dock.get],
    ['route', calls.route.get],
    ['task', calls.task.get],
    ['flight', calls.flight.get],
    ['command', calls.command.get],
  ] as const;
  const status = async (token: string, declaration: CallDeclaration, oid: string): Promise<number> =>
    (await world.send(declaration, token, { oid })).status;

  it.each(readers)(
    'a %s is seen from its own department and from above, never from below or beside',
    async (kind, declaration) => {
      const root = world.north.tokens.administrator;
      for (const things of [rootThings, branchThings, siblingThings])
        expect(await status(root, declaration, idOf(things, kind))).toBe(200);
      expect(await status(branch.token, declaration, idOf(branchThings, kind))).toBe(200);
      expect(await status(branch.token, declaration, idOf(rootThings, kind))).toBe(404);
      expect(await status(branch.token, declaration, idOf(siblingThings, kind))).toBe(404);
    },
  );

  it('nor does it appear in lists, counts, statistics or the list of another department', async () => {
    for (const room of [calls.dock, calls.route, calls.task, calls.flight]) {
      const list = await world.send(room.query, branch.token, {});
      expect(list.body.data.total, room.query.path).toBe(1);
      expect((await world.send(room.queryCount, branch.token, {})).body.data.count).toBe(1);
      for (const [groupOID, seen] of [
        [branch.groupOID, 1],
        [sibling.groupOID, 'not found'],
        [world.north.groupOID, 'not found'],
      ] as const) {
        const below = await world.send(room.query4Dep, branch.token, { groupOID });
        expect(
          below.status === 404 ? 'not found' : below.body.data.total,
          `${room.query4Dep.path} ${groupOID}`,
        ).toBe(seen);
      }
      const fromAbove = await world.send(room.query4Dep, world.north.tokens.administrator, {
        groupOID: branch.groupOID,
      });
      expect(fromAbove.body.data.total).toBe(1);
    }
    const overview = await world.send(calls.statistics.overview, branch.token, {});
    expect(overview.body.data).toMatchObject({ docks: 1, routes: 1, today: { flights: 1, media: 1 } });
    const whole = await world.send(calls.statistics.overview, world.north.tokens.administrator, {});
    expect(whole.body.data).toMatchObject({ docks: 3, routes: 3, today: { flights: 3, media: 3 } });
  });

  it('cannot be reached by naming it in a change', async () => {
    const unchanged = await everythingOfNorth();
    for (const [declaration, request] of [
      [calls.dock.edit, { oid: siblingThings.dock, name: '偷走' }],
      [calls.dock.edit, { oid: branchThings.dock, groupOID: sibling.groupOID }],
      [calls.dock.edit, { oid: branchThings.dock, groupOID: world.north.groupOID }],
      [
        calls.dock.add,
        { name: '新机场', model: '3-2-0', sn: 'SNBRANCH1', vendor: 'DJI', groupOID: sibling.groupOID },
      ],
      [calls.dock.remove, { oids: [branchThings.dock, siblingThings.dock] }],
      [calls.route.remove, { oids: [rootThings.route] }],
      [calls.task.edit, { oid: siblingThings.task, name: 'x' }],
      [calls.flight.remove, { oids: [branchThings.flight, siblingThings.flight] }],
      [
        calls.flight.add,
        {
          routeOID: siblingThings.route,
          dockOID: branchThings.dock,
          returnAltitude: 60,
          lostAction: 'return',
          clarity: 'hd',
        },
      ],
      [
        calls.flight.add,
        {
          routeOID: branchThings.route,
          dockOID: siblingThings.dock,
          returnAltitude: 60,
          lostAction: 'return',
          clarity: 'hd',
        },
      ],
      [
        calls.flight.add,
        {
          routeOID: branchThings.route,
          dockOID: branchThings.dock,
          taskOID: siblingThings.task,
          returnAltitude: 60,
          lostAction: 'return',
          clarity: 'hd',
        },
      ],
      [calls.lease.take, { oid: siblingThings.dock, control: 'flight', tabId: 'tab-branch' }],
      [calls.command.hover, { oid: siblingThings.dock, key: randomUUID() }],
    ] as const) {
      const sent = await world.send(declaration, branch.token, request);
      expect([404, 409, 422], `${declaration.path} ${sent.text}`).toContain(sent.status);
    }
    expect(await everythingOfNorth()).toBe(unchanged);
  });
});
