import type {
  Layer,
  LayerInfo,
  Line,
  LoadState,
  MapEngine,
  Overlay,
  Polygon,
  Stop,
  Thing,
  ThingLayer,
  TileLayer,
  Tileset,
} from '../contract.ts';
import { createListeners, type Listeners } from '../listeners.ts';
import { putFirst } from '../order.ts';

/** What each kind of part holds. */
interface Contents {
  tiles: TileLayer;
  tileset: Tileset;
  overlay: Overlay | null;
  lines: readonly Line[];
  polygons: readonly Polygon[];
  things: readonly Thing[];
}

/** What draws parts: a whole map, or an eye on its world alone, which has none of what pages draw on it. */
export type DrawingEngine = Pick<MapEngine, 'addTiles' | 'addTileset' | 'order'> &
  Partial<Pick<MapEngine, 'addOverlay' | 'addLines' | 'addPolygons' | 'addThings'>>;

/** A part as one engine draws it. */
interface Drawn {
  readonly layer: Layer<never>;
  load: LoadState;
  readonly stop: Stop;
}

interface Held {
  info: LayerInfo;
  /** Asked for when an engine starts, so that what was put one by one is in it. */
  content(): Contents[LayerInfo['kind']];
  opacity: number;
  selected: string | null;
  readonly loads: Listeners<LoadState>;
  readonly drawn: Map<DrawingEngine, Drawn>;
}

const adders: {
  readonly [Kind in LayerInfo['kind']]: (
    engine: DrawingEngine,
    id: string,
    content: never,
  ) => Layer<never> | undefined;
} = {
  tiles: (engine, id, content) => engine.addTiles(id, content),
  tileset: (engine, id, content) => engine.addTileset(id, content),
  overlay: (engine, id, content) => engine.addOverlay?.(id, content),
  lines: (engine, id, content) => engine.addLines?.(id, content),
  polygons: (engine, id, content) => engine.addPolygons?.(id, content),
  things: (engine, id, content) => engine.addThings?.(id, content),
};

/** One failing engine is said, one that is still loading too; else all are ready. */
const loadOf = (held: Held): LoadState => {
  const all = [...held.drawn.values()].map(({ load }) => load);
  return (
    all.find(({ state }) => state === 'failed') ??
    all.find(({ state }) => state === 'loading') ?? { state: 'ready' }
  );
};

const draw = (engine: DrawingEngine, id: string, held: Held): void => {
  const layer = adders[held.info.kind](engine, id, held.content() as never);
  if (!layer) return;
  const drawn: { layer: Layer<never>; load: LoadState; stop: Stop } = {
    layer,
    load: { state: 'ready' },
    stop: () => undefined,
  };
  held.drawn.set(engine, drawn);
  drawn.stop = layer.onLoad((load) => {
    drawn.load = load;
    held.loads.notify(loadOf(held));
  });
  if (!held.info.visible) layer.setVisible(false);
  if (held.opacity !== 1) layer.setOpacity(held.opacity);
  if (held.selected !== null) (layer as unknown as ThingLayer).select(held.selected);
};

const undraw = (engine: DrawingEngine, held: Held): void => {
  held.drawn.get(engine)?.stop();
  held.drawn.delete(engine);
};

export interface HeldParts {
  add<Kind extends Exclude<LayerInfo['kind'], 'things'>>(
    id: string,
    kind: Kind,
    content: Contents[Kind],
  ): Layer<Contents[Kind]>;
  addThings(id: string, things: readonly Thing[]): ThingLayer;
  order(ids: readonly string[]): void;
  infos(): readonly LayerInfo[];
  /** Puts everything on an engine that has just started, and whatever comes later. */
  attach(engine: DrawingEngine): void;
  /** The engine has ended or is about to; its parts go with it. */
  detach(engine: DrawingEngine): void;
  clear(): void;
}

/** Handles of one part: what is done to it is kept, and done in every engine that draws it. */
const handlesOf = (held: Held, alive: () => boolean, end: () => void) => {
  const each = (act: (layer: ThingLayer) => void) => {
    for (const { layer } of held.drawn.values()) act(layer as unknown as ThingLayer);
  };
  return {
    each,
    setVisible: (visible: boolean) => {
      if (!alive()) return;
      held.info = { ...held.info, visible };
      each((layer) => layer.setVisible(visible));
    },
    setOpacity: (opacity: number) => {
      if (!alive()) return;
      held.opacity = opacity;
      each((layer) => layer.setOpacity(opacity));
    },
    onLoad: (listener: (state: LoadState) => void): Stop => {
      listener(loadOf(held));
      return held.loads.add(listener);
    },
    dispose: () => {
      if (!alive()) return;
      end();
      each((layer) => layer.dispose());
      held.drawn.clear();
      held.loads.clear();
    },
  };
};

/** Holds the parts of a map in drawing order, bottom first, whatever engines draw them now. */
export const createHeldParts = (): HeldParts => {
  const parts = new Map<string, Held>();
  const engines = new Set<DrawingEngine>();
  const hold = (id: string, kind: LayerInfo['kind'], content: Held['content']) => {
    const before = parts.get(id);
    if (before) for (const { layer } of before.drawn.values()) layer.dispose();
    parts.delete(id);
    const held: Held = {
      info: { id, kind, visible: true },
      content,
      opacity: 1,
      selected: null,
      loads: createListeners<LoadState>(),
      drawn: new Map(),
    };
    parts.set(id, held);
    for (const engine of engines) draw(engine, id, held);
    const alive = () => parts.get(id) === held;
    return { held, alive, ...handlesOf(held, alive, () => parts.delete(id)) };
  };
  return {
    add: (id, kind, first) => {
      let content = first;
      const { held: _, alive, each, ...handles } = hold(id, kind, () => content);
      return {
        id,
        ...handles,
        set: (next) => {
          if (!alive()) return;
          content = next;
          each((layer) => layer.set(next as never));
        },
      };
    },
    addThings: (id, first) => {
      const book = new Map(first.map((thing) => [thing.id, thing]));
      const { held, alive, each, ...handles } = hold(id, 'things', () => [...book.values()]);
      return {
        id,
        ...handles,
        set: (next) => {
          if (!alive()) return;
          book.clear();
          for (const thing of next) book.set(thing.id, thing);
          each((layer) => layer.set(next));
        },
        put: (thing) => {
          if (!alive()) return;
          book.set(thing.id, thing);
          each((layer) => layer.put(thing));
        },
        remove: (gone) => {
          if (!alive() || !book.delete(gone)) return;
          each((layer) => layer.remove(gone));
        },
        select: (chosen) => {
          if (!alive()) return;
          held.selected = chosen;
          each((layer) => layer.select(chosen));
        },
      };
    },
    order: (ids) => {
      putFirst(parts, ids);
      for (const engine of engines) engine.order(ids);
    },
    infos: () => [...parts.values()].map(({ info }) => info),
    attach: (engine) => {
      engines.add(engine);
      for (const [id, held] of parts) draw(engine, id, held);
    },
    detach: (engine) => {
      engines.delete(engine);
      for (const held of parts.values()) undraw(engine, held);
    },
    clear: () => {
      parts.clear();
      engines.clear();
    },
  };
};
