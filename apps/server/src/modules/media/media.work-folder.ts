import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How long before another one such a folder was begun that a killed server left, ms: no work takes as long. */
const leftAfter = { pyramid: 3_600_000, thermal: 3_600_000, playback: 86_400_000 } as const;
type WorkFolderKind = keyof typeof leftAfter;

/** Removes what killed servers left there: photos of others lie in it. */
async function sweep(place: string, kind: WorkFolderKind, now: number): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(`${kind}-`)) continue;
    const found = await stat(join(place, name)).catch(() => null);
    if (found && now - found.mtimeMs > leftAfter[kind])
      await rm(join(place, name), { recursive: true, force: true });
  }
}

/**
 * Does work in a folder of its own on our disk, which is removed after it. Two servers that share the disk may do the same
 * work at once. @param kind of work: what was left of the same is removed with it
 * @param name of work that nobody else does meanwhile: what an earlier attempt left of it is removed; missing: one of its own
 */
export async function inWorkFolder<T>(
  dataDir: string,
  kind: WorkFolderKind,
  work: (folder: string) => Promise<T>,
  name: string = randomUUID(),
): Promise<T> {
  const place = join(dataDir, 'media-work');
  const folder = join(place, `${kind}-${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    // By the clock of the disk, which may be another machine's.
    await sweep(place, kind, (await stat(folder)).mtimeMs);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
