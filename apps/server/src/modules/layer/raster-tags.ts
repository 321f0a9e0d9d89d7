import { rasterRefusal } from './raster-fault.ts';
import type { GeoTags } from './raster-place.ts';
import type { Directory } from './raster-source.ts';

const keysOf = (directory: Directory): Readonly<Record<string, unknown>> => {
  try {
    return directory.geoKeys();
  } catch {
    throw rasterRefusal('layerRasterPlace', 'GeoKeyDirectory');
  }
};

/**
 * Where the tags of a directory say that a raster lies.
 * @throws Refusal layerRasterPlace of one that is turned, or whose keys cannot be read
 */
export const geoTagsOf = (directory: Directory): GeoTags => {
  const orientation = directory.number('Orientation') ?? 1;
  if (orientation !== 1) throw rasterRefusal('layerRasterPlace', `Orientation ${orientation}`);
  return {
    pixelScale: directory.numbers('ModelPixelScale'),
    tiePoints: directory.numbers('ModelTiepoint'),
    transformation: directory.numbers('ModelTransformation'),
    keys: keysOf(directory),
  };
};
