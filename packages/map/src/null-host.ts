import type { Place } from '@eyrie/geometry';
import type {
  Camera,
  Hit,
  Layer,
  LayerInfo,
  MapHost,
  MapOptions,
  Thing,
  ThingLayer,
  TileLayer,
} from './contract.ts';
import { createClicks } from './clicks.ts';
import { createListeners } from './listeners.ts';
import { metresPerPixelAt } from './scale.ts';
import { putFirst } from './order.ts';

/** What a test may do to a map that draws nothing, and what it may look at. */
export interface NullMapHost extends MapHost {
  content(id: string): unknown;
  basemap(): TileLayer | null;
  selected(id: string): string | null;
  click(hit: Hit): void;
  point(place: Place | null): void;
}

interface Held {
  info: LayerInfo;
  content: unknown;
  selected: string | null;
}

const thingLayer = (layer: Layer<readonly Thing[]>, held: () => Held | undefined): ThingLayer => {
  const now = () => (held()?.content ?? []) as readonly Thing[];
  return {
    ...layer,
    put: (thing) => layer.set([...now().filter((other) => other.id !== thing.id), thing]),
    remove: (gone) => layer.set(now().filter((other) => other.id !== gone)),
    select: (chosen) => {
      const own = held();
      if (own) own.selected = chosen;
    },
  };
};

/** What was put on the map, in the order in which it would be drawn. Nothing of a layer that has gone can be told. */
const createHeldLayers = () => {
  const held = new Map<string, Held>();
  const raise = (id: string, own: Held) => {
    held.delete(id);
    held.set(id, own);
  };
  const add = <Content>(id: string, kind: LayerInfo['kind'], content: Content): Layer<Content> => {
    const own: Held = { info: { id, kind, visible: true }, content, selected: null };
    raise(id, own);
    const alive = () => held.get(id) === own;
    return {
      id,
      set: (next) => {
        if (alive()) own.content = next;
      },
      setVisible: (visible) => {
        if (alive()) own.info = { ...own.info, visible };
      },
      setOpacity: () => undefined,
      onLoad: (listener) => {
        listener({ state: 'ready' });
        return () => undefined;
      },
      dispose: () => {
        if (alive()) held.delete(id);
      },
    };
  };
  return {
    add,
    addThings: (id: string, things: readonly Thing[]) =>
      thingLayer(add<readonly Thing[]>(id, 'things', things), () => held.get(id)),
    order: (ids: readonly string[]) => {
      putFirst(held, ids);
    },
    of: (id: string) => held.get(id),
    infos: () => [...held.values()].map((own) => own.info),
    clear: () => held.clear(),
  };
};

/**
 * The map that draws nothing. It keeps the contract to the letter, so what is built on a map can be
 * tested without a graphics unit, and a machine that has none still runs the page around it.
 */
export const createNullHost = (options: Pick<MapOptions, 'camera' | 'basemap'>): NullMapHost => {
  let camera: Camera = { zoom: 2, bearing: 0, pitch: 0, ...options.camera };
  let basemap = options.basemap ?? null;
  const layers = createHeldLayers();
  const cameras = createListeners<Camera>();
  const clicks = createClicks((bundle) => host.fit(bundle));
  const pointers = createListeners<Place | null>();

  const move = (next: Partial<Camera>) => {
    camera = { ...camera, ...next };
    cameras.notify(camera);
  };
  const host: NullMapHost = {
    engine: 'none',
    mode: () => '2d',
    setMode: (mode) => Promise.resolve(mode === '2d' ? 'done' : 'noGraphics'),
    onMode: () => () => undefined,
    openView: () => Promise.resolve('noGraphics'),
    picture: () => Promise.resolve(null),
    camera: () => camera,
    setCamera: move,
    fit: (bounds) => {
      if (bounds) move({ lng: (bounds.west + bounds.east) / 2, lat: (bounds.south + bounds.north) / 2 });
    },
    onCamera: cameras.add,
    metresPerPixel: () => metresPerPixelAt(camera.lat, camera.zoom),
    project: () => null,
    setBasemap: (tiles) => {
      basemap = tiles;
    },
    addTiles: (id, tiles) => layers.add(id, 'tiles', tiles),
    addTileset: (id, tileset) => layers.add(id, 'tileset', tileset),
    addOverlay: (id, overlay) => layers.add(id, 'overlay', overlay),
    setTerrain: () => undefined,
    groundHeight: () => null,
    loadGround: () => Promise.resolve(),
    captureClicks: clicks.capture,
    addLines: (id, lines) => layers.add(id, 'lines', lines),
    addPolygons: (id, polygons) => layers.add(id, 'polygons', polygons),
    addThings: layers.addThings,
    order: layers.order,
    layers: layers.infos,
    onClick: clicks.add,
    onPointer: pointers.add,
    setZoomRange: () => undefined,
    setTheme: () => undefined,
    dispose: () => {
      layers.clear();
      cameras.clear();
      clicks.clear();
      pointers.clear();
    },
    basemap: () => basemap,
    content: (id) => layers.of(id)?.content,
    selected: (id) => layers.of(id)?.selected ?? null,
    click: clicks.notify,
    point: pointers.notify,
  };
  return host;
};
