import { open, type FileHandle } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import { rasterRefusal } from '../raster-fault.ts';
import { heightLayoutOf, type HeightLayout } from '../raster-layout.ts';
import { placementOf, type Placement } from '../raster-place.ts';
import { readDirectories, type Directory } from '../raster-source.ts';
import { geoTagsOf } from '../raster-tags.ts';

/** A GeoTIFF of heights as its tags declare it. */
export interface DsmFile {
  layout: HeightLayout;
  placement: Placement;
  /** The number that stands where nothing is known. */
  noData: number | null;
}

const noDataOf = (directory: Directory): number | null => {
  const text = directory.text('GDAL_NODATA').replaceAll('\0', '').trim();
  return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
};

async function readDsm(file: FileHandle): Promise<DsmFile> {
  const { size } = await file.stat();
  const { directories, littleEndian } = await readDirectories(file, size);
  const [first] = directories;
  if (!first) throw rasterRefusal('layerRaster', 'IFD');
  const layout = heightLayoutOf(first, size, littleEndian);
  const { width, height } = layout;
  if (width * height > limits.layer.surfacePixels)
    throw rasterRefusal(
      'layerRasterSize',
      `${width} × ${height} > ${limits.layer.surfacePixels / 1_000_000} MP`,
    );
  const tags = geoTagsOf(first);
  return { layout, placement: placementOf(tags, width, height), noData: noDataOf(first) };
}

/**
 * Judges a GeoTIFF of heights by its tags: one band of 32-bit fractions or 16-bit whole numbers, and where it lies. No height is read.
 * @throws Refusal layerRaster, layerRasterPlace, layerProjection, layerShift, layerPixels, layerRasterSize
 */
export async function checkDsm(path: string): Promise<DsmFile> {
  const file = await open(path);
  try {
    return await readDsm(file);
  } finally {
    await file.close();
  }
}
