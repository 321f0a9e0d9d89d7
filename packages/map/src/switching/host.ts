import type { Place } from '@eyrie/geometry';
import { follow, pixelsApart, type Clock, type Following, type Side } from '../alignment/follow.ts';
import { zoomForFlat, zoomForGlobe } from '../alignment/scale.ts';
import type { Camera, MapHost, MapMode, MapOptions, ModeChange } from '../contract.ts';
import type { RunningEngine } from '../engine.ts';
import { alone } from '../many/clusters.ts';
import { standBefore } from '../maplibre/engines.ts';
import { createListeners } from '../listeners.ts';
import type { Halves } from './halves.ts';
import { createPair, type Pair, type Standing } from './pair.ts';
import { createViews, type StartView } from './views.ts';

/** How a bundle is opened: free of the panels that lie at both sides, and no nearer than where all stand alone. */
const intoBundle = { padding: { top: 80, bottom: 80, left: 360, right: 360 }, maxZoom: alone, animate: true };

/** Starts an engine in an element. Rejects where it cannot run. */
export type StartEngine = (element: HTMLElement, options: MapOptions) => Promise<RunningEngine>;

export interface Engines {
  readonly flat: StartEngine;
  /** Its module is loaded by the call; the two failures are kept apart by it. */
  readonly globe: () => Promise<StartEngine>;
  readonly view: () => Promise<StartView>;
}

const realClock: Clock = {
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};

const sideOf = (engine: RunningEngine, half: 'flat' | 'globe', halves: Halves, standing: Standing): Side => ({
  view: () => {
    const { width, height } = engine.size();
    return width > 0 && height > 0 ? engine.camera() : null;
  },
  show: (camera) => engine.setCamera(camera),
  onTouch: (listener) => halves.onTouch(half, listener),
  onMove: (listener) => engine.onCamera(listener),
  onRest: (listener) => engine.onRest(listener),
  limits: () => ({
    minZoom: standing.options.minZoom ?? 0,
    maxZoom: standing.options.maxZoom ?? 22,
    maxPitch: engine.maxPitch,
  }),
});

/** Camera for the other engine when it takes the whole map: the product's table says how high or near. */
const handedOver = (from: RunningEngine, to: 'flat' | 'globe'): Camera => {
  const camera = from.camera();
  const zoom = (to === 'globe' ? zoomForGlobe : zoomForFlat)(camera.lat, camera.zoom, from.size());
  return { ...camera, zoom };
};

/** Remembers from where the map was switched: unmoved, the way back leads there exactly, also beyond the table. */
interface Origin {
  readonly camera: Camera;
  readonly given: Camera;
}

const createModes = (pair: Pair, standing: Standing, halves: Halves, engines: Engines) => {
  let mode: MapMode = '2d';
  let following: { pair: Following; flat: Side } | null = null;
  let origin: Origin | null = null;
  const changes = createListeners<MapMode>();
  const { running } = pair;

  const startFlat = async (camera: Camera) =>
    pair.start(
      'flat',
      await engines.flat(halves.flat, { ...standing.options, basemap: standing.basemap, camera }),
    );
  const startGlobe = async (camera: Camera): Promise<ModeChange> => {
    let begin: StartEngine;
    try {
      begin = await engines.globe();
    } catch {
      return 'notLoaded';
    }
    try {
      pair.start(
        'globe',
        await begin(halves.globe, { ...standing.options, basemap: standing.basemap, camera }),
      );
      return 'done';
    } catch {
      return 'noGraphics';
    }
  };
  /** Brings the engines of the wanted mode to run; those of no use then end only when the others run. */
  const bring = async (wanted: MapMode): Promise<ModeChange> => {
    const lone = mode === 'split' ? null : pair.primary();
    if (wanted !== '2d' && !running.globe) {
      const flat = pair.primary();
      const camera = wanted === '3d' ? handedOver(flat, 'globe') : flat.camera();
      const change = await startGlobe(camera);
      if (change !== 'done') return change;
      origin = wanted === '3d' ? { camera: flat.camera(), given: camera } : null;
    }
    if (wanted !== '3d' && !running.flat && lone) {
      const now = lone.camera();
      const back =
        origin && pixelsApart(origin.given, now) < 1 && Math.abs(origin.given.zoom - now.zoom) < 0.01;
      const camera = wanted === 'split' ? now : handedOver(lone, 'flat');
      await startFlat(back && origin && wanted === '2d' ? { ...camera, zoom: origin.camera.zoom } : camera);
      origin = null;
    }
    if (wanted === '2d') pair.end('globe');
    if (wanted === '3d') pair.end('flat');
    return 'done';
  };
  const align = () => {
    following?.pair.stop();
    following = null;
    if (!running.flat || !running.globe) return;
    const flat = sideOf(running.flat, 'flat', halves, standing);
    const globe = sideOf(running.globe, 'globe', halves, standing);
    following = { pair: follow(flat, globe, realClock), flat };
    following.pair.refresh();
  };
  return {
    mode: () => mode,
    onMode: changes.add,
    startFlat,
    /** The flat half was moved by the page. */
    led: () => following?.pair.lead(following.flat),
    change: async (wanted: MapMode): Promise<ModeChange> => {
      if (wanted === mode) return 'done';
      const change = await bring(wanted);
      if (change === 'done') mode = wanted;
      halves.arrange(mode);
      align();
      if (change === 'done') changes.notify(mode);
      return change;
    },
    stop: () => {
      following?.pair.stop();
      changes.clear();
    },
  };
};

