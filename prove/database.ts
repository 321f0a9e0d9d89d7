import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/index.ts';
import type { Proof } from './proof.ts';

/** A database of its own, as an outside one for the server, which the proof can look into. `pid` is the postmaster's. */
export async function startDatabase(
  { onEnd }: Proof,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ url: string; pid: () => number | undefined }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eyrie-prove-pg-'));
  onEnd(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: 'warn' }), settings });
  onEnd(() => postgres.stop());
  return { url: postgres.url, pid: () => postgres.pid() };
}
