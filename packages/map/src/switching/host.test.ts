import { expect, test } from 'vitest';
import type { Camera, MapOptions, MapTheme, ThingLayer } from '../contract.ts';
import type { Pose } from '../scene-view.ts';
import type { RunningEngine } from '../engine.ts';
import { createNullHost, type NullMapHost } from '../null-host.ts';
import type { Halves } from './halves.ts';
import { createSwitchingHost, type StartEngine } from './host.ts';
import type { StartView } from './views.ts';

const halves: Halves = {
  flat: {} as HTMLElement,
  globe: {} as HTMLElement,
  arrange: () => undefined,
  onTouch: () => () => undefined,
  mark: () => undefined,
  dispose: () => undefined,
};

interface Started {
  readonly host: NullMapHost;
  readonly camera: Camera;
  over: boolean;
}

/** Engines that draw nothing, and say what was started. */
const rig = (globe: 'runs' | 'noGraphics' | 'notLoaded' = 'runs') => {
  const started: { flat: Started[]; globe: Started[] } = { flat: [], globe: [] };
  const engine =
    (half: 'flat' | 'globe'): StartEngine =>
    (_element, options: MapOptions) => {
      if (half === 'globe' && globe === 'noGraphics') return Promise.reject(new Error('no WebGL'));
      const host = createNullHost(options);
      const one: Started = { host, camera: host.camera(), over: false };
      started[half].push(one);
      const running: RunningEngine = {
        ...host,
        engine: half === 'flat' ? '2d' : '3d',
        maxPitch: 65,
        size: () => ({ width: 1000, height: 800 }),
        onRest: () => () => undefined,
        picture: () => null,
        dispose: () => {
          one.over = true;
          host.dispose();
        },
      };
      return Promise.resolve(running);
    };
  const poses: Pose[] = [];
  const views: NullMapHost[] = [];
  const view: StartView = (_element, options) => {
    if (globe === 'noGraphics') return Promise.reject(new Error('no WebGL'));
    const { addTiles, addTileset, order, setBasemap, setTerrain, setTheme, dispose, ...host } =
      createNullHost(options);
    const world = { addTiles, addTileset, order, setBasemap, setTerrain, setTheme, dispose };
    views.push({ ...host, ...world });
    return Promise.resolve({ ...world, look: (pose: Pose) => void poses.push(pose) });
  };
  const start = () =>
    createSwitchingHost(
      halves,
      { camera: { lng: 113.9, lat: 22.5, zoom: 12 }, theme: {} as MapTheme, label: 'Map' },
      {
        flat: engine('flat'),
        globe: () =>
          globe === 'notLoaded' ? Promise.reject(new Error('away')) : Promise.resolve(engine('globe')),
        view: () => (globe === 'notLoaded' ? Promise.reject(new Error('away')) : Promise.resolve(view)),
      },
    );
  return { start, started, poses, views };
};

test('what was added is drawn by the engine that starts later, with everything that was done to it', async () => {
  const { start, started } = rig();
  const host = await start();
  const things: ThingLayer = host.addThings('docks', [{ id: 'a', lng: 1, lat: 2, look: 'live' }]);
  things.put({ id: 'b', lng: 1, lat: 2, look: 'alarm' });
  things.remove('a');
  things.select('b');
  const lines = host.addLines('ways', []);
  lines.setVisible(false);
  host.order(['ways']);
  const modes: string[] = [];
  host.onMode((mode) => modes.push(mode));
  await expect(host.setMode('3d')).resolves.toBe('done');
  const globe = started.globe[0]?.host;
  expect(globe?.content('docks')).toEqual([{ id: 'b', lng: 1, lat: 2, look: 'alarm' }]);
  expect(globe?.selected('docks')).toBe('b');
  expect(globe?.layers()).toEqual([
    { id: 'ways', kind: 'lines', visible: false },
    { id: 'docks', kind: 'things', visible: true },
  ]);
  // The flat engine has gone; what comes now reaches the globe alone.
  expect(started.flat[0]?.over).toBe(true);
  things.put({ id: 'c', lng: 3, lat: 4, look: 'live' });
  expect(globe?.content('docks')).toHaveLength(2);
  lines.dispose();
  expect(globe?.layers()).toHaveLength(1);
  expect([host.mode(), host.engine, modes]).toEqual(['3d', '3d', ['3d']]);
});

