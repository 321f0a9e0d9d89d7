import type { ReleaseMigration } from '../platform/postgres/index.ts';
import { list } from './list.generated.ts';

/** Every migration in order. A landed one is never edited; the next number is added. */
export const migrations: Readonly<Record<string, ReleaseMigration>> = list;
