/** Starts the whole product in a folder of its own on free ports, as `npm start` would, and stops it again. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../apps/server/src/platform/postgres/test-database.ts';

/** What every account of a product under test signs in with. */
export const password = 'Story-teller-7';

const root = join(import.meta.dirname, '../..');
const startWithin = 90_000;
const stopWithin = 15_000;

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

interface Ready {
  url: string;
  mqtt: string;
  rtmp: string;
}

/** Keeps the end of what a process prints. */
function listenTo(child: ChildProcess): () => string {
  let words = '';
  const hear = (chunk: Buffer): void => {
    words = (words + chunk.toString()).slice(-100_000);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return () => words;
}

/** Waits until the product says that it is ready; its last words explain a failure. */
function untilReady(child: ChildProcess, lastWords: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`the product is ${why}:\n${lastWords().slice(-4000)}`));
    };
    const timer = setTimeout(() => fail(`not ready within ${startWithin / 1000} s`), startWithin);
    child.stdout?.on('data', () => {
      if (!lastWords().includes('Eyrie is ready: ')) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => fail(`gone (${code})`));
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithin);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * With the demo it brings its own database, as `npm start` does. Without, it gets a copy of a migrated one: to make and
 * migrate one for each file of stories takes longer than some of the stories.
 * @param settings further `EYRIE_…` variables, such as `EYRIE_DEMO: 'on'`
 */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const database = settings['EYRIE_DEMO'] === 'on' ? null : await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-story-'));
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    // The channel tells the product when the one who tells the stories is gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      // The sources are read once for all products.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      EYRIE_PORT: '0',
      EYRIE_MQTT_PORT: '0',
      EYRIE_RTMP_PORT: '0',
      EYRIE_DATA_DIR: dataDir,
      EYRIE_ADMIN_PASSWORD: password,
      EYRIE_DEMO: 'off',
      // A process more for every file of stories would make them dear; proofs start the product as people do.
      EYRIE_PROCESSES: 'api,gateway,scheduler,worker',
      // The machine's own language must not decide what a story reads.
      EYRIE_DEMO_LANGUAGE: 'zh-CN',
      EYRIE_LOG_LEVEL: 'warn',
      ...(database ? { EYRIE_DATABASE_URL: database.url } : {}),
      ...settings,
    },
  });
  const lastWords = listenTo(child);
  const stop = async (): Promise<void> => {
    const end = ended(child);
    child.kill('SIGTERM');
    await end;
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(child, lastWords);
    const ready = JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8')) as Ready;
    return { ...ready, dataDir, databaseUrl: database?.url ?? null, lastWords, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