test('the switch keeps place and zoom, and what is not asked for is not started', async () => {
  const { start, started } = rig();
  const host = await start();
  expect(started.globe).toHaveLength(0);
  await host.setMode('3d');
  // 12 of 512 px tiles is level 13: 41 816 m by the table, wherever the resolution formula would put the eye.
  expect(started.globe[0]?.camera).toMatchObject({ lng: 113.9, lat: 22.5 });
  await host.setMode('2d');
  expect(started.flat[1]?.camera.zoom).toBeCloseTo(12, 6);
  expect(started.globe[0]?.over).toBe(true);
  // Far out every level is one height; unmoved, the way back leads to where it came from all the same.
  host.setCamera({ zoom: 2 });
  await host.setMode('3d');
  await host.setMode('2d');
  expect(host.camera().zoom).toBeCloseTo(2, 6);
});

test('split runs both, matched by resolution', async () => {
  const { start, started } = rig();
  const host = await start();
  await host.setMode('split');
  expect(started.globe[0]?.camera.zoom).toBeCloseTo(12, 9);
  const layer = host.addPolygons('areas', []);
  expect([started.flat[0], started.globe[0]].map((one) => one?.host.layers())).toEqual([
    [{ id: 'areas', kind: 'polygons', visible: true }],
    [{ id: 'areas', kind: 'polygons', visible: true }],
  ]);
  layer.dispose();
  host.dispose();
  expect([started.flat[0]?.over, started.globe[0]?.over]).toEqual([true, true]);
});

test.each(['noGraphics', 'notLoaded'] as const)('%s is said and the flat map stays', async (why) => {
  const { start, started } = rig(why);
  const host = await start();
  await expect(host.setMode('3d')).resolves.toBe(why);
  await expect(host.setMode('split')).resolves.toBe(why);
  expect([host.mode(), host.engine, started.flat[0]?.over]).toEqual(['2d', '2d', false]);
});

test('an eye on the world has its tiles and models, before and after it opened, and nothing that pages draw', async () => {
  const { start, started, poses, views } = rig();
  const host = await start();
  host.addTiles('photo', { url: '/t/{z}/{x}/{y}' });
  host.addLines('route', []);
  const view = await host.openView({} as HTMLElement, 'Camera');
  if (typeof view === 'string') throw new Error(view);
  const model = host.addTileset('model', { url: '/m.json' });
  host.addThings('docks', []);
  host.setBasemap({ url: '/b/{z}/{x}/{y}' });
  expect(views[0]?.layers().map(({ id }) => id)).toEqual(['photo', 'model']);
  expect(views[0]?.basemap()?.url).toBe('/b/{z}/{x}/{y}');
  expect(started.globe).toHaveLength(0);
  const pose = { lng: 1, lat: 2, height: 90, heading: 45, pitch: -90, horizontal: 70, vertical: 56 };
  view.look(pose);
  expect(poses).toEqual([pose]);
  view.dispose();
  view.look(pose);
  model.setVisible(false);
  expect([poses.length, views[0]?.layers()]).toEqual([1, []]);
  // One that is still open ends with the map.
  await host.openView({} as HTMLElement, 'Camera');
  host.dispose();
  expect(views[1]?.layers()).toEqual([]);
});

test.each(['noGraphics', 'notLoaded'] as const)('%s is said of an eye on the world too', async (why) => {
  const host = await rig(why).start();
  await expect(host.openView({} as HTMLElement, 'Camera')).resolves.toBe(why);
});

test('two changes at once follow each other', async () => {
  const { start } = rig();
  const host = await start();
  const both = await Promise.all([host.setMode('3d'), host.setMode('split')]);
  expect([both, host.mode()]).toEqual([['done', 'done'], 'split']);
});
