import type { Place } from '@eyrie/geometry';
import type {
  Camera,
  Hit,
  Layer,
  LayerInfo,
  MapHost,
  MapOptions,
  Stop,
  Thing,
  ThingLayer,
  TileLayer,
} from './contract.ts';
import { metresPerPixelAt } from './scale.ts';

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

/** A bundle of listeners that can be told something. */
const listeners = <T>() => {
  const held = new Set<(value: T) => void>();
  return {
    add: (listener: (value: T) => void): Stop => {
      held.add(listener);
      return () => held.delete(listener);
    },
    tell: (value: T) => {
      for (const listener of held) listener(value);
    },
    clear: () => held.clear(),
  };
};

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

/**
 * The map that draws nothing. It keeps the contract to the letter, so what is built on a map can be
 * tested without a graphics unit, and a machine that has none still runs the page around it.
 */
export const createNullHost = (options: Pick<MapOptions, 'camera' | 'basemap'>): NullMapHost => {
  let camera: Camera = { zoom: 2, bearing: 0, pitch: 0, ...options.camera };
  let basemap = options.basemap ?? null;
  const held = new Map<string, Held>();
  const cameras = listeners<Camera>();
  const clicks = listeners<Hit>();
  const pointers = listeners<Place | null>();

  const move = (next: Partial<Camera>) => {
    camera = { ...camera, ...next };
    cameras.tell(camera);
  };
  const add = <Content>(id: string, kind: LayerInfo['kind'], content: Content): Layer<Content> => {
    const own: Held = { info: { id, kind, visible: true }, content, selected: null };
    held.delete(id);
    held.set(id, own);
    const alive = () => held.get(id) === own;
    return {
      id,
      set: (next) => {
        if (alive()) own.content = next;
      },
      setVisible: (visible) => {
        if (alive()) own.info = { ...own.info, visible };
      },
      dispose: () => {
        if (alive()) held.delete(id);
      },
    };
  };
  return {
    engine: 'none',
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
    addTiles: (id, tiles) => add(id, 'tiles', tiles),
    addLines: (id, lines) => add(id, 'lines', lines),
    addPolygons: (id, polygons) => add(id, 'polygons', polygons),
    addThings: (id, things) => thingLayer(add<readonly Thing[]>(id, 'things', things), () => held.get(id)),
    order: (ids) => {
      for (const id of ids) {
        const own = held.get(id);
        if (!own) continue;
        held.delete(id);
        held.set(id, own);
      }
    },
    layers: () => [...held.values()].map((own) => own.info),
    onClick: clicks.add,
    onPointer: pointers.add,
    setZoomRange: () => undefined,
    setTheme: () => undefined,
    dispose: () => {
      held.clear();
      cameras.clear();
      clicks.clear();
      pointers.clear();
    },
    basemap: () => basemap,
    content: (id) => held.get(id)?.content,
    selected: (id) => held.get(id)?.selected ?? null,
    click: clicks.tell,
    point: pointers.tell,
  };
};
