/** Starts the whole product in a folder of its own on free ports, as `npm start` would, and stops it again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts';
import { startServerProcess, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';

/** What every account of a product under test signs in with. */
export const password = 'Story-teller-7';

const stopWithin = 15_000;
/** Of what it printed, for whoever looks into a failure. */
const mostLines = 1_000;

export interface Product {
  url: string;
  mqtt: string;
  rtmp: string;
  dataDir: string;
  /** Its database on the server that tests share; null: its own, below its data directory. */
  databaseUrl: string | null;
  /** The end of what it printed, for whoever looks into a failure. */
  lastWords(): string;
  /** Ends the product; the data directory goes with it. */
  stop(): Promise<void>;
}

/**
 * With the demo it brings its own database, as `npm start` does. Without, it gets a copy of a migrated one, unless one is
 * named: to make and migrate one for each file of stories takes longer than some of the stories.
 * @param settings further `EYRIE_…` variables, such as `EYRIE_DEMO: 'on'`
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const { EYRIE_DEMO: demo, EYRIE_DATABASE_URL: named = null } = settings;
  const database = demo === 'on' || named !== null ? null : await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-story-'));
  let server: ServerProcess | null = null;
  const stop = async (): Promise<void> => {
    const child = server?.child;
    const timer = setTimeout(() => child?.kill('SIGKILL'), stopWithin);
    await server?.end();
    clearTimeout(timer);
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const started = await startServerProcess({
      EYRIE_DATA_DIR: dataDir,
      EYRIE_ADMIN_PASSWORD: password,
      // The machine's own language must not decide what a story reads.
      EYRIE_DEMO_LANGUAGE: 'zh-CN',
      EYRIE_LOG_LEVEL: 'warn',
      ...(database ? { EYRIE_DATABASE_URL: database.url } : {}),
      ...settings,
    });
    server = started;
    await started.ready();
    const { url, mqtt, rtmp } = started;
    const databaseUrl = database?.url ?? named;
    const lastWords = (): string => started.lines.slice(-mostLines).join('\n');
    return { url, mqtt, rtmp: rtmp ?? '', dataDir, databaseUrl, lastWords, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
