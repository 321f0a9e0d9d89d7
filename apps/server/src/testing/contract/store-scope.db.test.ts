import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditNames } from '../../modules/audit-log/audit-query.store.ts';
import { depthBelow, isBelow, visibleDepartment } from '../../modules/department/department.store.ts';
import {
  countedDepartment,
  matchingDepartments,
  membersOfTree,
  placedDepartments,
  wholeTree,
} from '../../modules/department/department.tree.store.ts';
import { exceptionList } from '../../modules/device-health/error-log.store.ts';
import { alarmList } from '../../modules/device-health/health-log.store.ts';
import { docks } from '../../modules/dock/dock.list.store.ts';
import { lockDocks } from '../../modules/dock/dock.removal.store.ts';
import { departmentVisible, dockForCaller } from '../../modules/dock/dock.store.ts';
import { flights } from '../../modules/flight/flight.list.store.ts';
import { holdDock, holdTask } from '../../modules/flight/flight.locks.store.ts';
import { flightVisible } from '../../modules/flight/flight.seen.store.ts';
import { mediaForCaller } from '../../modules/media/media.store.ts';
import { invitationList } from '../../modules/member/invitation.store.ts';
import { members } from '../../modules/member/member.list.store.ts';
import { countDocks as countConnected } from '../../modules/operation/health.store.ts';
import { people as roleMembers } from '../../modules/role/role.members.store.ts';
import { visibleRoles } from '../../modules/role/role.store.ts';
import { routes } from '../../modules/route/route.store.ts';
import { onlinePage, memberInScope, sessionsInScope } from '../../modules/session/online.store.ts';
import { deviceCounts, flightCounts } from '../../modules/statistics/statistics.store.ts';
import { tasks } from '../../modules/task/task.store.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { newOid } from '../../platform/oid.ts';
import { reading } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { idOf, openWorld, type Things, type World } from './world.ts';

type Kind = string;
type Place = Things & Record<'department' | 'member' | 'session' | 'role' | 'drone', string>;

/** The whole of an organisation, one of its departments, one below that and one beside it. */
const placeNames = ['root', 'branch', 'below', 'beside'] as const;
type PlaceName = (typeof placeNames)[number];

const invitations = reading(invitationList);
const alarms = reading(alarmList);
const exceptions = reading(exceptionList);

let world: World;
let places: Record<PlaceName, Place>;
/** Of the department `branch`. */
let caller: Caller;

