import { checkBackup, writeBackup } from '../../platform/backup/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { backupName } from './backup-file.ts';
import type { StoredFiles } from './stored-files.ts';
import type { WorkStep } from './work-attempt.ts';

export interface BackupFacts {
  url: string;
  dataDir: string;
  /** False: objects lie in an outside store. */
  withObjects: boolean;
  instanceId: string;
  release: string;
}

/** Of the whole work, how much is writing; the rest is reading it again. */
const writing = 0.7;

/**
 * Writes a backup while everything goes on, then reads it again as a restore would. Only after that is it one of those
 * that are stored, and the oldest may go.
 */
export const backUp =
  (clock: Clock, facts: BackupFacts, stored: StoredFiles): WorkStep =>
  async ({ signal, progress, alive }) => {
    const now = clock.wall();
    const name = backupName(now);
    await stored.open(now);
    const { manifest, size, sha256 } = await writeBackup({
      ...facts,
      file: stored.pathOf(name),
      now,
      signal,
      alive,
      progress: (share, step) => progress(share * writing, step),
    });
    await progress(writing, 'checking');
    try {
      await checkBackup(stored.pathOf(name), signal, alive);
    } catch (error) {
      // What cannot be restored must not push out what can.
      await stored.remove(name);
      throw error;
    }
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    await stored.finish(name, { sha256, rows, files: manifest.files.length, checkedAt: clock.wall() });
    return { name, size, sha256, rows, files: manifest.files.length, instanceId: facts.instanceId };
  };
