import { statfs } from 'node:fs/promises';

/** Whether a disk still takes so many bytes; true where it does not say. */
export const diskHolds = async (folder: string, bytes: number): Promise<boolean> => {
  const disk = await statfs(folder).catch(() => null);
  return disk === null || disk.bavail * disk.bsize >= bytes;
};
