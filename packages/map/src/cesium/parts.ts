import type { Bounds } from '@eyrie/geometry';
import type { Layer, LayerInfo, LoadState, MapTheme, Stop } from '../contract.ts';
import { createListeners } from '../listeners.ts';
import { putFirst } from '../order.ts';

/** One registered part of the globe. */
export interface GlobePart<Content> {
  readonly kind: LayerInfo['kind'];
  set(content: Content): void;
  setVisible(visible: boolean): void;
  setOpacity(opacity: number): void;
  /** Draws above what was raised before. */
  raise(): void;
  recolour?(theme: MapTheme): void;
  /** The ground has other heights than before. */
  settle?(): void;
  onLoad?(listener: (state: LoadState) => void): Stop;
  /** Box of a bundle that a clicked symbol stands for. */
  bundle?(id: string): Bounds | null;
  /** The eye has come to rest. */
  rest?(): void;
  dispose(): void;
}

interface Shelved {
  readonly part: GlobePart<never>;
  visible: boolean;
}

/** How something that is fetched stands, said at once and on every change. */
export const createLoad = () => {
  const changes = createListeners<LoadState>();
  let state: LoadState = { state: 'loading' };
  return {
    become: (next: LoadState) => {
      if (next.state === state.state && next.state !== 'failed') return;
      state = next;
      changes.notify(next);
    },
    onLoad: (listener: (now: LoadState) => void): Stop => {
      listener(state);
      return changes.add(listener);
    },
  };
};

/** Says in words why something did not come. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Error) return error.message;
  const { statusCode } = (error ?? {}) as { statusCode?: number };
  return statusCode === undefined ? '' : String(statusCode);
};

/** Registered parts in drawing order, bottom first. */
export const createGlobeShelf = () => {
  const parts = new Map<string, Shelved>();
  const add = <Content>(id: string, part: GlobePart<Content>, content: Content): Layer<Content> => {
    parts.get(id)?.part.dispose();
    parts.delete(id);
    const shelved: Shelved = { part, visible: true };
    parts.set(id, shelved);
    const alive = () => parts.get(id) === shelved;
    part.set(content);
    return {
      id,
      set: (next) => {
        if (alive()) part.set(next);
      },
      setVisible: (visible) => {
        if (!alive()) return;
        shelved.visible = visible;
        part.setVisible(visible);
      },
      setOpacity: (opacity) => {
        if (alive()) part.setOpacity(opacity);
      },
      onLoad: (listener) => {
        if (part.onLoad) return part.onLoad(listener);
        listener({ state: 'ready' });
        return () => undefined;
      },
      dispose: () => {
        if (!alive()) return;
        parts.delete(id);
        part.dispose();
      },
    };
  };
  return {
    add,
    order: (ids: readonly string[]) => {
      putFirst(parts, ids);
      for (const { part } of parts.values()) part.raise();
    },
    infos: (): LayerInfo[] => [...parts].map(([id, { part, visible }]) => ({ id, kind: part.kind, visible })),
    of: (id: string) => parts.get(id)?.part ?? null,
    each: (act: (part: GlobePart<never>) => void) => {
      for (const { part } of parts.values()) act(part);
    },
    dispose: () => {
      for (const { part } of parts.values()) part.dispose();
      parts.clear();
    },
  };
};
