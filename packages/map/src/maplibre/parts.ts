import type * as GeoJSON from 'geojson';
import type {
  AddLayerObject,
  ExpressionSpecification,
  GeoJSONSource,
  Map as Engine,
  SourceSpecification,
} from 'maplibre-gl';
import type { Layer, LayerInfo, MapTheme } from '../contract.ts';

/** One registered part: its source, its style layers, and how it takes new content and new colours. */
export interface Part {
  readonly info: LayerInfo;
  readonly styleLayers: readonly string[];
  /** Style layers whose features answer to a click by their `id`. */
  readonly clickable: readonly string[];
  recolour(theme: MapTheme): void;
  setVisible(visible: boolean): void;
  dispose(): void;
}

export interface PartRecipe<Content> {
  readonly kind: LayerInfo['kind'];
  readonly source: SourceSpecification;
  /** Ids are given the part's own prefix. */
  readonly layers: readonly AddLayerObject[];
  readonly clickable?: readonly string[];
  set(content: Content, source: GeoJSONSource | undefined): void;
  recolour?(theme: MapTheme): void;
  dispose?(): void;
}

export const featureCollection = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
});
export const emptySource = (): SourceSpecification => ({ type: 'geojson', data: featureCollection([]) });

/** Colour by the feature's `tone`. */
export const toneColour = (theme: MapTheme): ExpressionSpecification => [
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

/** Registered parts in drawing order, bottom first. */
export interface PartShelf {
  add<Content>(id: string, recipe: PartRecipe<Content>, content: Content): Layer<Content>;
  order(ids: readonly string[]): void;
  all(): readonly Part[];
  dispose(): void;
}

const partOf = <Content>(engine: Engine, id: string, recipe: PartRecipe<Content>): Part => {
  const styleLayers = recipe.layers.map((layer) => layer.id);
  let visible = true;
  return {
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
        dispose: () => {
          if (!alive()) return;
          parts.delete(id);
          part.dispose();
        },
      };
    },
    order: (ids) => {
      for (const id of ids) {
        const part = parts.get(id);
        if (!part) continue;
        parts.delete(id);
        parts.set(id, part);
        for (const layer of part.styleLayers) engine.moveLayer(layer);
      }
    },
    all: () => [...parts.values()],
    dispose: () => {
      over = true;
      for (const part of parts.values()) part.dispose();
      parts.clear();
    },
  };
};
