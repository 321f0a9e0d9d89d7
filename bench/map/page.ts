/**
 * The page that the benchmark of the map opens: things that move, drawn by us or as who uses the engine alone would; on the flat
 * map or the globe.
 */
import type { GeoJSONSource, Map as Engine } from 'maplibre-gl';
import { mapThemes, type Thing } from '@eyrie/map';
import { createMapLibreHost } from '../../packages/map/src/maplibre/host.ts';
import { pictures, pixelRatio } from '../../packages/map/src/maplibre/icons.ts';
import { openHandleTool } from '../../packages/map/src/route-edit/tool.ts';

const looks = ['live', 'working', 'attention', 'alarm', 'offline'] as const;
const theme = mapThemes.dark;
const asked = new URLSearchParams(location.search);
const count = Number(asked.get('count'));
const camera = { lng: 113.9, lat: 22.5, zoom: Number(asked.get('zoom')), bearing: 0, pitch: 0 };

/** A fleet that flies in circles over a square of two degrees; `at` in seconds. */
const fleet = (at: number): Thing[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `thing-${n}`,
    lng: 112.9 + (n % 100) / 50 + 0.005 * Math.sin(at / 9 + n),
    lat: 21.5 + Math.floor(n / 100) / 50 + 0.005 * Math.cos(at / 9 + n),
    look: looks[n % looks.length] ?? 'live',
    heading: (at * 40 + n) % 360,
    label: `M${n}`,
  }));

const everySecond = (draw: (at: number) => void): void => {
  let at = 0;
  draw(at);
  setInterval(() => draw((at += 1)), 1000);
};

const ours = async (element: HTMLElement): Promise<void> => {
  const host = await createMapLibreHost(element, { camera, theme, label: 'Map' });
  const layer = host.addThings('fleet', []);
  everySecond((at) => layer.set(fleet(at)));
};

/** What somebody would write who uses MapLibre alone. */
const plain = async (element: HTMLElement): Promise<void> => {
  const { Map: Plain } = await import('maplibre-gl');
  // The worker's address is set by our own host's module, which this page loads as well.
  const engine: Engine = new Plain({
    container: element,
    style: {
      version: 8,
      sources: {},
      layers: [{ id: 'water', type: 'background', paint: { 'background-color': theme.water } }],
    },
    center: [camera.lng, camera.lat],
    zoom: camera.zoom,
    attributionControl: false,
  });
  await engine.once('style.load');
  for (const picture of pictures(theme)) engine.addImage(picture.id, picture.data, { pixelRatio });
  const features = (at: number) => ({
    type: 'FeatureCollection' as const,
    features: fleet(at).map((thing) => ({
      type: 'Feature' as const,
      properties: { id: thing.id, icon: `free-${thing.look}`, heading: thing.heading, label: thing.label },
      geometry: { type: 'Point' as const, coordinates: [thing.lng, thing.lat] },
    })),
  });
  engine.addSource('fleet', { type: 'geojson', data: features(0) });
  engine.addLayer({
    id: 'fleet',
    type: 'symbol',
    source: 'fleet',
    layout: {
      'icon-image': ['get', 'icon'],
      'icon-rotate': ['get', 'heading'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  });
  everySecond((at) => void engine.getSource<GeoJSONSource>('fleet')?.setData(features(at)));
};

const globe = async (element: HTMLElement): Promise<void> => {
  const { createCesiumHost } = await import('../../packages/map/src/cesium/host.ts');
  const host = await createCesiumHost(element, { camera, theme, label: 'Map' });
  const layer = host.addThings('fleet', []);
  everySecond((at) => layer.set(fleet(at)));
};

/** A bare globe of the same engine: one billboard for each thing, moved in place. */
const plainGlobe = async (element: HTMLElement): Promise<void> => {
  const cesium = await import('@cesium/engine');
  const { prepareAssets } = await import('../../packages/map/src/cesium/assets.ts');
  prepareAssets();
  const { scene } = new cesium.CesiumWidget(element, {
    baseLayer: false,
    skyBox: false,
    terrainProvider: new cesium.EllipsoidTerrainProvider(),
    requestRenderMode: true,
    maximumRenderTimeChange: Number.POSITIVE_INFINITY,
    scene3DOnly: true,
  });
  const high = 40_000_000 / 2 ** camera.zoom;
  scene.camera.setView({ destination: cesium.Cartesian3.fromDegrees(camera.lng, camera.lat, high) });
  const dot = document.createElement('canvas');
  [dot.width, dot.height] = [16, 16];
  dot.getContext('2d')?.fillRect(0, 0, 16, 16);
  const signs = scene.primitives.add(new cesium.BillboardCollection({ scene }));
  const things = fleet(0).map(() => signs.add({ image: dot }));
  everySecond((at) => {
    for (const [n, { lng, lat }] of fleet(at).entries()) {
      const thing = things[n];
      if (thing) thing.position = cesium.Cartesian3.fromDegrees(lng, lat);
    }
    scene.requestRender();
  });
};

declare global {
  /** Frames since somebody began to count. */
  var drawn: number;
}

/** A route to and fro with a handle at each point, as the editor draws it, and a map that is moved a little in every frame. */
const route = async (element: HTMLElement): Promise<void> => {
  const host = await createMapLibreHost(element, { camera, theme, label: 'Map' });
  const points = Array.from({ length: Number(asked.get('route')) }, (_, at) => ({
    id: `p:${at}`,
    kind: 'point' as const,
    badge: String(at + 1),
    lng: camera.lng - 0.05 + (at % 256) * 4e-4,
    lat: camera.lat - 0.05 + Math.floor(at / 256) * 4e-4,
  }));
  host.addLines('route', [{ id: 'line.0', path: points, tone: 'accent', arrows: true }]);
  const nothing = (): boolean => false;
  const tool = openHandleTool(host, {
    theme,
    touch: false,
    onClick: nothing,
    onDoubleClick: nothing,
    onMoved: nothing,
    onHover: nothing,
    onMenu: nothing,
    tiesOf: () => [],
  });
  tool?.set(points);
  globalThis.drawn = 0;
  const pan = (): void => {
    globalThis.drawn += 1;
    const turn = globalThis.drawn / 60;
    host.setCamera({ lng: camera.lng + 0.01 * Math.sin(turn), lat: camera.lat + 0.01 * Math.cos(turn) });
    requestAnimationFrame(pan);
  };
  requestAnimationFrame(pan);
};

const element = document.querySelector<HTMLElement>('#map');
if (element) {
  const [own, bare] = asked.has('globe') ? [globe, plainGlobe] : [ours, plain];
  await (asked.has('route') ? route : asked.has('plain') ? bare : own)(element);
  document.title = 'ready';
}
