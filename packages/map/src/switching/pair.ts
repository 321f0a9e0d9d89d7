import type { Bounds, Place } from '@eyrie/geometry';
import type { Camera, MapOptions, Stop, Terrain, TileLayer } from '../contract.ts';
import { createClicks } from '../clicks.ts';
import type { RunningEngine } from '../engine.ts';
import { createListeners } from '../listeners.ts';
import type { Halves } from './halves.ts';
import { createHeldParts } from './held-parts.ts';

/** What every engine is given when it starts, and while it runs. */
export interface Standing {
  options: MapOptions;
  basemap: TileLayer | null;
  terrain: Terrain | null;
}

/** Both engines that run, and what is heard from them. */
export const createPair = (standing: Standing, halves: Halves, openBundle: (bundle: Bounds) => void) => {
  const running: { flat: RunningEngine | null; globe: RunningEngine | null } = { flat: null, globe: null };
  const stops = new Map<RunningEngine, Stop[]>();
  const parts = createHeldParts();
  const cameras = createListeners<Camera>();
  const clicks = createClicks((bundle) => openBundle(bundle));
  const pointers = createListeners<Place | null>();
  const each = (act: (engine: RunningEngine) => void) => {
    for (const engine of [running.flat, running.globe]) if (engine) act(engine);
  };
  /** The one that answers for the map: of both the flat one. */
  const primary = (): RunningEngine => {
    const engine = running.flat ?? running.globe;
    if (!engine) throw new Error('No engine of the map runs');
    return engine;
  };
  const start = (half: 'flat' | 'globe', engine: RunningEngine) => {
    running[half] = engine;
    engine.setTerrain(standing.terrain);
    parts.attach(engine);
    stops.set(engine, [
      engine.onCamera((camera) => {
        if (engine === primary()) cameras.notify(camera);
      }),
      engine.onClick(clicks.notify),
      engine.onPointer(pointers.notify),
      engine.onRest(() => halves.mark(half, engine.camera())),
    ]);
    halves.mark(half, engine.camera());
  };
  const end = (half: 'flat' | 'globe') => {
    const engine = running[half];
    if (!engine) return;
    running[half] = null;
    for (const stop of stops.get(engine) ?? []) stop();
    stops.delete(engine);
    parts.detach(engine);
    engine.dispose();
  };
  return { running, parts, cameras, clicks, pointers, each, primary, start, end };
};

export type Pair = ReturnType<typeof createPair>;
