import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a tree of departments', () => {
  it('shows each member exactly the own department and below', async () => {
    // The parent of each department, by its place in the list: four levels, broad and deep branches.
    const parents = [-1, 0, 0, 1, 1, 2, 3, 3, 6, 6, 5, 0];
    const tree: { groupOID: string; token: string; docks: string[] }[] = [];
    const organisation = { ...world.south, name: 'tree' };
    for (const [at, parent] of parents.entries()) {
      const made = await world.addDepartment(
        { ...organisation, groupOID: tree[parent]?.groupOID ?? organisation.groupOID },
        `d${at}`,
      );
      const docks: string[] = [];
      for (let count = 0; count < at % 3; count += 1) docks.push(await world.flights.dock(made.account));
      tree.push({ groupOID: made.groupOID, token: made.token, docks });
    }
    const isBelow = (at: number, above: number): boolean =>
      at === above || (at > 0 && isBelow(parents[at] ?? -1, above));
    const below = (above: number) =>
      tree
        .filter((_, at) => isBelow(at, above))
        .flatMap((one) => one.docks)
        .toSorted();
    for (const [at, own] of tree.entries()) {
      const list = await world.send(calls.dock.query, own.token, { pageSize: 200 });
      expect((list.body.data.list as { oid: string }[]).map((dock) => dock.oid).toSorted()).toEqual(
        below(at),
      );
      const count = await world.send(calls.dock.queryCount, own.token, {});
      expect(count.body.data.count).toBe(below(at).length);
      for (const [other, { groupOID }] of tree.entries()) {
        const part = await world.send(calls.dock.query4Dep, own.token, { groupOID, pageSize: 200 });
        if (!isBelow(other, at)) expect(part.status).toBe(404);
        else
          expect((part.body.data.list as { oid: string }[]).map((dock) => dock.oid).toSorted()).toEqual(
            below(other),
          );
      }
    }
  });
});
