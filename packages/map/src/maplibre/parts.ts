import type * as GeoJSON from 'geojson';
import type {
  AddLayerObject,
  CanvasSourceSpecification,
  ExpressionSpecification,
  GeoJSONSource,
  Map as Engine,
  SourceSpecification,
} from 'maplibre-gl';
import type { Bounds } from '@eyrie/geometry';
import type { Layer, LayerInfo, LoadState, MapTheme } from '../contract.ts';
import { putFirst } from '../order.ts';

/** What is drawn: fetched by the engine, or handed over by the page. */
type PartSource = SourceSpecification | CanvasSourceSpecification;

/** One registered part: its source, its style layers, and how it takes new content and new colours. */
export interface Part {
  readonly info: LayerInfo;
  readonly styleLayers: readonly string[];
  /** Style layers whose features answer to a click by their `id`. */
  readonly clickable: readonly string[];
  hit(x: number, y: number): string | null;
  /** Box of a bundle that a clicked feature stands for. */
  bundle(id: string): Bounds | null;
  recolour(theme: MapTheme): void;
  setVisible(visible: boolean): void;
  setOpacity(opacity: number): void;
  onLoad(listener: (state: LoadState) => void): () => void;
  dispose(): void;
}

export interface PartRecipe<Content> {
  readonly kind: LayerInfo['kind'];
  readonly source: PartSource;
  /** Ids are given the part's own prefix. */
  readonly layers: readonly AddLayerObject[];
  readonly clickable?: readonly string[];
  set(content: Content, source: GeoJSONSource | undefined): void;
  recolour?(theme: MapTheme): void;
  /** Over what its style layers say. */
  setOpacity?(opacity: number): void;
  /** What it draws without the engine's knowledge: id under a point of the screen. */
  hit?(x: number, y: number): string | null;
  bundle?(id: string): Bounds | null;
  dispose?(): void;
}

export const featureCollection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});
export const emptySource = (): SourceSpecification => ({ type: 'geojson', data: featureCollection([]) });

const ofTone = (theme: MapTheme): ExpressionSpecification => [
  'match',
  ['get', 'tone'],
  'good',
  theme.tones.good,
  'attention',
  theme.tones.attention,
  'alarm',
  theme.tones.alarm,
  'muted',
  theme.tones.muted,
  'text',
  theme.tones.text,
  theme.tones.accent,
];

/** Colour that people chose, else that of the feature's `tone`. */
export const toneColour = (theme: MapTheme): ExpressionSpecification => [
  'coalesce',
  ['get', 'colour'],
  ofTone(theme),
];

/** Coordinates up to which comparing what is handed over costs less than drawing it again. */
const comparedUpTo = 2_000;
const handedOver = new WeakMap<GeoJSONSource, string>();

const sizeOf = (features: readonly GeoJSON.Feature[]): number =>
  features.reduce((sum, { geometry }) => {
    if (geometry.type === 'LineString') return sum + geometry.coordinates.length;
    if (geometry.type === 'Polygon') return sum + geometry.coordinates.flat().length;
    return sum + 1;
  }, 0);

/** Hands features to the engine; the same ones again are not laid out again, because that has the whole map drawn. */
export const handOver = (source: GeoJSONSource | undefined, features: GeoJSON.Feature[]): void => {
  if (!source) return;
  const written = sizeOf(features) > comparedUpTo ? '' : JSON.stringify(features);
  if (written !== '' && handedOver.get(source) === written) return;
  handedOver.set(source, written);
  void source.setData(featureCollection(features));
};

/** Registered parts in drawing order, bottom first. */
export interface PartShelf {
  add<Content>(id: string, recipe: PartRecipe<Content>, content: Content): Layer<Content>;
  order(ids: readonly string[]): void;
  all(): readonly Part[];
  dispose(): void;
}

