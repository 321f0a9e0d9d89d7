import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promised } from '@eyrie/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { freePort, startEmbeddedPostgres } from './embedded.ts';
import type { EmbeddedPostgres } from './embedded.ts';
import { isAlive } from '../process-life.ts';

const log = createLog({ level: 'silent' });
let dataDir = '';
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  // A folder that only its owner can enter, as an administrator's home is.
  dataDir = mkdtempSync(join(tmpdir(), 'eyrie-embedded-'));
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean, within = 10_000): Promise<void> {
  const deadline = performance.now() + promised(within);
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the awaited state did not come');
    await delay(20);
  }
}

test('the embedded database is durable, asks for a password and keeps its secret private', async () => {
  running = await startEmbeddedPostgres({ dataDir, log });
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums']) {
    expect(await query(running.url, `show ${name}`)).toEqual([{ [name]: 'on' }]);
  }
  expect(statSync(join(dataDir, 'postgres.secret')).mode & 0o777).toBe(0o600);
  await expect(query(running.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
});

test('rows survive a killed database, which comes back by itself on the same address', async () => {
  running = await startEmbeddedPostgres({ dataDir, log });
  await query(running.url, 'create table kept (n int)');
  await query(running.url, 'insert into kept values (42)');
  const down = once(running.events, 'down');
  const up = once(running.events, 'up');
  const first = running.pid();
  process.kill(first ?? 0, 'SIGKILL');
  await down;
  await up;
  expect(running.pid()).not.toBe(first);
  expect(await query(running.url, 'select n from kept')).toEqual([{ n: 42 }]);
});

/** A server process of its own that starts the database, prints its process id and then hangs. */
function startElsewhere(grace: number) {
  const startLog = fileURLToPath(new URL('./embedded.ts', import.meta.url));
  const openStartLog = fileURLToPath(new URL('../log.ts', import.meta.url));
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(startLog)});
    const { createLog } = await import(${JSON.stringify(openStartLog)});
    const log = createLog({ level: 'silent' });
    const db = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, orphanGrace: ${grace} });
    console.log(db.pid());
    setInterval(() => undefined, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('a server started after a kill adopts the database that still runs', async () => {
  const other = startElsewhere(20_000);
  const [line] = (await once(other.stdout, 'data')) as [Buffer];
  other.kill('SIGKILL');
  await once(other, 'exit');
  running = await startEmbeddedPostgres({ dataDir, log });
  expect(running.pid()).toBe(Number(line.toString()));
  expect(await query(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('without a server that adopts it, the database ends after the grace', async () => {
  const other = startElsewhere(1_000);
  const [line] = (await once(other.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  other.kill('SIGKILL');
  await until(() => !isAlive(pid));
  expect(isAlive(pid)).toBe(false);
});

test('stop ends the database, and a second start finds its rows', async () => {
  // A neighbour takes the port between the question for a free one and the start.
  const neighbour = createServer().listen(0, '127.0.0.1');
  await once(neighbour, 'listening');
  const ports = [(neighbour.address() as AddressInfo).port];
  const findPort = async (): Promise<number> => ports.pop() ?? freePort();
  running = await startEmbeddedPostgres({ dataDir, log, findPort });
  neighbour.close();
  const pid = running.pid() ?? 0;
  await query(running.url, 'create table kept as select 7 as n');
  await running.stop();
  expect(isAlive(pid)).toBe(false);
  running = await startEmbeddedPostgres({ dataDir, log });
  expect(await query(running.url, 'select n from kept')).toEqual([{ n: 7 }]);
});
