export { asRestorer } from './as-restorer.ts';
export { copyOut } from './copy.ts';
export type { Manifest } from './manifest.ts';
export { BackupRefused, checkBackup } from './read-backup.ts';
export { putOnForeignKeys, restoreFiles, restoreTables, takeOffForeignKeys } from './restore-backup.ts';
export { readTar, tarEnd, tarHead, tarPadding, type TarEntry } from './tar.ts';
export { writeBackup } from './write-backup.ts';