/** Which paint of a style layer of each kind makes it pale. */
const paleBy = {
  raster: ['raster-opacity'],
  line: ['line-opacity'],
  fill: ['fill-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  symbol: ['icon-opacity', 'text-opacity'],
} as const;

/** Multiplies every opacity of the style layers by one figure. */
const paleness = (engine: Engine, layers: readonly AddLayerObject[]): ((opacity: number) => void) => {
  const own = layers.flatMap((layer) =>
    [...((paleBy as Record<string, readonly string[]>)[layer.type] ?? [])].map((paint) => ({
      layer: layer.id,
      paint,
      opacity: ('paint' in layer ? (layer.paint as Record<string, unknown> | undefined)?.[paint] : null) ?? 1,
    })),
  );
  return (opacity) => {
    for (const { layer, paint, opacity: base } of own)
      engine.setPaintProperty(
        layer,
        paint as never,
        (typeof base === 'number' ? base * opacity : ['*', base, opacity]) as never,
      );
  };
};

/** How the tiles of a source stand; what is handed over as a whole is there at once. */
const loadOf = (engine: Engine, id: string, source: PartSource) => {
  const listeners = new Set<(state: LoadState) => void>();
  const fetched = source.type !== 'geojson' && source.type !== 'canvas';
  let state: LoadState = { state: fetched ? 'loading' : 'ready' };
  const become = (next: LoadState): void => {
    if (next.state === state.state && next.state !== 'failed') return;
    state = next;
    for (const listener of listeners) listener(state);
  };
  const loaded = (event: { sourceId?: string; isSourceLoaded?: boolean }): void => {
    if (event.sourceId === id && state.state === 'loading' && event.isSourceLoaded)
      become({ state: 'ready' });
  };
  const failed = (event: { error?: { message?: string }; sourceId?: string }): void => {
    if (event.sourceId === id) become({ state: 'failed', reason: event.error?.message ?? '' });
  };
  if (fetched) {
    engine.on('sourcedata', loaded);
    engine.on('error', failed as never);
  }
  return {
    onLoad: (listener: (now: LoadState) => void) => {
      listeners.add(listener);
      listener(state);
      return () => void listeners.delete(listener);
    },
    end: () => {
      listeners.clear();
      engine.off('sourcedata', loaded);
      engine.off('error', failed as never);
    },
  };
};

const partOf = <Content>(engine: Engine, id: string, recipe: PartRecipe<Content>): Part => {
  const styleLayers = recipe.layers.map((layer) => layer.id);
  const setOpacity = paleness(engine, recipe.layers);
  const load = loadOf(engine, id, recipe.source);
  let visible = true;
  return {
    setOpacity: (opacity) => {
      setOpacity(opacity);
      recipe.setOpacity?.(opacity);
    },
    hit: (x, y) => (visible ? (recipe.hit?.(x, y) ?? null) : null),
    bundle: (feature) => recipe.bundle?.(feature) ?? null,
    onLoad: load.onLoad,
    get info() {
      return { id, kind: recipe.kind, visible };
    },
    styleLayers,
    clickable: recipe.clickable ?? [],
    recolour: (theme) => recipe.recolour?.(theme),
    setVisible: (shown) => {
      visible = shown;
      for (const layer of styleLayers)
        engine.setLayoutProperty(layer, 'visibility', shown ? 'visible' : 'none');
    },
    dispose: () => {
      load.end();
      recipe.dispose?.();
      for (const layer of styleLayers) if (engine.getLayer(layer)) engine.removeLayer(layer);
      if (engine.getSource(id)) engine.removeSource(id);
    },
  };
};

export const createShelf = (engine: Engine): PartShelf => {
  const parts = new Map<string, Part>();
  let over = false;
  return {
    add: (id, recipe, content) => {
      parts.get(id)?.dispose();
      parts.delete(id);
      engine.addSource(id, recipe.source);
      for (const layer of recipe.layers) engine.addLayer(layer);
      const part = partOf(engine, id, recipe);
      parts.set(id, part);
      const alive = () => !over && parts.get(id) === part;
      const set = (next: typeof content) => recipe.set(next, engine.getSource<GeoJSONSource>(id));
      set(content);
      return {
        id,
        set: (next) => {
          if (alive()) set(next);
        },
        setVisible: (visible) => {
          if (alive()) part.setVisible(visible);
        },
        setOpacity: (opacity) => {
          if (alive()) part.setOpacity(opacity);
        },
        onLoad: (listener) => part.onLoad(listener),
        dispose: () => {
          if (!alive()) return;
          parts.delete(id);
          part.dispose();
        },
      };
    },
    order: (ids) => {
      putFirst(parts, ids);
      const named = new Set(ids);
      const others = [...parts].find(([id, part]) => !named.has(id) && part.styleLayers.length > 0);
      const lowest = others?.[1].styleLayers[0];
      for (const id of ids)
        for (const layer of parts.get(id)?.styleLayers ?? []) engine.moveLayer(layer, lowest);
    },
    all: () => [...parts.values()],
    dispose: () => {
      over = true;
      for (const part of parts.values()) part.dispose();
      parts.clear();
    },
  };
};
