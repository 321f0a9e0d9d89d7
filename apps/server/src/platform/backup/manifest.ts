import { z } from 'zod';

const part = z.object({ name: z.string(), size: z.number(), sha256: z.string() });

/** Last file of a backup: what is in it, and what it needs. */
export const manifestShape = z.object({
  format: z.literal(1),
  release: z.string(),
  /** Epoch milliseconds. */
  madeAt: z.number(),
  /** Migrations that had been applied, in order: the version of the schema. */
  migrations: z.array(z.string()),
  tables: z.array(part.extend({ columns: z.array(z.string()), rows: z.number() })),
  /** Files of the data directory: objects, and secrets without which stored links would die. */
  files: z.array(part),
  /** `outside`: photos and routes lie in a store of their own, which has to be backed up by itself. */
  objects: z.enum(['included', 'outside']),
});
export type Manifest = z.output<typeof manifestShape>;

export const manifestName = 'manifest.json';
export const tableFile = (table: string): string => `database/${table}.copy`;
export const dataFile = (name: string): string => `files/${name}`;

/** Rows that only live servers and open sessions need, and that must not come back to life. */
export const transientTables: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'session',
  'one_time_code',
  'captcha',
  'login_failure',
  'login_try',
  'live_credential',
  'challenge',
  'gateway_claim',
  'broker_admission',
  'instance',
  'video_viewer',
  'video_tab',
  // A stream that is recorded when a backup is made is another one when that is restored.
  'video_recording',
  'video_recording_part',
  'pilot_credential',
  'storage_credential',
  'health_measure',
  'timer_report',
  'timer_turn',
  'address_call',
  'openid_start',
];
