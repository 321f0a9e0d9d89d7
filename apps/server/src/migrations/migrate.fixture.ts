/** Migrates the database named on the command line: a process that a test can kill in the middle. */
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/postgres/migrate.ts';
import { migrations } from './index.ts';

await migrate({ url: process.argv[2] ?? '', log: createLog({ level: 'silent' }), migrations });
