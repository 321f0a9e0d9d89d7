import type { MapEngine, MapOptions } from '../contract.ts';
import type { Pose, SceneView } from '../scene-view.ts';
import type { DrawingEngine, HeldParts } from './held-parts.ts';
import type { Standing } from './pair.ts';

/** Draws the world alone, through a camera. */
export interface ViewEngine
  extends DrawingEngine, Pick<MapEngine, 'setBasemap' | 'setTerrain' | 'setTheme' | 'dispose'> {
  look(pose: Pose): void;
}

/** Starts one in an element. Rejects where it cannot run. */
export type StartView = (element: HTMLElement, options: MapOptions) => Promise<ViewEngine>;

/** The eyes that are open on the world of a map beside the map itself. */
export const createViews = (standing: Standing, parts: HeldParts, load: () => Promise<StartView>) => {
  const open = new Set<ViewEngine>();
  let over = false;
  const end = (engine: ViewEngine): void => {
    if (!open.delete(engine)) return;
    parts.detach(engine);
    engine.dispose();
  };
  return {
    each: (act: (engine: ViewEngine) => void): void => {
      for (const engine of open) act(engine);
    },
    open: async (element: HTMLElement, label: string): Promise<SceneView | 'noGraphics' | 'notLoaded'> => {
      let begin: StartView;
      try {
        begin = await load();
      } catch {
        return 'notLoaded';
      }
      let engine: ViewEngine;
      try {
        engine = await begin(element, { ...standing.options, basemap: standing.basemap, label });
      } catch {
        return 'noGraphics';
      }
      open.add(engine);
      if (over) end(engine);
      else {
        // What was changed while it started.
        engine.setBasemap(standing.basemap);
        engine.setTerrain(standing.terrain);
        engine.setTheme(standing.options.theme);
        parts.attach(engine);
      }
      return {
        look: (pose) => {
          if (open.has(engine)) engine.look(pose);
        },
        dispose: () => end(engine),
      };
    },
    stop: (): void => {
      over = true;
      for (const engine of open) end(engine);
    },
  };
};
