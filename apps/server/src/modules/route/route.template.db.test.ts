import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routeTemplateCalls, type RouteTemplate, type RouteTemplateDetail } from '@eyrie/domain';
import { addPoint, freshPlan } from '@eyrie/planner';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskObjects } from '../../platform/objects/index.ts';
import { bareGround } from '../../testing/bare-ground.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import { createRoute, type RouteRoom } from './index.ts';

let rooms: TestRooms;
let route: RouteRoom;
let dataDir: string;
let operator: string;
let leader: string;
let foreigner: string;

beforeAll(async () => {
  rooms = await createTestRooms();
  dataDir = await mkdtemp(join(tmpdir(), 'eyrie-route-template-'));
  const objects = await createDiskObjects({
    dataDir,
    clock: rooms.clock,
    publicUrl: () => 'http://127.0.0.1',
  });
  route = createRoute(rooms.runtime, {
    audit: rooms.audit,
    department: rooms.department,
    objects,
    ground: async () => null,
    surface: bareGround,
  });
  await rooms.seed('alpha', ['operator', 'leader'], 'Flug-4711!');
  await rooms.seed('beta', ['operator'], 'Flug-4711!');
});
afterAll(async () => {
  await Promise.all(route.units.map((unit) => unit.stop()));
  await rooms.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await sql`delete from route_template`.execute(rooms.db);
  operator = await rooms.tokenOf('alpha-operator');
  leader = await rooms.tokenOf('alpha-leader');
  foreigner = await rooms.tokenOf('beta-operator');
});

type Declaration = Parameters<TestRooms['call']>[0];
const call = async <T>(declaration: Declaration, request: unknown, token = operator): Promise<T> =>
  (await rooms.call(declaration, request, { token, extra: route.endpoints })).data as T;
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { reason: string }).reason,
  );

const drawn = addPoint(addPoint(freshPlan('waypoint'), { lng: 113.95, lat: 22.54 }), {
  lng: 113.96,
  lat: 22.54,
});
const plan = {
  ...drawn,
  settings: { ...drawn.settings, speed: 4, takeOff: { lng: 113.95, lat: 22.54, height: 8 } },
  points: drawn.points.map((point) => ({ ...point, actions: [{ type: 'takePhoto' as const }] })),
};
const keep = (more: object = {}, token = operator) =>
  call<RouteTemplate>(routeTemplateCalls.add, { name: '塔架', placed: false, plan, ...more }, token);
const planOf = async (oid: string) => (await call<RouteTemplateDetail>(routeTemplateCalls.get, { oid })).plan;
const names = async (request: object = {}, token = operator): Promise<string[]> =>
  (await call<{ list: RouteTemplate[] }>(routeTemplateCalls.query, request, token)).list.map(
    ({ name }) => name,
  );
const audited = async (): Promise<string[]> =>
  (
    await sql<{ action: string }>`select action from audit_log where action like 'routeTemplate.%'
      and outcome = 'done' order by seq`.execute(rooms.db)
  ).rows.map(({ action }) => action);

describe('templates of routes', () => {
  it('keep settings and actions, and places only where that was asked for', async () => {
    const bare = await keep({ remark: '每月' });
    expect(bare).toMatchObject({
      name: '塔架',
      remark: '每月',
      type: 'waypoint',
      placed: false,
      createdBy: 'alpha operator',
      allowed: ['get', 'edit', 'delete'],
    });
    const kept = await planOf(bare.oid);
    expect(kept.points).toEqual([]);
    expect(kept.settings).toMatchObject({ speed: 4, takeOff: null, pointActions: [{ type: 'takePhoto' }] });
    const placed = await keep({ placed: true });
    expect((await planOf(placed.oid)).points).toEqual(plan.points);
  });

  it('are found, renamed with a history, deleted and brought back, each with a row of the audit log', async () => {
    const before = (await audited()).length;
    const { oid } = await keep();
    await keep({ name: 'area', plan: freshPlan('regional') });
    expect(await names({ keyword: '塔' })).toEqual(['塔架']);
    expect(await names({ type: 'regional' })).toEqual(['area']);
    expect(await call(routeTemplateCalls.edit, { oid, name: '塔架二', version: 0 })).toMatchObject({
      name: '塔架二',
      version: 1,
    });
    expect(await reasonOf(call(routeTemplateCalls.edit, { oid, name: 'late', version: 0 }))).toBe('conflict');
    const { list } = await call<{ list: { changes: unknown[] }[] }>(routeTemplateCalls.history, { oid });
    expect(list[0]?.changes).toEqual([{ field: 'name', from: '塔架', to: '塔架二' }]);
    await call(routeTemplateCalls.remove, { oids: [oid] });
    expect(await names()).toEqual(['area']);
    await call(routeTemplateCalls.restore, { oids: [oid] });
    expect(await names({ sort: 'name' })).toContain('塔架二');
    expect((await audited()).slice(before)).toEqual([
      'routeTemplate.add',
      'routeTemplate.add',
      'routeTemplate.edit',
      'routeTemplate.delete',
      'routeTemplate.restore',
    ]);
  });

  it('are for those alone who plan routes', async () => {
    const { oid } = await keep();
    expect(await reasonOf(call(routeTemplateCalls.get, { oid }, leader))).toBe('notAllowed');
    expect(await reasonOf(names({}, leader))).toBe('notAllowed');
    expect(await reasonOf(keep({}, leader))).toBe('notAllowed');
    expect(await reasonOf(call(routeTemplateCalls.edit, { oid, name: 'x' }, leader))).toBe('notAllowed');
    expect(await reasonOf(call(routeTemplateCalls.remove, { oids: [oid] }, leader))).toBe('notAllowed');
  });

  it('of another organisation do not exist', async () => {
    const { oid, groupOID } = await keep();
    expect(await names({}, foreigner)).toEqual([]);
    for (const [declaration, request] of [
      [routeTemplateCalls.get, { oid }],
      [routeTemplateCalls.edit, { oid, name: 'x' }],
      [routeTemplateCalls.remove, { oids: [oid] }],
      [routeTemplateCalls.history, { oid }],
    ] as const)
      expect(await reasonOf(call(declaration, request, foreigner)), declaration.path).toBe('notFound');
    expect(await reasonOf(keep({ groupOID }, foreigner))).toBe('notFound');
  });
});
