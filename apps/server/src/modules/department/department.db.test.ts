import fc from 'fast-check';
import { sql } from 'kysely';
import {
  departmentCalls,
  limits,
  roleCalls,
  type DepartmentRecord,
  type InTheWay,
  type MovePreview,
} from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemberFixture, type MemberFixture } from '../../testing/members.ts';
import { createTestFlights } from '../../testing/flights.ts';

let fixture: MemberFixture;
beforeAll(async () => {
  fixture = await openMemberFixture();
});
afterAll(() => fixture.close());

const make = (name: string, parentOID = fixture.root): Promise<DepartmentRecord> =>
  fixture.call<DepartmentRecord>(departmentCalls.save, { name, parentOID });
const move = (oid: string, parentOID: string) => fixture.call(departmentCalls.move, { oid, parentOID });
const remove = (oid: string) => fixture.call(departmentCalls.remove, { oid });
const pathOf = async (oid: string): Promise<string[]> =>
  (await fixture.db.selectFrom('department').select('path').where('oid', '=', oid).executeTakeFirstOrThrow())
    .path;

describe('a department', () => {
  it('is made, renamed, listed with what lies in and below it, and deleted', async () => {
    const north = await make('  North ');
    const site = await make('Site', north.oid);
    await fixture.person('siter', { groupOID: site.oid });
    const [top] = await fixture.call<DepartmentRecord[]>(departmentCalls.children, {});
    expect(top).toMatchObject({ oid: fixture.root, hasChildren: true, allowed: ['bindingUserGroup'] });
    const below = await fixture.call<DepartmentRecord[]>(departmentCalls.children, { oid: fixture.root });
    expect(below.find((one) => one.oid === north.oid)).toMatchObject({
      name: 'North',
      hasChildren: true,
      memberCount: 1,
      allowed: ['bindingUserGroup', 'move', 'deleteUserGroup'],
    });
    const renamed = await fixture.call(departmentCalls.save, { oid: site.oid, name: 'Site 1' });
    expect(renamed).toMatchObject({ name: 'Site 1', parentOID: north.oid, hasChildren: false });
    expect(await fixture.call(departmentCalls.query, { keyword: 'SITE' })).toMatchObject({
      total: 1,
      list: [{ oid: site.oid, path: [{ oid: fixture.root }, { name: 'North' }, { name: 'Site 1' }] }],
    });
    const empty = await make('Empty');
    await remove(empty.oid);
    expect(await fixture.reasonOf(fixture.call(departmentCalls.children, { oid: empty.oid }))).toBe(
      'notFound',
    );
    // Its name is free again.
    await remove((await make('empty')).oid);
  });

  it('is not renamed over a name or place that was not seen', async () => {
    const { oid, version } = await make('seen');
    expect(version).toBe(0);
    const rename = (name: string, read: number) =>
      fixture.call(departmentCalls.save, { oid, version: read, name });
    expect(await rename('first', 0)).toMatchObject({ name: 'first', version: 1 });
    const refused = await fixture.refusalOf(rename('second', 0));
    const changes = [{ field: 'name', from: 'seen', to: 'first' }];
    expect(refused).toMatchObject({ reason: 'conflict', details: { data: { changes: [{ changes }] } } });
    const place = await make('new place');
    await move(oid, place.oid);
    expect(await fixture.reasonOf(rename('second', 1))).toBe('conflict');
    const [child] = await fixture.call<DepartmentRecord[]>(departmentCalls.children, { oid: place.oid });
    expect(child).toMatchObject({ name: 'first', version: 2 });
    expect(await pathOf(oid)).toEqual([fixture.root, place.oid, oid]);
    expect(await rename('second', 2)).toMatchObject({ name: 'second' });
  });

  it('shares its name with none beside it, also when both come at once', async () => {
    const place = await make('names');
    const both = await Promise.all(['Twin', 'twin'].map((name) => fixture.reasonOf(make(name, place.oid))));
    expect(both.toSorted()).toEqual(['done', 'nameTaken']);
    const twin = await make('Twin');
    expect(await fixture.reasonOf(move(twin.oid, place.oid))).toBe('nameTaken');
    expect(await pathOf(twin.oid)).toEqual([fixture.root, twin.oid]);
  });

  it('is not moved into itself, below itself, too deep, or from the top', async () => {
    const chain = [await make('level 2')];
    for (let level = 3; level <= limits.department.depth; level += 1)
      chain.push(await make(`level ${level}`, chain.at(-1)?.oid));
    const [highest, next] = chain;
    const deepest = chain.at(-1);
    if (!highest || !next || !deepest) throw new Error('no chain');
    expect(await fixture.reasonOf(make('too deep', deepest.oid))).toBe('departmentDepth');
    expect(await fixture.reasonOf(move(highest.oid, deepest.oid))).toBe('departmentLoop');
    expect(await fixture.reasonOf(move(highest.oid, highest.oid))).toBe('departmentLoop');
    expect(await fixture.reasonOf(move(fixture.root, highest.oid))).toBe('departmentRoot');
    expect(await fixture.reasonOf(remove(fixture.root))).toBe('departmentRoot');
    const two = await make('two');
    await make('two below', two.oid);
    expect(await fixture.reasonOf(move(two.oid, chain.at(-2)?.oid ?? ''))).toBe('departmentDepth');
    await move(next.oid, fixture.root);
    expect(await pathOf(deepest.oid)).toHaveLength(limits.department.depth - 1);
  });

  it('that still holds something is not deleted, and says what', async () => {
    const flights = createTestFlights(fixture.rooms.runtime);
    const full = await make('full');
    await make('below', full.oid);
    await fixture.person('fuller', { groupOID: full.oid });
    await flights.dock('fuller');
    await flights.route('fuller');
    await flights.task('fuller');
    const refusal = await fixture.refusalOf(remove(full.oid));
    expect(refusal?.reason).toBe('departmentNotEmpty');
    const found = refusal?.details.data?.['inTheWay'] as InTheWay;
    expect(found.map(({ kind, count }) => [kind, count])).toEqual([
      ['member', 1],
      ['dock', 1],
      ['department', 1],
      ['route', 1],
      ['task', 1],
    ]);
    expect(found[0]?.list).toEqual([{ oid: await fixture.oidOf('fuller'), name: 'fuller' }]);
  });

  it('that goes takes nobody in at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const place = await make(`race ${round}`);
      const [gone, came] = await Promise.allSettled([
        remove(place.oid),
        fixture.person(`racer${round}`, { groupOID: place.oid }),
      ]);
      expect([gone.status, came.status].filter((one) => one === 'fulfilled')).toHaveLength(1);
    }
  });
});

