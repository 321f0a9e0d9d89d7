import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type CallDeclaration } from '@eyrie/domain';
import { newOid } from '../../platform/oid.ts';
import { openWorld, type World } from './world.ts';

/** Every department has a reader, and what a reader sees is a random tree of its own. */
const departments = 60;
/** Departments that each reader asks about: with the readers, 300 pairs. */
const asked = 5;
const seed = 30_260;

interface Place {
  groupOID: string;
  parent: number;
  token: string;
  docks: string[];
  routes: number;
  tasks: number;
  flights: number;
  role: string | null;
}

let world: World;
const tree: Place[] = [];

/** The parent of each department, by its place in the list; never more than ten levels. */
const parents = fc.sample(
  fc.tuple(...Array.from({ length: departments - 1 }, (_, at) => fc.nat({ max: at }))),
  { numRuns: 1, seed },
)[0] as number[];
const draws = fc.sample(fc.array(fc.nat({ max: 1_000_000 }), { minLength: 9, maxLength: 9 }), {
  numRuns: departments,
  seed,
});
const depthOf = (at: number): number => (at < 0 ? 0 : 1 + depthOf(tree[at]?.parent ?? -1));

// The slow model: up from every department, one step at a time.
const isBelow = (at: number, above: number): boolean =>
  at === above || (at >= 0 && isBelow(tree[at]?.parent ?? -1, above));
const below = (above: number): Place[] => tree.filter((_, at) => isBelow(at, above));
const sum = (places: readonly Place[], of: 'routes' | 'tasks' | 'flights'): number =>
  places.reduce((total, one) => total + one[of], 0);

const addRecords = async (account: string, draw: readonly number[], at: number) => {
  const docks: string[] = [];
  for (let count = 0; count < (draw[0] ?? 0) % 3; count += 1) docks.push(await world.flights.dock(account));
  const route = (draw[1] ?? 0) % 2 === 0 ? await world.flights.route(account) : null;
  const task = (draw[2] ?? 0) % 2 === 0 ? await world.flights.task(account) : null;
  const [dock] = docks;
  const complete = dock && route && task;
  if (complete) await world.flights.flight(account, { taskOID: task, routeOID: route, dockOID: dock });
  const role = (draw[3] ?? 0) % 3 === 0 ? `role-${at}-` : null;
  if (role)
    await sql`insert into role (oid, group_root, group_oid, name, type)
      select ${newOid()}::uuid, group_root, group_oid, ${role}, 'menu' from member where account = ${account}`.execute(
      world.db,
    );
  return { docks, routes: route ? 1 : 0, tasks: task ? 1 : 0, flights: complete ? 1 : 0, role };
};

beforeAll(async () => {
  world = await openWorld();
  const organisation = { ...world.south, name: 'tree' };
  for (let at = 0; at < departments; at += 1) {
    const wanted = at === 0 ? -1 : (parents[at - 1] ?? 0);
    const parent = depthOf(wanted) < 10 ? wanted : 0;
    const above = tree[parent]?.groupOID ?? organisation.groupOID;
    const made = await world.addDepartment({ ...organisation, groupOID: above }, `d${at}`);
    const things = await addRecords(made.account, draws[at] ?? [], at);
    tree.push({ groupOID: made.groupOID, parent, token: made.token, ...things });
  }
});
afterAll(() => world?.close());

const oids = (list: readonly { oid: string }[]): string[] => list.map(({ oid }) => oid).toSorted();
const docksOf = (places: readonly Place[]): string[] => places.flatMap((one) => one.docks).toSorted();

describe('a tree of departments', () => {
  const readers = Array.from({ length: departments }, (_, at) => at);
  const eachReader = async (check: (own: Place, at: number) => Promise<void>): Promise<void> => {
    for (let from = 0; from < departments; from += 8)
      await Promise.all(
        readers.slice(from, from + 8).map(async (at) => {
          const own = tree[at];
          if (own) await check(own, at);
        }),
      );
  };
  const ask = async (own: Place, declaration: CallDeclaration, request: object = {}) =>
    (await world.send(declaration, own.token, request)).body;

  it('shows each member the things of the own department and below, and counts those', () =>
    eachReader(async (own, at) => {
      const seen = below(at);
      const list = await ask(own, calls.dock.query, { pageSize: 200 });
      expect(oids(list.data.list)).toEqual(docksOf(seen));
      for (const [declaration, count] of [
        [calls.dock.queryCount, docksOf(seen).length],
        [calls.route.queryCount, sum(seen, 'routes')],
        [calls.task.queryCount, sum(seen, 'tasks')],
        [calls.flight.queryCount, sum(seen, 'flights')],
      ] as const)
        expect((await ask(own, declaration)).data, declaration.path).toEqual({ count });
      expect((await ask(own, calls.statistics.overview)).data).toMatchObject({
        docks: docksOf(seen).length,
        routes: sum(seen, 'routes'),
        today: { flights: sum(seen, 'flights') },
      });
    }));

  it('answers for one department and below, or as for none', () =>
    eachReader(async (own, at) => {
      for (const draw of (draws[at] ?? []).slice(4, 4 + asked)) {
        const other = draw % departments;
        const groupOID = tree[other]?.groupOID;
        const part = await ask(own, calls.dock.query4Dep, { groupOID, pageSize: 200 });
        if (isBelow(other, at)) expect(oids(part.data.list)).toEqual(docksOf(below(other)));
        else expect(part.code).toBe(404);
      }
    }));

  it('shows departments, people and roles by the same rule, in lists, the matrix and its file', () =>
    eachReader(async (own, at) => {
      const seen = below(at);
      const departmentsSeen = await ask(own, calls.department.tree);
      expect(oids(departmentsSeen.data)).toEqual(seen.map((one) => one.groupOID).toSorted());
      // Everybody has one member; the topmost department of the organisation stands above this tree.
      expect((await ask(own, calls.member.query)).data.total).toBe(seen.length);
      // Roles of the departments above can be given here, so they are seen.
      const roles = tree
        .filter((_, other) => isBelow(other, at) || isBelow(at, other))
        .flatMap(({ role }) => role ?? [])
        .toSorted();
      const matrix = await ask(own, calls.role.matrix);
      const named = (matrix.data.roles as { name: string }[]).map(({ name }) => name);
      expect(named.filter((name) => name.startsWith('role-')).toSorted()).toEqual(roles);
      const file = await world.send(calls.role.matrixExport, own.token, {});
      expect((file.text.match(/role-\d+-/g) ?? []).toSorted()).toEqual(roles);
    }));
});
