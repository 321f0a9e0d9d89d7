import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, type CallDeclaration } from '@eyrie/domain';
import { plantTrees } from './plant-trees.ts';
import { alarmsOf, below, docksOf, drawTrees, isBelow, peopleOf, type Place, type Tree } from './trees.ts';
import { openWorld, type World } from './world.ts';

/** Organisations, each with a random tree and with a reader somewhere in it. The long proof sets more. */
const trees = Number(process.env['EYRIE_TREES'] ?? 100);
const atOnce = 8;
const planted = drawTrees(trees, 30_262);

const oids = (list: readonly { oid: string }[]): string[] => list.map(({ oid }) => oid).toSorted();

let world: World;

const eachTree = async (
  check: (tree: Tree, seen: Place[], number: number) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < planted.length; from += atOnce)
    await Promise.all(
      planted
        .slice(from, from + atOnce)
        .map((tree, at) => check(tree, below(tree, tree.reader.at), from + at)),
    );
};

beforeAll(async () => {
  world = await openWorld();
  await plantTrees(world.db, planted);
  await eachTree(async ({ reader }) => {
    reader.token = await world.tokenOf(reader.account);
  });
});
afterAll(() => world?.close());

const ask = (tree: Tree, declaration: CallDeclaration, request: object = {}) =>
  world.send(declaration, tree.reader.token, request);
const data = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body.data;

it('draws trees that differ', () => {
  const all = planted.flatMap(({ places }) => places);
  expect(all.length).toBeGreaterThan(trees * 3);
  expect(
    new Set(planted.map(({ places }) => places.map(({ parent }) => parent).join())).size,
  ).toBeGreaterThan(trees / 3);
  expect(planted.filter(({ reader }) => reader.at > 0).length).toBeGreaterThan(trees / 3);
});

it('shows the docks of the own department and below, in lists, counts and sums', () =>
  eachTree(async (tree, seen) => {
    expect(oids((await data(tree, calls.dock.query, { pageSize: 200 })).list)).toEqual(docksOf(seen));
    expect(await data(tree, calls.dock.queryCount)).toEqual({ count: docksOf(seen).length });
    expect((await data(tree, calls.statistics.overview)).docks).toBe(docksOf(seen).length);
  }));

it('answers for one department and below, or as for none', () =>
  eachTree(async (tree, _, number) => {
    const groupOID = tree.places[tree.asked]?.oid;
    const inside = isBelow(tree, tree.asked, tree.reader.at);
    const narrowed = below(tree, tree.asked);
    const docks = await ask(tree, calls.dock.query4Dep, { groupOID, pageSize: 200 });
    const alarms = await ask(tree, calls.deviceHealth.query4Dep, { groupOID, pageSize: 200 });
    const people = await ask(tree, calls.member.query, { groupOID, pageSize: 200 });
    if (inside) {
      expect(oids(docks.body.data.list)).toEqual(docksOf(narrowed));
      expect(oids(alarms.body.data.list)).toEqual(alarmsOf(narrowed));
      expect(oids(people.body.data.list)).toEqual(peopleOf(narrowed));
    } else for (const one of [docks, alarms, people]) expect(one.status).toBe(404);
    const foreign = planted[(number + 1) % trees]?.places[0]?.oid;
    expect((await ask(tree, calls.dock.query4Dep, { groupOID: foreign })).status).toBe(404);
  }));

it('shows departments with what lies in them and below, and people by the same rule', () =>
  eachTree(async (tree, seen) => {
    expect(oids(await data(tree, calls.department.tree))).toEqual(seen.map(({ oid }) => oid).toSorted());
    const own = tree.places[tree.reader.at]?.oid;
    const found = [
      await data(tree, calls.department.get, { oid: own }),
      ...(await data(tree, calls.department.children, { oid: own })),
    ] as { oid: string; memberCount: number; dockCount: number }[];
    const counts = new Map(found.map((one) => [one.oid, [one.memberCount, one.dockCount]]));
    const expected = tree.places.flatMap((one, at) => {
      if (at !== tree.reader.at && one.parent !== tree.reader.at) return [];
      const within = below(tree, at);
      return [[one.oid, [peopleOf(within).length, docksOf(within).length]] as const];
    });
    expect(counts).toEqual(new Map(expected));
    const people = await data(tree, calls.member.query, { pageSize: 200 });
    expect(oids(people.list)).toEqual(peopleOf(seen));
    expect(people.total).toBe(peopleOf(seen).length);
    for (const enabled of [true, false])
      expect(oids((await data(tree, calls.member.query, { enabled, pageSize: 200 })).list)).toEqual(
        peopleOf(seen, enabled),
      );
  }));

it('shows roles of the departments below, and of those above, which can be given here', () =>
  eachTree(async (tree) => {
    const visible = tree.places
      .filter((_, at) => isBelow(tree, at, tree.reader.at) || isBelow(tree, tree.reader.at, at))
      .flatMap(({ role }) => role ?? []);
    const names = ['reading', ...visible.map(({ name }) => name)].toSorted();
    const listed = (await data(tree, calls.role.tree)) as { name: string }[];
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names);
    const file = (await ask(tree, calls.role.matrixExport)).text;
    expect((file.match(/role-\d+-\d+/g) ?? []).toSorted()).toEqual(
      visible.map(({ name }) => name).toSorted(),
    );
  }));

it('shows what devices told, in list, count and file', () =>
  eachTree(async (tree, seen) => {
    const alarms = alarmsOf(seen);
    expect(oids((await data(tree, calls.deviceHealth.query, { pageSize: 200 })).list)).toEqual(alarms);
    expect(await data(tree, calls.deviceHealth.queryCount)).toEqual({ count: alarms.length });
    const file = (await ask(tree, calls.deviceHealth.export, { format: 'csv' })).text;
    // The note of an alarm is its own oid.
    const named = [...file.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([oid]) => oid);
    expect([...new Set(named.filter((oid) => !docksOf(tree.places).includes(oid)))].toSorted()).toEqual(
      alarms,
    );
  }));

it('tells each what they were told, and nobody else', () =>
  eachTree(async (tree) => {
    expect((await data(tree, calls.notification.query, { pageSize: 200 })).total).toBe(tree.reported);
    expect(await data(tree, calls.notification.unreadCount)).toEqual({ count: tree.unread });
  }));
