export { asRestorer } from './as-restorer.ts';
export type { Manifest } from './manifest.ts';
export { BackupRefused, checkBackup } from './read-backup.ts';
export { restoreFiles, restoreTables } from './restore-backup.ts';
export { writeBackup } from './write-backup.ts';
