import type { DockRecord } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import type { MapHost, Thing } from '@eyrie/map';
import { now } from './clock.ts';
import { subscribeTelemetry } from './telemetry.ts';

/** What a page shows on its map, asked for at every drawing. */
export interface MapScene {
  docks(): readonly DockRecord[];
  /** Where a dock stands, if known. */
  placeOf(dock: DockRecord): Place | null;
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
}

/** Ages change the look even when nothing comes in. */
const tick = 1000;

/** Draws things from the live values, outside React. */
export const addLiveThings = (
  host: MapHost,
  id: string,
  thingsAt: (at: number) => readonly Thing[],
): Required<AddedMapPart> => {
  const layer = host.addThings(id, []);
  const draw = (): void => layer.set(thingsAt(now()));
  const stop = subscribeTelemetry(draw);
  const timer = setInterval(draw, tick);
  draw();
  return {
    redraw: draw,
    select: (oid) => layer.select(oid),
    dispose: () => {
      stop();
      clearInterval(timer);
      layer.dispose();
    },
  };
};
