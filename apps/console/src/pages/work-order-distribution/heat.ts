import { boundsOfTile, tileAt } from '@eyrie/geometry';
import type { Polygon } from '@eyrie/map';

/** Cells of a tile of the map's zoom, by halving its side so often. */
const finer = 4;
const finest = 22;

interface Placed {
  lng: number | null;
  lat: number | null;
}

/** How many there are in each cell of the ground, as areas that are the fuller the more there are. */
export const heatOf = (orders: readonly Placed[], zoom: number): Polygon[] => {
  const z = Math.min(Math.max(Math.round(zoom) + finer, 0), finest);
  const cells = new Map<string, { x: number; y: number; count: number }>();
  for (const { lng, lat } of orders) {
    if (lng === null || lat === null) continue;
    const { x, y } = tileAt({ lng, lat }, z);
    const id = `${z}/${x}/${y}`;
    const cell = cells.get(id) ?? { x, y, count: 0 };
    cells.set(id, { ...cell, count: cell.count + 1 });
  }
  const most = Math.max(...[...cells.values()].map(({ count }) => count), 1);
  return [...cells].map(([id, { x, y, count }]) => {
    const { west, south, east, north } = boundsOfTile({ x, y, z });
    const ring = [
      { lng: west, lat: south },
      { lng: east, lat: south },
      { lng: east, lat: north },
      { lng: west, lat: north },
    ];
    // The emptiest cell is still seen.
    return { id, rings: [ring], tone: 'alarm', fill: 0.15 + (0.6 * count) / most, edge: false };
  });
};
