/** PostgreSQL: the embedded one, connections, notifications and migrations. */
export { grantUse } from './app-role.ts';
export { freePort, startEmbeddedPostgres } from './embedded.ts';
export type { EmbeddedOptions, EmbeddedPostgres } from './embedded.ts';
export { flushedLater } from './flushed-later.ts';
export { connectDatabase, isDatabaseDown, isDataRefused } from './database.ts';
export { createDatabaseWatch } from './database-watch.ts';
export type { DatabaseConnection, DatabaseOptions } from './database.ts';
export type { Listen } from './listen.ts';
export { migrate, NewerSchemaError, type ReleaseMigration } from './migrate.ts';
export type { MigrateOptions } from './migrate.ts';
export type { Database } from './schema.ts';
export { databaseFigures, databaseTime, pingDatabase, writeProbeMessage } from './server-state.ts';
export { holdInstanceName, InstanceNameTakenError } from './instance-name-lock.ts';
export type { HeldInstanceName } from './instance-name-lock.ts';
export { holdLock, sharersOf } from './hold-lock.ts';
export { againAfterDeadlock } from './after-deadlock.ts';
export { unlessTaken } from './unless-taken.ts';
export { commonShare, estimateWord, holdsWord, type WordEstimate, type WordSearch } from './holds-word.ts';
