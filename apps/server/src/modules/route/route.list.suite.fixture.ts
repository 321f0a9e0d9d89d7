import { createHash } from 'node:crypto';
import { routeCalls, type RouteRecord } from '@eyrie/domain';
import { buildKmz, kmzModels } from '@eyrie/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BytesAnswer } from '../../platform/http/endpoint.ts';
import { createTestFlights } from '../../testing/flights.ts';
import {
  call,
  foreigner,
  leader,
  objects,
  operator,
  reasonOf,
  rooms,
  route,
  upload,
} from './route.fixture.ts';

export function listSuite(): void {
  describe('importing a route', () => {
    it('stores what the file says, with the file and its checksum', async () => {
      const bytes = buildKmz({ model: kmzModels.m3td });
      const made = await upload('北区巡检.kmz', { remark: '试飞' }, operator, bytes);
      expect(made).toMatchObject({
        name: '北区巡检',
        remark: '试飞',
        type: 'waypoint',
        creationMethod: 'DJI',
        waypointCount: 3,
        droneModel: '0-91-1',
        droneModelName: 'Matrice 3TD',
        heightMode: 'relative',
        finishAction: 'goHome',
        maxHeight: 80,
        createdBy: 'alpha operator',
        groupName: 'alpha',
        checksum: createHash('sha256').update(bytes).digest('hex'),
        allowed: ['get', 'downloadKmz', 'edit', 'delete'],
      });
      expect(made.length).toBeGreaterThan(1_000);
      expect(made.duration).toBeGreaterThan(100);
      expect(made.waypoints).toHaveLength(3);
      expect(made.waypoints[1]?.actions).toContainEqual(expect.objectContaining({ func: 'hover' }));
      expect(await call(routeCalls.get, { oid: made.oid })).toEqual(made);
    });

    it('gives the file back byte for byte under a safe name', async () => {
      const bytes = buildKmz();
      const made = await upload(
        'x.kmz',
        { name: '夜"\r\nSet-Cookie: a=b;巡/..\\'.replaceAll(/[\r\n]/g, '') },
        operator,
        bytes,
      );
      const answer = await call<BytesAnswer>(routeCalls.download, { oid: made.oid });
      expect(Buffer.compare(Buffer.from(answer.body as Uint8Array), Buffer.from(bytes))).toBe(0);
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="[A-Za-z0-9._-]+\.kmz"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
      );
    });

    it('shows a preview and keeps nothing of it', async () => {
      const shown = await upload('x.kmz', { preview: 'true' });
      expect(shown.oid).toBeUndefined();
      expect(shown.waypoints).toHaveLength(3);
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
    });

    it('refuses with the reason of the file', async () => {
      const refuse = (bytes: Uint8Array) => reasonOf(upload('x.kmz', {}, operator, bytes));
      expect(await refuse(new Uint8Array([1, 2, 3]))).toBe('kmzNotZip');
      expect(await refuse(buildKmz({ templateType: 'mapping2d' }))).toBe('kmzTemplateType');
      expect(await refuse(buildKmz({ points: [] }))).toBe('kmzNoWaypoints');
      const part = { token: operator, extra: route.endpoints };
      expect(await reasonOf(rooms.call(routeCalls.uploadKmz, {}, part))).toBe('invalid');
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
    });

    it('is for those with the right alone', async () => {
      expect(await reasonOf(upload('x.kmz', {}, leader))).toBe('notAllowed');
    });
  });

  describe('the list of routes', () => {
    it('pages, sorts and filters, with a count that agrees', async () => {
      for (const name of ['甲', 'B_100%', 'b_200']) {
        await upload(`${name}.kmz`);
        rooms.clock.move(1_000);
      }
      const names = async (request: object): Promise<string[]> => {
        const page = await call<{ list: RouteRecord[]; total: number }>(routeCalls.query, request);
        expect(page.total).toBe((await call<{ count: number }>(routeCalls.queryCount, request)).count);
        return page.list.map((one) => one.name);
      };
      expect(await names({})).toEqual(['b_200', 'B_100%', '甲']);
      expect(await names({ sort: 'createdAt' })).toEqual(['甲', 'B_100%', 'b_200']);
      expect(await names({ keyword: 'B_' })).toEqual(['b_200', 'B_100%']);
      expect(await names({ keyword: '%' })).toEqual(['B_100%']);
      expect(await names({ type: 'waypoint' })).toEqual(['b_200', 'B_100%', '甲']);
      expect(await names({ type: 'poi' })).toEqual([]);
      expect(await names({ keyword: '_' })).toEqual(['b_200', 'B_100%']);
      expect(await names({ keyword: "'; drop table route; --" })).toEqual([]);
      expect(
        (await call<{ list: unknown[] }>(routeCalls.query, { pageNum: 2, pageSize: 2 })).list,
      ).toHaveLength(1);
    });

    it('shows the own department and those below, nothing beside or above', async () => {
      const member = await rooms.member.byAccount(rooms.db, 'alpha-operator');
      const root = member?.groupOID ?? '';
      const { groupRoot = '' } = member ?? {};
      const add = (parentOID: string, name: string) =>
        rooms.department.add(rooms.db, { groupRoot, parentOID, name });
      const [left, right] = [await add(root, 'left'), await add(root, 'right')];
      const deep = await add(left, 'deep');
      const made = [
        await upload('root.kmz'),
        await upload('left.kmz'),
        await upload('deep.kmz'),
        await upload('right.kmz'),
      ];
      for (const [n, groupOID] of [root, left, deep, right].entries())
        await sql`update route set group_oid = ${groupOID} where oid = ${made[n]?.oid}`.execute(rooms.db);
      const seen = async (request: object = {}): Promise<string[]> =>
        (await call<{ list: RouteRecord[] }>(routeCalls.query, request)).list
          .map((one) => one.name)
          .toSorted();
      expect(await seen()).toEqual(['deep', 'left', 'right', 'root']);
      await sql`update member set group_oid = ${left} where account = 'alpha-operator'`.execute(rooms.db);
      rooms.clock.move(2_000);
      expect(await seen()).toEqual(['deep', 'left']);
      const below = (groupOID: string) => call<{ total: number }>(routeCalls.query4Dep, { groupOID });
      expect((await below(deep)).total).toBe(1);
      expect(await reasonOf(below(right))).toBe('notFound');
      expect(await reasonOf(below(root))).toBe('notFound');
      expect(await reasonOf(call(routeCalls.get, { oid: made[3]?.oid }))).toBe('notFound');
      await sql`update member set group_oid = ${root} where account = 'alpha-operator'`.execute(rooms.db);
    });

    it('says what the member may do', async () => {
      await upload();
      await sql`insert into member_role select member.oid, role.oid from member, role
        where account = 'alpha-leader' and first_key = 'auditor' and role.group_root = member.group_root`.execute(
        rooms.db,
      );
      await sql`insert into role_resource select oid, '/RoutePlanning' from role where first_key = 'auditor'`.execute(
        rooms.db,
      );
      rooms.clock.move(2_000);
      const page = await call<{ list: RouteRecord[] }>(routeCalls.query, {}, leader);
      expect(page.list[0]?.allowed).toEqual(['get', 'downloadKmz']);
    });
  });

  describe('another organisation', () => {
    it('sees, changes and deletes nothing', async () => {
      const { oid } = await upload();
      expect((await call<{ total: number }>(routeCalls.query, {}, foreigner)).total).toBe(0);
      expect(await call(routeCalls.queryCount, {}, foreigner)).toEqual({ count: 0 });
      for (const [declaration, request] of [
        [routeCalls.get, { oid }],
        [routeCalls.download, { oid }],
        [routeCalls.edit, { oid, name: 'mine' }],
        [routeCalls.remove, { oids: [oid] }],
      ] as const)
        expect(await reasonOf(call(declaration, request, foreigner))).toBe('notFound');
      expect(await call(routeCalls.get, { oid })).toMatchObject({ name: '北区巡检' });
    });
  });

  describe('editing and deleting', () => {
    it('changes the name and the remark and nothing else', async () => {
      const made = await upload();
      const request = {
        oid: made.oid,
        name: '新名',
        checksum: 'x',
        groupOID: made.oid,
        __proto__: { admin: true },
      };
      const changed = await call<RouteRecord>(routeCalls.edit, request);
      const { waypoints: _, ...record } = made;
      expect(changed).toEqual({ ...record, name: '新名', version: 1 });
      const late = call(routeCalls.edit, { oid: made.oid, version: 0, name: 'late' });
      await expect(late).rejects.toMatchObject({ reason: 'conflict' });
      expect(await call(routeCalls.edit, { oid: made.oid })).toEqual(changed);
    });

    it('deletes all or none', async () => {
      const [one, two] = [await upload(), await upload()];
      const foreign = await upload('f.kmz', {}, foreigner);
      expect(await reasonOf(call(routeCalls.remove, { oids: [one.oid, foreign.oid] }))).toBe('notFound');
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 2 });
      expect(await call(routeCalls.remove, { oids: [one.oid, two.oid, one.oid] })).toEqual({ ok: true });
      expect(await call(routeCalls.queryCount, {})).toEqual({ count: 0 });
      expect(await reasonOf(call(routeCalls.get, { oid: one.oid }))).toBe('notFound');
    });

    it('keeps a route that a waiting flight uses', async () => {
      const { oid } = await upload();
      const flights = createTestFlights(rooms.runtime);
      const account = 'alpha-operator';
      const [taskOID, dockOID] = [await flights.task(account), await flights.dock(account)];
      await flights.flight(account, { taskOID, dockOID, routeOID: oid });
      expect((await call<RouteRecord>(routeCalls.get, { oid })).allowed).not.toContain('delete');
      expect(await reasonOf(call(routeCalls.remove, { oids: [oid] }))).toBe('inUse');
      await sql`update flight set state = 'over'`.execute(rooms.db);
      expect(await reasonOf(call(routeCalls.remove, { oids: [oid] }))).toBe('done');
    });

    it('does not hand out a file that is not the reviewed one', async () => {
      const made = await upload();
      const key = `routes/${made.groupRoot}/${made.oid}.kmz`;
      await objects.put(key, Buffer.from('other'));
      expect(await reasonOf(call(routeCalls.download, { oid: made.oid }))).toBe('routeChanged');
      await objects.delete(key);
      expect(await reasonOf(call(routeCalls.download, { oid: made.oid }))).toBe('routeChanged');
    });
  });
}
