import type { DrawnLayer } from '@eyrie/domain';
import {
  legendColours,
  type Layer,
  type Line,
  type LoadState,
  type MapHost,
  type Polygon,
  type Thing,
} from '@eyrie/map';
import { tilesOf } from '@eyrie/web/layer-source';
import type { CloudChoice } from './cloud-choice.ts';

type Position = readonly [number, number];
interface Feature {
  properties: { name: string; colour?: string };
  geometry: { type: string; coordinates: unknown };
}

const place = ([lng, lat]: Position) => ({ lng, lat });
const paths = (coordinates: unknown) => (coordinates as Position[][]).map((path) => path.map(place));

/** What of a file of vectors is drawn how. */
const drawn = (features: readonly Feature[]) => {
  const polygons: Polygon[] = [];
  const lines: Line[] = [];
  const things: Thing[] = [];
  for (const [at, { geometry, properties }] of features.entries()) {
    const { type, coordinates } = geometry;
    const { name, colour } = properties;
    const look = { tone: 'accent', ...(colour === undefined ? {} : { colour }) } as const;
    const several = type.startsWith('Multi');
    const parts = (several ? coordinates : [coordinates]) as unknown[];
    for (const [part, one] of parts.entries()) {
      const id = `${at}.${part}`;
      if (type.endsWith('Polygon')) polygons.push({ id, rings: paths(one), ...look, fill: 0.2 });
      else if (type.endsWith('LineString')) lines.push({ id, path: (one as Position[]).map(place), ...look });
      else things.push({ id, ...place(one as Position), look: 'live', label: name });
    }
  }
  return { polygons, lines, things };
};

/** How a layer is fetched, and what is said meanwhile. */
export interface LayerEvents {
  /** Its file, where it has one: vectors. */
  file: (signal: AbortSignal) => Promise<Blob>;
  onState: (state: LoadState) => void;
  /** Colours that vectors bring along. */
  onColours: (colours: readonly string[]) => void;
}

type Handle = Pick<Layer<unknown>, 'setVisible' | 'setOpacity' | 'dispose'> & {
  ids: readonly string[];
  /** How the points of a cloud are shown; what is none has no such thing. */
  setCloud?: (choice: CloudChoice) => void;
};

const putVectors = (host: MapHost, id: string, { file, onState, onColours }: LayerEvents): Handle => {
  const areas = host.addPolygons(`${id}.areas`, []);
  const lines = host.addLines(`${id}.lines`, []);
  const points = host.addThings(`${id}.points`, []);
  const parts = [areas, lines, points];
  const work = new AbortController();
  onState({ state: 'loading' });
  file(work.signal)
    .then(async (blob) => JSON.parse(await blob.text()) as { features: Feature[] })
    .then(({ features }) => {
      const shown = drawn(features);
      areas.set(shown.polygons);
      lines.set(shown.lines);
      points.set(shown.things);
      const colours = new Set(features.flatMap(({ properties }) => properties.colour ?? []));
      onColours([...colours].slice(0, legendColours));
      onState({ state: 'ready' });
    })
    .catch((error: unknown) => {
      if (!work.signal.aborted) onState({ state: 'failed', reason: String(error) });
    });
  return {
    ids: parts.map((part) => part.id),
    setVisible: (visible) => parts.forEach((part) => part.setVisible(visible)),
    setOpacity: (opacity) => parts.forEach((part) => part.setOpacity(opacity)),
    dispose: () => {
      work.abort();
      parts.forEach((part) => part.dispose());
    },
  };
};

const held = (id: string, part: Layer<never>, { onState }: LayerEvents): Handle => {
  const stop = part.onLoad(onState);
  return {
    ids: [id],
    setVisible: (visible) => part.setVisible(visible),
    setOpacity: (opacity) => part.setOpacity(opacity),
    dispose: () => {
      stop();
      part.dispose();
    },
  };
};

const putTileset = (host: MapHost, id: string, layer: DrawnLayer, events: LayerEvents): Handle => {
  const pointCloud = layer.type === 6;
  const tileset = { url: `${location.origin}${layer.url}`, pointCloud, heightOffset: layer.heightOffset };
  const part = host.addTileset(id, tileset);
  const handle = held(id, part, events);
  return pointCloud ? { ...handle, setCloud: (choice) => part.set({ ...tileset, ...choice }) } : handle;
};

const putSimple = (host: MapHost, id: string, layer: DrawnLayer, events: LayerEvents): Handle =>
  layer.type === 4 || layer.type === 6
    ? putTileset(host, id, layer, events)
    : held(id, host.addTiles(id, tilesOf(layer)), events);

/** Puts one layer on a map under an id of its own. Models and clouds of points are held until there is a globe. */
export const putLayer = (host: MapHost, id: string, layer: DrawnLayer, events: LayerEvents): Handle =>
  layer.source === 'vector' ? putVectors(host, id, events) : putSimple(host, id, layer, events);
export type PutLayer = Handle;
