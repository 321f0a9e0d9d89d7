/**
 * Reads photos and videos of others in a process of its own: what a library for pictures does with them ends nothing else.
 */
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import { readPhoto, type PhotoOrder, type PhotoRead } from './photo-read.ts';
import type { VideoOrder, VideoRead } from './video-read.ts';

export type FileOrder = PhotoOrder | VideoOrder;
export interface FileRead {
  photo: PhotoRead | null;
  video: VideoRead | null;
}

serveJobs<FileOrder, FileRead>(async (order) => {
  if (order.kind === 'photo') return { photo: await readPhoto(order), video: null };
  // Where nobody films the library is not loaded at all.
  const { readVideo } = await import('./video-read.ts');
  return { photo: null, video: await readVideo(order) };
});
