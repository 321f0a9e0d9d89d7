import {
  Cartographic,
  CesiumTerrainProvider,
  EllipsoidTerrainProvider,
  Event,
  HeightmapTerrainData,
  Resource,
  TerrainProvider,
  WebMercatorTilingScheme,
} from '@cesium/engine';
import { heightWithin, type Bounds, type HeightTile, type Place } from '@eyrie/geometry';
import type { Terrain } from '../contract.ts';
import { createHeightSource, type HeightSource } from '../ground/heights.ts';
import { createPacer } from '../pace.ts';
import { proofFor } from '../tile-proof.ts';
import type { Stage } from './stage.ts';

/** Heights along each side of a tile that are drawn; more would be finer than a pixel. */
const side = 65;

const thinned = (tile: HeightTile | null): Float32Array => {
  const buffer = new Float32Array(side * side);
  // Where no height is known the drawn ground is the ellipsoid; `groundHeight` still says that it is not known.
  if (!tile) return buffer;
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1)
      buffer[row * side + column] = heightWithin(tile, column / (side - 1), row / (side - 1));
  return buffer;
};

/** Milliseconds between two corrections of what stands on the ground while its heights come in. */
const settleEvery = 1_000;
const later = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};

/** Metres that ground on this Earth can have. Coarse meshes cut through the ball: what they say is hundreds of km too deep. */
const possible = { least: -500, most: 9_000 } as const;

/** The engine asks for `layer.json` in a folder; here the description stands under the address that was given. */
const meshSource = (url: string): Resource => {
  const [path = '', query] = url.split('?');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return new Resource({
    url: query === undefined ? folder : `${folder}?${query}`,
    headers: proofFor(folder),
    proxy: { getURL: (asked: string) => asked.replace(`${folder}layer.json`, path) },
  });
};

/** Ground for the globe from raster tiles of heights. */
const providerOf = (source: HeightSource, came: () => void): TerrainProvider => {
  const tilingScheme = new WebMercatorTilingScheme();
  const levelZero = TerrainProvider.getEstimatedLevelZeroGeometricErrorForAHeightmap(
    tilingScheme.ellipsoid,
    side,
    tilingScheme.getNumberOfXTilesAtLevel(0),
  );
  // Under a tile that has heights there are others; a square with none of them is left to its parent.
  const available = (x: number, y: number, level: number): boolean =>
    level <= source.minZoom || source.has({ z: level, x, y });
  const provider = {
    tilingScheme,
    errorEvent: new Event(),
    credit: undefined,
    hasWaterMask: false,
    hasVertexNormals: false,
    availability: undefined,
    getLevelMaximumGeometricError: (level: number) => levelZero / 2 ** level,
    getTileDataAvailable: available,
    loadTileDataAvailability: () => undefined,
    requestTileGeometry: async (x: number, y: number, level: number) => {
      const tile = await source.tile({ z: level, x, y });
      if (tile) came();
      const children = [
        [0, 1],
        [1, 1],
        [0, 0],
        [1, 0],
      ].reduce(
        (mask, [right = 0, down = 0], bit) =>
          available(x * 2 + right, y * 2 + down, level + 1) ? mask | (1 << bit) : mask,
        0,
      );
      return new HeightmapTerrainData({
        buffer: thinned(tile),
        width: side,
        height: side,
        childTileMask: children,
      });
    },
  };
  return provider as unknown as TerrainProvider;
};

const holds = (bounds: Bounds, { lng, lat }: Place): boolean =>
  lat >= bounds.south && lat <= bounds.north && lng >= bounds.west && lng <= bounds.east;

/** The ground of the globe: meshes, heights, or the bare ellipsoid. */
export const createGround = (stage: Stage, changed: () => void) => {
  const { scene } = stage;
  let source: HeightSource | null = null;
  let mesh: Terrain | null = null;
  let edition = 0;
  const give = (provider: TerrainProvider) => {
    provider.errorEvent.addEventListener(() => undefined);
    scene.terrainProvider = provider;
    stage.draw();
    changed();
  };
  const heightAt = (place: Place): number | null => {
    if (source) return source.heightAt(place);
    if (!mesh || (mesh.bounds && !holds(mesh.bounds, place))) return null;
    const height = scene.globe.getHeight(Cartographic.fromDegrees(place.lng, place.lat));
    return height !== undefined && height >= possible.least && height <= possible.most ? height : null;
  };
  stage.groundAt = heightAt;
  // On a slow machine tiles are always under way: what stands on the ground does not wait for the last of them.
  const settling = createPacer(changed, settleEvery, () => performance.now(), later);
  const stop = scene.globe.tileLoadProgressEvent.addEventListener((left: number) => {
    if (left === 0) changed();
  });
  return {
    set: (terrain: Terrain | null): void => {
      edition += 1;
      const own = edition;
      source?.dispose();
      source = null;
      mesh = null;
      if (!terrain) {
        if (!(scene.terrainProvider instanceof EllipsoidTerrainProvider))
          give(new EllipsoidTerrainProvider());
        return;
      }
      if (terrain.encoding !== 'quantizedMesh') {
        source = createHeightSource(terrain);
        give(providerOf(source, settling.touch));
        return;
      }
      CesiumTerrainProvider.fromUrl(meshSource(terrain.url)).then(
        (provider) => {
          if (own !== edition) return;
          mesh = terrain;
          give(provider);
        },
        () => undefined,
      );
    },
    heightAt,
    load: async (places: readonly Place[]): Promise<void> => {
      await source?.load(places);
    },
    stop: () => {
      stop();
      settling.dispose();
      source?.dispose();
    },
  };
};