const insertDrone = async (dockOID: string): Promise<string> => {
  const oid = newOid();
  await sql`insert into drone (oid, group_root, group_oid, dock_oid, sn, model, name)
    select ${oid}::uuid, group_root, group_oid, oid, ${oid}, '0-91-1', name from dock where oid = ${dockOID}`.execute(
    world.db,
  );
  return oid;
};
const placeOf = async (account: string, groupOID: string): Promise<Place> => {
  const things = await world.addThings(account);
  const member = await world.db
    .selectFrom('member')
    .innerJoin('session', 'session.member_oid', 'member.oid')
    .select(['member.oid', 'session.oid as session'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  const role = newOid();
  await sql`insert into role (oid, group_root, group_oid, name, type, remark)
    values (${role}, ${world.north.groupRoot}, ${groupOID}, ${`role of ${account}`}, 'menu', '')`.execute(
    world.db,
  );
  return {
    ...things,
    department: groupOID,
    member: member.oid,
    session: member.session,
    role,
    drone: await insertDrone(things.dock),
  };
};

beforeAll(async () => {
  world = await openWorld();
  const branch = await world.addDepartment(world.north, 'branch');
  const below = await world.addDepartment(branch, 'below');
  const beside = await world.addDepartment(world.north, 'beside');
  places = {
    root: await placeOf('north-administrator', world.north.groupOID),
    branch: await placeOf(branch.account, branch.groupOID),
    below: await placeOf(below.account, below.groupOID),
    beside: await placeOf(beside.account, beside.groupOID),
  };
  const { groupRoot, groupOID, account } = branch;
  const { member: memberOID, session: sessionOID } = places.branch;
  const rights = { resources: new Set<string>(), mustChange: false, mustSetUp: false } as const;
  caller = { memberOID, account, name: account, groupRoot, groupOID, sessionOID, ...rights };
});
afterAll(() => world?.close());

const everyOid = (kind: Kind): string[] => placeNames.map((name) => idOf(places[name], kind));
/** What the caller may see of a kind. */
const own = (kind: Kind): string[] => [idOf(places.branch, kind), idOf(places.below, kind)];
/** Of what stands in each place; others, such as the people of a new organisation, are left out. */
const known = (kind: Kind, found: readonly { oid: string }[]): string[] =>
  found.map(({ oid }) => oid).filter((oid) => everyOid(kind).includes(oid));

class Undo extends Error {}
/** What was asked in a transaction that leaves nothing behind. */
const undone = async <T>(work: (trx: DbOrTrx) => Promise<T>): Promise<T> => {
  let result: { value: T } | undefined;
  await world.db
    .transaction()
    .execute(async (trx) => {
      result = { value: await work(trx) };
      throw new Undo('nothing stays');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  if (!result) throw new Error('nothing was asked');
  return result.value;
};
/** Those of a kind for which a question about one is answered with yes. */
const each = async (kind: Kind, ask: (db: DbOrTrx, oid: string) => Promise<unknown>): Promise<string[]> => {
  const found: string[] = [];
  for (const oid of everyOid(kind)) if (await undone((trx) => ask(trx, oid))) found.push(oid);
  return found;
};

const page = { pageNum: 1, pageSize: 200 };
const used = { now: new Date(), remembered: new Date(0), other: new Date(0) };

type Ask = (db: DbOrTrx) => Promise<string[]>;
const asks: Record<string, [Kind, Ask]> = {
  'docks of a list': ['dock', async (db) => known('dock', (await docks.page(db, { caller }, {}, page)).rows)],
  'one dock': ['dock', () => each('dock', (db, oid) => docks.byOid(db, { caller }, oid))],
  'a dock to be worked with': ['dock', () => each('dock', (db, oid) => dockForCaller(db, caller, oid))],
  'docks to be deleted': [
    'dock',
    async () => known('dock', await undone((trx) => lockDocks(trx, caller, everyOid('dock'), Date.now()))),
  ],
  'a dock to fly from': ['dock', () => each('dock', (db, oid) => holdDock(db, caller, oid))],
  'a department for a dock': [
    'department',
    () => each('department', (db, oid) => departmentVisible(db, caller, oid)),
  ],
  'flights of a list': [
    'flight',
    async (db) => known('flight', (await flights.page(db, { caller }, {}, page)).rows),
  ],
  'one flight': ['flight', () => each('flight', (db, oid) => flights.byOid(db, { caller }, oid))],
  'flights to be deleted': [
    'flight',
    async () => known('flight', await undone((trx) => flights.lock(trx, { caller }, everyOid('flight')))),
  ],
  'a flight with its media': ['flight', () => each('flight', (db, oid) => flightVisible(db, caller, oid))],
  'one medium': ['media', () => each('media', (db, oid) => mediaForCaller(db, caller, oid))],
  'a task to fly for': ['task', () => each('task', (db, oid) => holdTask(db, caller, oid))],
  'tasks of a list': ['task', async (db) => known('task', (await tasks.page(db, { caller }, {}, page)).rows)],
  'one task': ['task', () => each('task', (db, oid) => tasks.byOid(db, { caller }, oid))],
  'tasks to be changed or deleted': [
    'task',
    async () => known('task', await undone((trx) => tasks.lock(trx, { caller }, everyOid('task')))),
  ],
  'routes of a list': [
    'route',
    async (db) => known('route', (await routes.page(db, { caller }, {}, page)).rows),
  ],
  'one route': ['route', () => each('route', (db, oid) => routes.detail(db, { caller }, oid))],
  'routes to be changed or deleted': [
    'route',
    async () => known('route', await undone((trx) => routes.lock(trx, { caller }, everyOid('route')))),
  ],
  'invitations of a list': [
    'invitation',
    async (db) => known('invitation', (await invitations.page(db, { caller }, {}, page)).rows),
  ],
  'invitations to be withdrawn': [
    'invitation',
    async () =>
      known('invitation', await undone((trx) => invitations.lock(trx, { caller }, everyOid('invitation')))),
  ],
  'people of a list': [
    'member',
    async (db) => known('member', (await members.page(db, { caller }, {}, page)).rows),
  ],
  'one person': ['member', () => each('member', (db, oid) => members.byOid(db, { caller }, oid))],
  'people to be changed': [
    'member',
    async () => known('member', await undone((trx) => members.lock(trx, { caller }, everyOid('member')))),
  ],
  'a person of whom sessions are shown': [
    'member',
    () => each('member', (db, oid) => memberInScope(db, caller, oid)),
  ],
  'people by a part of their name': [
    'member',
    async (db) =>
      known('member', await auditNames(db, { ...caller, groupOID: caller.groupOID }, 'member', 'north', 200)),
  ],
  'docks by a part of their name': [
    'dock',
    async (db) =>
      known('dock', await auditNames(db, { ...caller, groupOID: caller.groupOID }, 'dock', '', 200)),
  ],
  'people below a department': [
    'member',
    async (db) => known('member', await membersOfTree(db, caller.groupOID, 200)),
  ],
  'open sessions': [
    'session',
    async (db) => known('session', (await onlinePage(db, caller, used, page)).rows),
  ],
  'sessions to be ended': [
    'session',
    async (db) => known('session', await sessionsInScope(db, caller, everyOid('session'))),
  ],
  'alarms to be handled': [
    'alarm',
    async () => known('alarm', await undone((trx) => alarms.lock(trx, { caller }, everyOid('alarm')))),
  ],
  'exceptions to be handled': [
    'exception',
    async () =>
      known('exception', await undone((trx) => exceptions.lock(trx, { caller }, everyOid('exception')))),
  ],
  'one department': ['department', () => each('department', (db, oid) => visibleDepartment(db, caller, oid))],
  'departments below one': [
    'department',
    () => each('department', (db, oid) => isBelow(db, oid, caller.groupOID)),
  ],
  'a tree of departments': [
    'department',
    async (db) => known('department', await wholeTree(db, caller.groupOID, 200)),
  ],
  'departments by a part of their name': [
    'department',
    async (db) => known('department', (await matchingDepartments(db, caller, 'b', 200)).list),
  ],
  'departments with the way to them': [
    'department',
    async (db) => known('department', await placedDepartments(db, caller)),
  ],
};

describe('what stores show to a member of a department', () => {
  it.each(Object.entries(asks))(
    '%s: its own and those below, none beside or above',
    async (_what, [kind, ask]) => {
      expect((await ask(world.db)).toSorted()).toEqual(own(kind).toSorted());
    },
  );

  it('one department and below when it is asked for, and nothing of one that is not seen', async () => {
    const { below, beside } = places;
    for (const [groupOID, boxes, people] of [
      [below.department, [below.dock], [below.member]],
      [beside.department, [], []],
    ] as const) {
      expect(known('dock', (await docks.page(world.db, { caller }, { groupOID }, page)).rows)).toEqual(boxes);
      expect(known('member', (await members.page(world.db, { caller }, { groupOID }, page)).rows)).toEqual(
        people,
      );
    }
  });

  it('as many as there are in their counts', async () => {
    expect(await docks.count(world.db, { caller }, {})).toBe(2);
    expect(await flights.count(world.db, { caller }, {})).toBe(2);
    expect(await tasks.count(world.db, { caller }, {})).toBe(2);
    expect(await routes.count(world.db, { caller }, {})).toBe(2);
    expect((await onlinePage(world.db, caller, used, page)).total).toBe(2);
    expect(await countConnected(world.db, caller)).toEqual({ total: 2, online: 0 });
    expect(await deviceCounts(world.db, caller)).toMatchObject({ docks: 2, drones: 4, routes: 2 });
    expect(await flightCounts(world.db, caller, new Date(0))).toMatchObject({ flights: 2, media: 2 });
    expect(await depthBelow(world.db, caller.groupOID)).toBe(2);
    expect(await countedDepartment(world.db, caller.groupOID)).toMatchObject({
      memberCount: 2,
      dockCount: 2,
    });
  });

  it('roles of departments above and below, its own being those it may change', async () => {
    const roles = await visibleRoles(world.db, caller);
    const marks = new Map(roles.map(({ oid, own: mayChange }) => [oid, mayChange]));
    expect(placeNames.map((name) => marks.get(places[name].role))).toEqual([false, true, true, undefined]);
  });

  it('holders of a role whom they see, and for a role of a department only people there', async () => {
    const { branch, below } = places;
    await sql`insert into member_role (member_oid, role_oid)
      select oid, ${branch.role}::uuid from member where oid = any(${[places.root.member, below.member]}::uuid[])`.execute(
      world.db,
    );
    const of = async (kind: 'holders' | 'candidates', role: Place): Promise<string[]> => {
      const held = { oid: role.role, groupOID: role.department };
      const filter = kind === 'holders' ? { holding: held.oid } : { candidateFor: held };
      return known('member', (await roleMembers.page(world.db, { caller }, filter, page)).rows);
    };
    expect(await of('holders', branch)).toEqual([below.member]);
    expect(await of('candidates', places.root)).toEqual([below.member]);
    expect(await of('candidates', below)).toEqual([below.member]);
    expect(await of('candidates', places.beside)).toEqual([]);
  });
});
