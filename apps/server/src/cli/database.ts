import { createLog } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/index.ts';
import { readSettings } from '../platform/settings.ts';
import type { Settings } from '../platform/settings.ts';

/**
 * Runs work on the database of the settings: the outside one, or the embedded one of the data directory, which is
 * started for it unless a server already runs it.
 */
export async function withDatabase<T>(work: (url: string, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  if (settings.databaseUrl) return work(settings.databaseUrl, settings);
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    log: createLog({ level: 'warn' }),
  });
  try {
    return await work(embedded.url, settings);
  } finally {
    await embedded.stop();
  }
}