const drawTogether = (pictures: readonly HTMLCanvasElement[]): HTMLCanvasElement | null => {
  const [first] = pictures;
  if (!first || pictures.length === 1) return first ?? null;
  const canvas = document.createElement('canvas');
  canvas.width = pictures.reduce((sum, { width }) => sum + width, 0);
  canvas.height = Math.max(...pictures.map(({ height }) => height));
  let left = 0;
  for (const picture of pictures) {
    canvas.getContext('2d')?.drawImage(picture, left, 0);
    left += picture.width;
  }
  return canvas;
};

/**
 * The map of a page: starts flat, and keeps everything that is added so that it can be drawn by another engine. Rejects
 * where the flat engine cannot run.
 */
export const createSwitchingHost = async (
  halves: Halves,
  options: MapOptions,
  engines: Engines,
): Promise<MapHost> => {
  const standing: Standing = { options, basemap: options.basemap ?? null, terrain: null };
  const pair = createPair(standing, halves, (bundle) => host.fit(bundle, intoBundle));
  const modes = createModes(pair, standing, halves, engines);
  const views = createViews(standing, pair.parts, engines.view);
  halves.arrange('2d');
  await modes.startFlat({ zoom: 3, bearing: 0, pitch: 0, ...options.camera });
  // One change at a time: a second one asked for meanwhile begins from where the first ended.
  let changing: Promise<unknown> = Promise.resolve();
  let over = false;
  const known = (place: Place) =>
    pair.running.globe?.groundHeight(place) ?? pair.running.flat?.groundHeight(place);
  const host: MapHost = {
    get engine() {
      return over ? 'none' : pair.primary().engine;
    },
    mode: modes.mode,
    onMode: modes.onMode,
    setMode: (wanted) => {
      const next = changing.then((): Promise<ModeChange> | ModeChange =>
        over ? 'done' : modes.change(wanted),
      );
      changing = next.catch(() => undefined);
      return next;
    },
    openView: (element, label) => views.open(element, label),
    picture: () => {
      const pictures = [pair.running.flat, pair.running.globe].flatMap((engine) => engine?.picture() ?? []);
      return Promise.resolve(drawTogether(pictures));
    },
    camera: () => pair.primary().camera(),
    setCamera: (camera, how) => {
      modes.led();
      pair.primary().setCamera(camera, how);
    },
    fit: (bounds, how) => {
      modes.led();
      pair.primary().fit(bounds, how);
    },
    onCamera: pair.cameras.add,
    metresPerPixel: () => pair.primary().metresPerPixel(),
    project: (place) => pair.primary().project(place),
    setBasemap: (tiles) => {
      standing.basemap = tiles;
      pair.each((engine) => engine.setBasemap(tiles));
      views.each((engine) => engine.setBasemap(tiles));
    },
    addTiles: (id, tiles) => pair.parts.add(id, 'tiles', tiles),
    addTileset: (id, tileset) => pair.parts.add(id, 'tileset', tileset),
    addOverlay: (id, overlay) => pair.parts.add(id, 'overlay', overlay),
    setTerrain: (terrain) => {
      standing.terrain = terrain;
      pair.each((engine) => engine.setTerrain(terrain));
      views.each((engine) => engine.setTerrain(terrain));
    },
    groundHeight: (place) => known(place) ?? null,
    loadGround: async (places) => {
      const running = [pair.running.flat, pair.running.globe].flatMap((engine) => engine ?? []);
      await Promise.all(running.map((engine) => engine.loadGround(places)));
    },
    captureClicks: pair.clicks.capture,
    addLines: (id, lines) => pair.parts.add(id, 'lines', lines),
    addPolygons: (id, polygons) => pair.parts.add(id, 'polygons', polygons),
    addThings: pair.parts.addThings,
    order: pair.parts.order,
    layers: pair.parts.infos,
    onClick: pair.clicks.add,
    onPointer: pair.pointers.add,
    setZoomRange: (minZoom, maxZoom) => {
      standing.options = { ...standing.options, minZoom, maxZoom };
      pair.each((engine) => engine.setZoomRange(minZoom, maxZoom));
    },
    setTheme: (theme) => {
      standing.options = { ...standing.options, theme };
      pair.each((engine) => engine.setTheme(theme));
      views.each((engine) => engine.setTheme(theme));
    },
    dispose: () => {
      over = true;
      modes.stop();
      views.stop();
      void changing.then(() => {
        pair.end('globe');
        pair.end('flat');
        halves.dispose();
      });
      pair.end('globe');
      pair.end('flat');
      pair.parts.clear();
      for (const heard of [pair.cameras, pair.clicks, pair.pointers]) heard.clear();
    },
  };
  return standBefore(host, () => pair.running.flat ?? null);
};