describe('moving a department', () => {
  it('tells beforehand who will see it and who will not, and takes the roles that do not reach', async () => {
    const [from, to] = [await make('from'), await make('to')];
    const moved = await make('moved', from.oid);
    const inside = await make('inside', moved.oid);
    await fixture.person('loser', { groupOID: from.oid });
    await fixture.person('winner', { groupOID: to.oid });
    const { oid: mover } = await fixture.person('mover', { groupOID: inside.oid });
    const role = '00000000-0000-7000-8000-000000000001';
    await sql`insert into role (oid, group_root, group_oid, name, type)
      values (${role}, ${fixture.groupRoot}, ${from.oid}, 'of from', 'menu')`.execute(fixture.db);
    await sql`insert into member_role values (${mover}, ${role})`.execute(fixture.db);
    const group = '00000000-0000-7000-8000-000000000002';
    const grouped = '00000000-0000-7000-8000-000000000003';
    await sql`insert into role (oid, group_root, group_oid, name, type)
      values (${group}, ${fixture.groupRoot}, ${from.oid}, 'group of from', 'group')`.execute(fixture.db);
    await sql`insert into role (oid, group_root, group_oid, parent_oid, name, type)
      values (${grouped}, ${fixture.groupRoot}, ${inside.oid}, ${group}, 'of inside', 'menu')`.execute(
      fixture.db,
    );
    const request = { oid: moved.oid, parentOID: to.oid };
    const preview = await fixture.call<MovePreview>(departmentCalls.movePreview, request);
    expect(preview).toMatchObject({
      from: { name: 'from' },
      to: { name: 'to' },
      departments: 2,
      members: 1,
      docks: 0,
      gain: { count: 1, list: [{ name: 'winner', groupName: 'to' }] },
      lose: { count: 1, list: [{ name: 'loser', groupName: 'from' }] },
      rolesLost: 1,
    });
    await move(moved.oid, to.oid);
    expect(await pathOf(inside.oid)).toEqual([fixture.root, to.oid, moved.oid, inside.oid]);
    const held = await fixture.db
      .selectFrom('member_role')
      .selectAll()
      .where('member_oid', '=', mover)
      .execute();
    expect(held).toEqual([]);
    const left = await fixture.db
      .selectFrom('role')
      .select('parent_oid')
      .where('oid', '=', grouped)
      .executeTakeFirstOrThrow();
    expect(left.parent_oid).toBeNull();
  });

  it('lets two moves at once never make a circle', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await make(`a${round}`), await make(`b${round}`)];
      const both = await Promise.all([
        fixture.reasonOf(move(a.oid, b.oid)),
        fixture.reasonOf(move(b.oid, a.oid)),
      ]);
      expect(both.toSorted()).toEqual(['departmentLoop', 'done']);
    }
  });

  it('keeps every path, scope and count like a model of the tree, whatever is moved', async () => {
    const top = await make('model');
    const oids: string[] = [top.oid];
    const parents = new Map<string, string>();
    for (let at = 1; at <= 9; at += 1) {
      const parent = oids[Math.floor((at - 1) / 2)] ?? top.oid;
      const made = await make(`m${at}`, parent);
      parents.set(made.oid, parent);
      oids.push(made.oid);
      await fixture.person(`model${at}`, { groupOID: made.oid });
    }
    const above = (oid: string): string[] => {
      const parent = parents.get(oid);
      return parent === undefined ? [oid] : [...above(parent), oid];
    };
    const place = fc.nat({ max: oids.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(place, place), async ([from, to]) => {
        const [oid, parent] = [oids[from] ?? '', oids[to] ?? ''];
        const loop = above(parent).includes(oid);
        const reported = loop
          ? null
          : await fixture.call<MovePreview>(departmentCalls.movePreview, { oid, parentOID: parent });
        const reason = await fixture.reasonOf(move(oid, parent));
        expect(reason).toBe(loop ? 'departmentLoop' : 'done');
        if (reported) {
          // Whoever stands on the way down to a department sees it; slowly counted, before and after.
          const before = new Set(above(oid).slice(0, -1));
          const after = new Set(above(parent));
          const only = (one: Set<string>, other: Set<string>) =>
            [...one].filter((step) => !other.has(step) && step !== top.oid);
          const namesIn = ({ list }: MovePreview['gain']) => list.map((one) => one.name).toSorted();
          const named = (steps: string[]) => steps.map((step) => `model${oids.indexOf(step)}`).toSorted();
          expect(namesIn(reported.gain)).toEqual(named(only(after, before)));
          expect(namesIn(reported.lose)).toEqual(named(only(before, after)));
          expect([reported.gain.count, reported.lose.count]).toEqual([
            reported.gain.list.length,
            reported.lose.list.length,
          ]);
          const along = oids.filter((other) => above(other).includes(oid));
          expect([reported.departments, reported.members]).toEqual([
            along.length,
            along.filter((one) => one !== top.oid).length,
          ]);
        }
        if (!loop) parents.set(oid, parent);
        for (const one of oids) {
          expect(await pathOf(one)).toEqual([fixture.root, ...above(one)]);
          const below = oids.filter((other) => above(other).includes(one));
          const tree = await fixture.call<{ oid: string }[]>(departmentCalls.tree, { oid: one });
          expect(tree.map((node) => node.oid).toSorted()).toEqual(below.toSorted());
          const { memberCount } = await fixture.call<DepartmentRecord>(departmentCalls.get, { oid: one });
          expect(memberCount).toBe(below.filter((other) => other !== top.oid).length);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('is open only to those who may do as much as everybody inside', async () => {
    const { oid: editorRole } = await fixture.call<{ oid: string }>(roleCalls.save, {
      name: 'editors',
      type: 'menu',
    });
    const rights = ['/OrganizationStructure', 'department:edit', 'member:edit'];
    await fixture.call(roleCalls.grant, { roleOID: editorRole, resourceOIDs: rights });
    const editor = await fixture.person('editor', { roleOIDs: [editorRole] });
    const [place, other] = [await make('guarded'), await make('other')];
    await fixture.person('chief', { groupOID: place.oid, roleOIDs: [await fixture.first('operator')] });
    const request = { oid: place.oid, parentOID: other.oid };
    expect(await fixture.reasonOf(fixture.call(departmentCalls.move, request, editor.token))).toBe(
      'superior',
    );
    expect(await fixture.reasonOf(fixture.call(departmentCalls.movePreview, request, editor.token))).toBe(
      'superior',
    );
  });
});
