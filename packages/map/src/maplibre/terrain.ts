import type { Map as Engine } from 'maplibre-gl';
import type { Terrain } from '../contract.ts';

const source = 'terrain';

/** Raises the ground; null lays it flat. Meshes are not read by this engine: the ground stays flat for them. */
export const layTerrain = (engine: Engine, terrain: Terrain | null): void => {
  engine.setTerrain(null);
  if (engine.getSource(source)) engine.removeSource(source);
  if (!terrain || terrain.encoding === 'quantizedMesh') return;
  engine.addSource(source, {
    type: 'raster-dem',
    tiles: [terrain.url],
    encoding: terrain.encoding,
    tileSize: terrain.tileSize ?? 256,
    ...(terrain.minZoom === undefined ? {} : { minzoom: terrain.minZoom }),
    ...(terrain.maxZoom === undefined ? {} : { maxzoom: terrain.maxZoom }),
    ...(terrain.bounds
      ? { bounds: [terrain.bounds.west, terrain.bounds.south, terrain.bounds.east, terrain.bounds.north] }
      : {}),
  });
  engine.setTerrain({ source });
};
