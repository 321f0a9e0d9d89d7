import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/index.ts';
import type { Proof } from './proof.ts';

/** A database of its own, as an outside one for the server, which the proof can look into. `pid` is the postmaster's. */
export async function startDatabase(
  { folder, onEnd }: Proof,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ url: string; pid: () => number | undefined }> {
  const postgres = await startEmbeddedPostgres({
    dataDir: folder(),
    log: createLog({ level: 'warn' }),
    settings,
  });
  onEnd(() => postgres.stop());
  return { url: postgres.url, pid: () => postgres.pid() };
}
