import type { TileLayer } from '@eyrie/map';
import { tilesOf } from '@eyrie/web/layer-source';
import { isPicture, type TreeRow } from '@eyrie/web/layer-tree';

/** A layer of tiles that lies over the base map. */
export interface Picture {
  id: string;
  tiles: TileLayer;
  opacity: number;
  /** One that was made anew has other tiles under the same address. */
  made: readonly number[];
}

/** Tiled layers that are shown over the base map, from bottom to top. */
export const picturesOf = (rows: readonly TreeRow[]): Picture[] =>
  rows
    .filter(({ layer, visible }) => visible && isPicture(layer))
    .toReversed()
    .map(({ layer, opacity }) => ({
      id: `layer.${layer.oid}`,
      tiles: tilesOf(layer),
      opacity,
      made: [layer.version ?? 0, layer.size],
    }));
