import type { Place } from '@eyrie/geometry';

/** So many handles are all drawn at every zoom. */
const allUpTo = 3_000;
/** CSS pixels that handles of a long route are apart at least. */
const apart = 20;
/** Below the first zoom the handles are those of it; from the last on all are drawn. */
const zooms = { first: 6, last: 18 } as const;
/** CSS pixels of the world at zoom 0. */
const worldPixels = 512;

const radians = Math.PI / 180;
const mercator = (lat: number): number =>
  (1 - Math.asinh(Math.tan(Math.min(85, Math.max(-85, lat)) * radians)) / Math.PI) / 2;

/**
 * The zoom from which each handle is drawn, so that those of a long route never lie on one another: of each square of the map the
 * first in the order of the list, and what is `kept` always. All zeros where there are few.
 */
export function zoomsOf(handles: readonly Place[], kept: (at: number) => boolean): Uint8Array {
  const from = new Uint8Array(handles.length);
  if (handles.length <= allUpTo) return from;
  const places = handles.map(({ lng, lat }) => [lng / 360 + 0.5, mercator(lat)] as const);
  const open = new Uint8Array(handles.length).fill(1);
  for (const at of open.keys()) if (kept(at)) open[at] = 0;
  for (let zoom: number = zooms.first; zoom <= zooms.last; zoom += 1) {
    const cells = Math.floor((worldPixels * 2 ** zoom) / apart);
    const taken = new Set<number>();
    const cellOf = (at: number): number => {
      const [x, y] = places[at] ?? [0, 0];
      return Math.floor(x * cells) * cells + Math.floor(y * cells);
    };
    for (const at of open.keys()) if (!open[at]) taken.add(cellOf(at));
    for (const at of open.keys()) {
      if (!open[at]) continue;
      const cell = cellOf(at);
      if (zoom < zooms.last && taken.has(cell)) continue;
      taken.add(cell);
      open[at] = 0;
      from[at] = zoom === zooms.first ? 0 : zoom;
    }
  }
  return from;
}
