import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPilotApp, type PilotApp } from '../../testing/pilot-app.ts';
import type { People } from '../../testing/pilot-people.ts';
import { startPilotServer } from '../../testing/pilot-server.ts';
import type { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: { token: string; groupRoot: string; groupOID: string };
let people: People;
let app: PilotApp;

beforeAll(async () => {
  ({ server, admin, people, app } = await startPilotServer());
});
afterAll(async () => {
  app?.close();
  await server?.close();
});

interface Layer {
  elements: { id: string; name: string; resource: object }[];
}

describe('regions on the map', () => {
  const element = (id: string, geometry: object, type: number) => ({
    id,
    name: '塔基',
    resource: {
      type,
      content: { type: 'Feature', properties: { color: '#2D8CF0', clampToGround: true }, geometry },
    },
  });
  const point = { type: 'Point', coordinates: [113.9, 22.5, 30] };
  const groups = async (one = app, query = '') => (await one.call('regions', { query })).data as Layer[];

  it('have a shared layer from the beginning', async () => {
    const far = await openPilotApp(
      server.running.url,
      await people.enter(await people.addDepartment('empty')),
    );
    expect(await groups(far)).toMatchObject([{ name: 'empty', type: 2, is_lock: false, elements: [] }]);
  });

  it('are added once, changed and deleted', async () => {
    const id = randomUUID();
    const g = admin.groupOID;
    const body = element(id, point, 0);
    expect(await app.call('addRegion', { g, body })).toMatchObject({ code: 0, data: { id } });
    expect(await app.call('addRegion', { g, body })).toMatchObject({ code: 0, data: { id } });
    const [shared] = await groups();
    expect(shared?.elements.filter((one: { id: string }) => one.id === id)).toMatchObject([
      { name: '塔基', resource: { type: 0, content: { properties: { color: '#2D8CF0' }, geometry: point } } },
    ]);
    const content = {
      ...body.resource.content,
      geometry: {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    };
    expect(await app.call('editRegion', { id, body: { name: '线', content } })).toMatchObject({
      data: { id },
    });
    expect((await groups())[0]?.elements.find((one: { id: string }) => one.id === id)).toMatchObject({
      name: '线',
      resource: { type: 1 },
    });
    expect(await app.call('deleteRegion', { id })).toMatchObject({ code: 0, data: { id } });
    expect(await app.call('deleteRegion', { id })).toMatchObject({ status: 404 });
    await app.call('addRegion', { g, body: element(randomUUID(), point, 0) });
    expect(await app.call('clearRegions', { g })).toMatchObject({ code: 0 });
    expect((await groups())[0]?.elements).toEqual([]);
  });

  it('refuse what cannot be drawn, by field', async () => {
    const g = admin.groupOID;
    const refused = async (body: object) =>
      ((await app.call('addRegion', { g, body })).data.issues as { path: string }[])[0]?.path;
    const at = (geometry: object, type = 0) => refused(element(randomUUID(), geometry, type));
    expect(await at({ type: 'Point', coordinates: [200, 22] })).toBe(
      'resource.content.geometry.coordinates.0',
    );
    expect(await at({ type: 'LineString', coordinates: [[1, 2]] }, 1)).toBe(
      'resource.content.geometry.coordinates',
    );
    expect(await at({ type: 'Circle', coordinates: [] })).toBe('resource.content.geometry.type');
    expect(await at(point, 2)).toBe('resource.type');
    expect(await refused({ ...element(randomUUID(), point, 0), name: '' })).toBe('name');
    expect(await refused({ ...element('x', point, 0) })).toBe('id');
  });

  it('belong to a department: seen from above, and neither seen nor touched from beside', async () => {
    const [one, two] = await Promise.all(['one', 'two'].map(people.addDepartment));
    const [left, right] = [
      await openPilotApp(server.running.url, await people.enter(one ?? '')),
      await openPilotApp(server.running.url, await people.enter(two ?? '')),
    ];
    const id = randomUUID();
    expect(await left.call('addRegion', { g: one, body: element(id, point, 0) })).toMatchObject({ code: 0 });
    expect((await groups(right)).flatMap(({ elements }) => elements)).toEqual([]);
    expect((await groups(app, `?group_id=${one}`))[0]?.elements).toMatchObject([{ id }]);
    for (const answer of [
      await right.call('deleteRegion', { id }),
      await right.call('addRegion', { g: one, body: element(randomUUID(), point, 0) }),
      await right.call('regions', { query: `?group_id=${one}` }),
      await right.call('clearRegions', { g: one }),
    ])
      expect(answer).toMatchObject({ status: 404 });
    // The oid of somebody else's is taken, and nothing more is said.
    expect(await right.call('addRegion', { g: two, body: element(id, point, 0) })).toMatchObject({
      status: 409,
    });
  });
});
