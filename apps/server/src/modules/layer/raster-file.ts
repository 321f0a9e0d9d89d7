import { open, type FileHandle } from 'node:fs/promises';
import { coloursOf, type Colours } from './raster-colour.ts';
import { rasterRefusal } from './raster-fault.ts';
import { layoutOf, type Layout } from './raster-layout.ts';
import { placementOf, type Placement } from './raster-place.ts';
import { readDirectories, type Directory } from './raster-source.ts';
import { geoTagsOf } from './raster-tags.ts';

/** A GeoTIFF as its tags declare it. */
export interface RasterFile {
  layout: Layout;
  colours: Colours;
  placement: Placement;
  /** A picture of the same size that says where something is. */
  mask: Layout | null;
}

/** The mask that belongs to the first picture, and no smaller copy of it. */
const maskOf = (
  directories: readonly Directory[],
  { width, height }: Layout,
  size: number,
  littleEndian: boolean,
): Layout | null => {
  const found = directories.find(
    (one) =>
      one.number('NewSubfileType') === 4 &&
      one.number('ImageWidth') === width &&
      one.number('ImageLength') === height,
  );
  if (!found) return null;
  const mask = layoutOf(found, size, littleEndian);
  const { bands, bits, compression } = mask;
  if (bands !== 1 || bits === 16 || compression === 7)
    throw rasterRefusal('layerPixels', `mask ${bands} × ${bits} bit`);
  return mask;
};

/**
 * Judges a GeoTIFF by its tags: what it is, how large, where it lies, and that all of it is there. No pixel is unpacked.
 * @throws Refusal layerRaster, layerRasterPlace, layerProjection, layerPixels, layerHeights,
 *   layerRasterSize
 */
export async function readRaster(file: FileHandle): Promise<RasterFile> {
  const { size } = await file.stat();
  const { directories, littleEndian } = await readDirectories(file, size);
  const [first] = directories;
  if (!first) throw rasterRefusal('layerRaster', 'IFD');
  const layout = layoutOf(first, size, littleEndian);
  const tags = geoTagsOf(first);
  const colours = coloursOf(first, layout);
  requireNoHeights(first, layout, colours, tags.keys);
  return {
    layout,
    colours,
    placement: placementOf(tags, layout.width, layout.height),
    mask: maskOf(directories, layout, size, littleEndian),
  };
}

/** Whole numbers of one band are heights too in a system of heights, or below zero where nothing says that they have no sign. */
const requireNoHeights = (
  directory: Directory,
  { bits, bands }: Layout,
  { noData }: Colours,
  keys: object,
): void => {
  if (bits !== 16 || bands !== 1) return;
  const vertical: unknown =
    Reflect.get(keys, 'VerticalCSTypeGeoKey') ?? Reflect.get(keys, 'VerticalUnitsGeoKey');
  if (typeof vertical === 'number' && vertical > 0)
    throw rasterRefusal('layerHeights', `UInt16, VerticalCS ${vertical}`);
  const unsigned = directory.number('SampleFormat') === 1;
  if (!unsigned && noData !== null && noData < 0)
    throw rasterRefusal('layerHeights', `16 bit, NoData ${noData}`);
};

/** The same of a file that is named by its path. */
export async function checkRaster(path: string): Promise<RasterFile> {
  const file = await open(path);
  try {
    return await readRaster(file);
  } finally {
    await file.close();
  }
}
