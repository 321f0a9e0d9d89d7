import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { limits } from '@eyrie/domain';
import { masked } from '../../platform/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { appliedMigrations, databaseFacts, tableSizes, workFailures } from './diagnosis.store.ts';
import { diagnosisName } from './backup-file.ts';
import { listMeasures } from './health.store.ts';
import type { StoredFiles } from './stored-files.ts';
import type { WorkStep } from './work-attempt.ts';

export interface DiagnosisFacts {
  dataDir: string;
  instanceId: string;
  release: string;
  /** As this server was started; secrets are masked here. */
  settings: object;
}

/** The end of a file, from a whole line on. */
async function tailOf(path: string, most: number): Promise<string> {
  const file = await open(path).catch(() => null);
  if (!file) return '';
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, most)), {
      position: Math.max(0, size - most),
    });
    const text = buffer.toString('utf8', 0, bytesRead);
    return size > most ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    await file.close();
  }
}

/**
 * Gathers what helps to find a fault: versions, settings without secrets, health of every server, sizes, failures of
 * background work, the end of this server's log. No rows of people, docks or flights are in it.
 */
export const diagnose =
  (runtime: Runtime, facts: DiagnosisFacts, stored: StoredFiles): WorkStep =>
  async ({ progress }) => {
    const { db, clock } = runtime;
    const { diagnosis } = limits.operation;
    const now = clock.wall();
    await progress(0.1, 'gathering');
    const log = join(facts.dataDir, 'logs', 'eyrie.log');
    const newest = await tailOf(log, diagnosis.logBytes);
    const older = await tailOf(`${log}.1`, diagnosis.logBytes - newest.length);
    await progress(0.4, 'gathering');
    const parts: Record<string, unknown> = {
      'about.json': {
        madeAt: new Date(now).toISOString(),
        instanceId: facts.instanceId,
        release: facts.release,
        node: process.versions,
        platform: `${process.platform} ${process.arch}`,
        memory: process.memoryUsage(),
        uptime: process.uptime(),
        migrations: await appliedMigrations(db),
        database: await databaseFacts(db),
      },
      'settings.json': facts.settings,
      'health.json': await listMeasures(db),
      'tables.json': await tableSizes(db),
      'work.json': await workFailures(db, diagnosis.failures),
    };
    await progress(0.8, 'writing');
    const files = Object.fromEntries(
      Object.entries(parts).map(([name, value]) => [name, strToU8(JSON.stringify(masked(value), null, 2))]),
    );
    const name = diagnosisName(now);
    await stored.open(now);
    await stored.write(name, zipSync({ ...files, 'log.jsonl': strToU8(older + newest) }));
    await stored.finish(name, {});
    return { name, instanceId: facts.instanceId };
  };
