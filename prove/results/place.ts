/** A product whose server, store, network and processes for files can go and come back, each by itself. */
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { CallDeclaration } from '@eyrie/domain';
import { freePort } from '../../apps/server/src/platform/postgres/index.ts';
import { callAt, signIn, until, type Answer } from '../../apps/server/src/testing/caller.ts';
import { startServerProcess, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { password } from '../../e2e/support/product.ts';
import { startDatabase } from '../database.ts';
import { openNetwork, type Network } from '../faults.ts';
import { processTree } from '../processes.ts';
import type { Proof } from '../proof.ts';
import { storeKeys } from './keys.ts';

export interface Place {
  /** Through the network, which can be cut. */
  url: string;
  network: Network;
  token: string;
  groupOID: string;
  mqtt: string;
  db: pg.Client;
  call(declaration: CallDeclaration, request?: Record<string, unknown>): Promise<Answer>;
  /** Kills the server as a failure of power does, and starts another at the same ports. */
  killServer(): Promise<void>;
  /** Kills the store, and starts another over the same disk after so long, ms. */
  killStore(awayFor?: number): Promise<void>;
  /** Kills a process of the server that works at files, by the name of its script. @returns whether there was one */
  killWorker(script: string): Promise<boolean>;
  /** Whether such a process is there. */
  works(script: string): Promise<boolean>;
  /** What lies in the store under a key; null: nothing. */
  stored(key: string): Buffer | null;
  /** Lays something into the store past the server. */
  store(key: string, bytes: Buffer): void;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const delay = (ms: number): Promise<void> => setTimeout(ms);

/** The store in a process of its own. */
const openStore = async ({ onEnd, folder }: Proof) => {
  const [disk, port] = [folder(), await freePort()];
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = fork(new URL('store.ts', import.meta.url), [disk, String(port)]);
    await once(child, 'message');
  };
  const end = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onEnd(end);
  await start();
  return { disk, endpoint: `http://127.0.0.1:${port}`, start, end };
};

export const openPlace = async (proof: Proof): Promise<Place> => {
  const database = await startDatabase(proof);
  const store = await openStore(proof);
  const [port, mqtt, rtmp] = [await freePort(), await freePort(), await freePort()];
  const network = await openNetwork(proof, port);
  const url = `http://127.0.0.1:${network.port}`;
  const dataDir = proof.folder();
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess({
      EYRIE_DATA_DIR: dataDir,
      EYRIE_DATABASE_URL: database.url,
      EYRIE_PORT: String(port),
      EYRIE_MQTT_PORT: String(mqtt),
      EYRIE_RTMP_PORT: String(rtmp),
      EYRIE_PUBLIC_URL: url,
      EYRIE_ADMIN_PASSWORD: password,
      EYRIE_LOG_LEVEL: 'warn',
      EYRIE_S3_ENDPOINT: store.endpoint,
      EYRIE_S3_BUCKET: storeKeys.bucket,
      EYRIE_S3_ACCESS_KEY_ID: storeKeys.keyId,
      EYRIE_S3_SECRET_ACCESS_KEY: storeKeys.key,
    });
    await server.ready();
    return server;
  };
  let server = await start();
  proof.onEnd(() => server.end('SIGKILL'));
  const db = new pg.Client(database.url);
  await db.connect();
  proof.onEnd(() => db.end());
  const { token, groupOID } = await signIn(server.url, 'admin', password);
  const pathOf = (key: string): string => join(store.disk, encodeURIComponent(`/${storeKeys.bucket}/${key}`));
  const worker = async (script: string) =>
    (await processTree(server.pid)).find(({ name }) => name.includes(script));
  return {
    url,
    network,
    token,
    groupOID,
    mqtt: server.mqtt,
    db,
    call: (declaration, request) => callAt(url, token, declaration, request),
    async killServer() {
      await server.end('SIGKILL');
      server = await start();
    },
    async killStore(awayFor = 700) {
      await store.end();
      await delay(awayFor);
      await store.start();
    },
    async killWorker(script) {
      const found = await worker(script);
      if (found) process.kill(found.pid, 'SIGKILL');
      return found !== undefined;
    },
    works: async (script) => (await worker(script)) !== undefined,
    stored(key) {
      const path = pathOf(key);
      return existsSync(path) ? readFileSync(path) : null;
    },
    store: (key, bytes) => writeFileSync(pathOf(key), bytes),
  };
};

/** What has not answered by then is given up and tried again, ms. */
const oneTry = 30_000;

/** @throws Error for work that never ends: without a bound its next try would never come */
const bounded = async (work: Promise<unknown>): Promise<void> => {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await setTimeout(oneTry, undefined, { signal: over.signal });
    throw new Error(`no answer within ${oneTry} ms`);
  };
  try {
    await Promise.race([work, late()]);
  } finally {
    over.abort();
  }
};

/** Does something again until it works, as devices and people do. @returns how often it was tried */
export const again = async (work: () => Promise<unknown>, within = 120_000): Promise<number> => {
  let tries = 0;
  await until(
    'what is tried again',
    async () => {
      tries += 1;
      await bounded(work());
      return true;
    },
    Boolean,
    within,
    300,
  );
  return tries;
};
