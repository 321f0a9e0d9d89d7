import { open } from 'node:fs/promises';
import { limits } from '@eyrie/domain/rules';
import type { Bounds } from '../vector.ts';
import { cloudRefusal } from './cloud-fault.ts';
import { cubeOf } from './cloud-tree.ts';
import { readHeader, type LasHeader } from './las-file.ts';
import { cloudSystem, type CloudSystem } from './las-system.ts';
import { readChunks } from './laz-chunks.ts';

/** A point cloud as its header declares it, and where it lies. */
export interface CloudFile {
  header: LasHeader;
  system: CloudSystem;
  bounds: Bounds;
}

/** Steps along each side of the box between the places that say where it lies. */
const steps = 8;

/** The box of a file in degrees. @throws Refusal layerCloudSystem for what the system cannot hold, layerCloudSize */
const boundsOf = (header: LasHeader, system: CloudSystem): Bounds => {
  const { min, max } = header;
  const box: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let at = 0; at <= steps * steps + 2 * steps; at += 1) {
    const [u, v] = [(at % (steps + 1)) / steps, Math.floor(at / (steps + 1)) / steps];
    const [x, y] = [min[0] + (max[0] - min[0]) * u, min[1] + (max[1] - min[1]) * v];
    const [lng, lat] = system.projection.toDegrees([x, y]);
    if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 85)) throw cloudRefusal('layerCloudSystem', `${x}, ${y}`);
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  const { side } = cubeOf(header, system.projection.inDegrees, system.unit);
  if (side > limits.layer.cloudSide)
    throw cloudRefusal('layerCloudSize', `${Math.round(side)} m > ${limits.layer.cloudSide} m`);
  return box;
};

/**
 * Judges a LAS or LAZ file by its header and, where it is packed, by the table of its chunks. No point is unpacked.
 * @param epsg code of the system that somebody gave; '' for none
 * @throws Refusal layerCloud, layerCloudSystem, layerCloudSize
 */
export async function checkCloud(path: string, epsg: string): Promise<CloudFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const header = await readHeader(file, size);
    const system = cloudSystem(header, epsg);
    const bounds = boundsOf(header, system);
    if (header.compressed) await readChunks(file, header, size);
    return { header, system, bounds };
  } finally {
    await file.close();
  }
}
