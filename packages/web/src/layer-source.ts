import type { DrawnLayer } from '@eyrie/domain';
import type { Terrain, TileLayer } from '@eyrie/map';

/** The tiles of a layer in the datum that they are drawn in. */
export const tilesOf = (layer: DrawnLayer): TileLayer => ({
  url: `${location.origin}${layer.url}`,
  tileSize: 256,
  minZoom: layer.minZoom,
  maxZoom: layer.maxZoom,
  datum: layer.datum,
  attribution: layer.attribution,
  ...(layer.bounds ? { bounds: layer.bounds } : {}),
});

/** The heights of a layer that is the ground of a map. */
export const terrainOf = (layer: DrawnLayer): Terrain => {
  const { minZoom, maxZoom, bounds, source } = layer;
  const encoding = source === 'meshUrl' ? 'quantizedMesh' : layer.encoding;
  const url = `${location.origin}${layer.url}`;
  return { url, encoding, tileSize: 256, minZoom, maxZoom, ...(bounds ? { bounds } : {}) };
};
