import { writeBackup } from '../../platform/backup/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { backupName } from './backup-file.ts';
import type { KeptFiles } from './kept-files.ts';
import type { WorkStep } from './work.service.ts';

export interface BackupFacts {
  url: string;
  dataDir: string;
  /** False: objects lie in an outside store. */
  withObjects: boolean;
  instanceId: string;
  release: string;
}

/** Writes a backup while everything goes on. The oldest goes when there are more than are kept. */
export const backUp =
  (clock: Clock, facts: BackupFacts, kept: KeptFiles): WorkStep =>
  async ({ signal, progress }) => {
    const now = clock.wall();
    const name = backupName(now);
    await kept.open(now);
    const { manifest, size, sha256 } = await writeBackup({
      ...facts,
      file: kept.pathOf(name),
      now,
      signal,
      progress,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    await kept.finish(name, { sha256, rows, files: manifest.files.length });
    return { name, size, sha256, rows, files: manifest.files.length, instanceId: facts.instanceId };
  };
