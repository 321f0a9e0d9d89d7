import type { DockRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { createPacer, type FoundPlace, type MapHost, type MarkerSign, type Thing } from '@eyrie/map';
import type { PhraseId } from '@eyrie/phrases';
import { now } from './clock.ts';
import { subscribeTelemetry } from './telemetry.ts';

/** What a page shows on its map, asked for at every drawing. */
export interface MapScene {
  docks(): readonly DockRecord[];
  /** Where a dock stands, if known. */
  placeOf(dock: DockRecord): Place | null;
  /** What the open alarms of a dock or of the aircraft behind it are marked with. */
  signOf(dockOID: string, device: 'dock' | 'drone'): MarkerSign | null;
}

export interface AddedMapPart {
  /** The page shows other docks. */
  redraw(): void;
  select?(oid: string | null): void;
  dispose(): void;
}

/** What a room draws on a map: `mapPart` of its `map-part.ts`. It knows no engine of maps. */
export interface MapPart {
  /** Layer of its things: a click on one names the dock that it belongs to. */
  layer: string;
  add(host: MapHost, scene: MapScene): AddedMapPart;
  /** What of it goes by a name. */
  find?: FindNamed;
}

/** Looks for what goes by a name. */
export type FindNamed = (written: string, signal: AbortSignal) => Promise<readonly NamedPlace[]>;

/** What was found by its name. */
export interface NamedPlace extends Omit<FoundPlace, 'kind'> {
  kind: PhraseId;
}

/** Ages change the look even when nothing comes in. */
const tick = 1000;
/** Milliseconds between two drawings of all live parts: each has the whole map drawn, so they draw together. */
const beat = 500;

const draws = new Set<() => void>();
const later = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};
const pacer = createPacer(
  () => {
    for (const draw of draws) draw();
  },
  beat,
  () => performance.now(),
  later,
);

let stopBeat: (() => void) | null = null;
const startBeat = (): (() => void) => {
  const stop = subscribeTelemetry(pacer.touch);
  const timer = setInterval(pacer.touch, tick);
  return () => {
    stop();
    clearInterval(timer);
  };
};

/** Draws now and on every beat on which something came in or a second passed. Returns what ends it. */
export const drawLive = (draw: () => void): (() => void) => {
  draws.add(draw);
  stopBeat ??= startBeat();
  draw();
  return () => {
    draws.delete(draw);
    if (draws.size > 0) return;
    stopBeat?.();
    stopBeat = null;
  };
};

/** Draws things from the live values, outside React. */
export const addLiveThings = (
  host: MapHost,
  id: string,
  thingsAt: (at: number) => readonly Thing[],
): Required<AddedMapPart> => {
  const layer = host.addThings(id, []);
  const draw = (): void => layer.set(thingsAt(now()));
  const stop = drawLive(draw);
  return {
    redraw: draw,
    select: (oid) => layer.select(oid),
    dispose: () => {
      stop();
      layer.dispose();
    },
  };
};
