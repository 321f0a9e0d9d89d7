/**
 * Reads photos and videos of others in a process of its own: what a library for pictures does with them ends nothing else.
 */
import { writeFile } from 'node:fs/promises';
import { thermalBytes } from '@eyrie/domain';
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import { readPhoto, type PhotoOrder, type PhotoRead } from './photo-read.ts';
import { drawPyramid, type PyramidOrder } from './pyramid-draw.ts';
import { readThermalTiff } from './thermal-tiff.ts';
import type { VideoOrder, VideoRead } from './video-read.ts';

/** A radiometric TIFF on our disk, and where its temperatures are to be laid. */
export interface ThermalOrder {
  kind: 'thermal';
  path: string;
  gridPath: string;
}

export type FileOrder = PhotoOrder | VideoOrder | ThermalOrder | PyramidOrder;
export interface FileRead {
  photo: PhotoRead | null;
  video: VideoRead | null;
  /** Of temperatures: whether there are any. */
  thermal?: boolean;
  /** Of tiles: whether they were drawn. */
  pyramid?: boolean;
}

serveJobs<FileOrder, FileRead>(async (order) => {
  if (order.kind === 'photo') return { photo: await readPhoto(order), video: null };
  if (order.kind === 'thermal') {
    const grid = await readThermalTiff(order.path);
    if (grid) await writeFile(order.gridPath, thermalBytes(grid), { mode: 0o600 });
    return { photo: null, video: null, thermal: grid !== null };
  }
  if (order.kind === 'pyramid') return { photo: null, video: null, pyramid: await drawPyramid(order) };
  // Where nobody films the library is not loaded at all.
  const { readVideo } = await import('./video-read.ts');
  return { photo: null, video: await readVideo(order) };
});
