import type { Place } from '@eyrie/geometry';
import type { Map as Engine } from 'maplibre-gl';
import type { Terrain } from '../contract.ts';
import { createHeightSource, type HeightSource } from '../ground/heights.ts';
import { engineBox } from './shapes.ts';

const id = 'terrain';

/** Degrees of tilt from which raised ground is seen. */
const seenFrom = 1;

/**
 * The source of the ground's heights, or none. Meshes are not read by this engine: the ground stays flat for them.
 */
const laySource = (engine: Engine, terrain: Terrain | null): boolean => {
  engine.setTerrain(null);
  if (engine.getSource(id)) engine.removeSource(id);
  if (!terrain || terrain.encoding === 'quantizedMesh') return false;
  engine.addSource(id, {
    type: 'raster-dem',
    tiles: [terrain.url],
    encoding: terrain.encoding,
    tileSize: terrain.tileSize ?? 256,
    ...(terrain.minZoom === undefined ? {} : { minzoom: terrain.minZoom }),
    ...(terrain.maxZoom === undefined ? {} : { maxzoom: terrain.maxZoom }),
    ...(terrain.bounds ? { bounds: engineBox(terrain.bounds) } : {}),
  });
  return true;
};

/**
 * The ground of the flat map. Heights are read from tiles of our own fetching: the engine answers zero for what it has not
 * loaded.
 */
export const createFlatGround = (engine: Engine) => {
  let source: HeightSource | null = null;
  let given: Terrain | null = null;
  let raisable = false;
  /** From straight above raised ground looks as flat ground does, and its mesh costs a weak machine a second a frame. */
  const fit = (): void => {
    const raised = raisable && engine.getPitch() >= seenFrom;
    if (raised !== (engine.getTerrain() !== null)) engine.setTerrain(raised ? { source: id } : null);
  };
  engine.on('pitch', fit);
  return {
    set: (terrain: Terrain | null): void => {
      if (terrain === given) return;
      given = terrain;
      source?.dispose();
      source = terrain && terrain.encoding !== 'quantizedMesh' ? createHeightSource(terrain) : null;
      raisable = laySource(engine, terrain);
      fit();
    },
    heightAt: (place: Place): number | null => source?.heightAt(place) ?? null,
    load: async (places: readonly Place[]): Promise<void> => {
      await source?.load(places);
    },
    dispose: () => {
      engine.off('pitch', fit);
      source?.dispose();
    },
  };
};
