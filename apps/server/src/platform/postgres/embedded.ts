import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { closeSync, openSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '@eyrie/domain';
import pg from 'pg';
import type { Log } from '../log.ts';
import { openAppRole } from './app-role.ts';
import { openCluster, runningPostmaster, spawnProgram } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { isAlive } from '../process-life.ts';
import { addOwner, liveOwners, removeOwner } from './owners.ts';

export interface EmbeddedPostgres {
  /** Address of the owner of everything; stays the same while this object lives, also over restarts. */
  readonly url: string;
  readonly port: number;
  /**
   * Address for the product's own work, which may not change what the audit log says. After every migration.
   */
  openForApp(): Promise<string>;
  /** Process id of the postmaster; undefined while it is down. */
  pid(): number | undefined;
  /** `down` with the reason when the database died, `up` when it answers again. */
  readonly events: EventEmitter<{ down: [string]; up: [] }>;
  /** Stops the database, unless another server process uses it, and frees the data directory. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** Undefined or 0: any free port. A running database that is adopted keeps its own. */
  port?: number;
  /** Further server settings, for tests. */
  settings?: Readonly<Record<string, string>>;
  /** How any free port is found, for tests. */
  findPort?: () => Promise<number>;
  /** The process whose life holds the database up; default: this one. */
  owner?: number;
  /** How long the database outlives its last owner, in milliseconds. */
  orphanGrace?: number;
}

const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const DATABASE = 'eyrie';

/**
 * Starts PostgreSQL from npm below `dataDir/postgres` on 127.0.0.1, or adopts the one that a killed server left
 * running there, and keeps it running: when it dies it is started again on the same port.
 * @throws Error when it does not come up, with the end of its own log.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options.dataDir);
  const owner = options.owner ?? process.pid;
  const known = liveOwners(cluster.ownersDir).includes(owner);
  addOwner(cluster.ownersDir, owner);
  const supervisor = new Supervisor(cluster, owner, options);
  try {
    await supervisor.start();
  } catch (error) {
    removeOwner(cluster.ownersDir, owner);
    throw error;
  }
  if (!known) startWatchdog(cluster, options.orphanGrace ?? limits.postgres.orphanGrace);
  return supervisor;
}

function startWatchdog(cluster: Cluster, grace: number): void {
  const script = fileURLToPath(new URL('./watchdog.ts', import.meta.url));
  const times = [String(limits.postgres.ownerPoll), String(grace)];
  const args = ['--disable-warning=ExperimentalWarning', script, cluster.dir, cluster.ownersDir, ...times];
  spawn(process.execPath, args, { detached: true, stdio: 'ignore', env: {} }).unref();
}

class Supervisor implements EmbeddedPostgres {
  readonly events = new EventEmitter<{ down: [string]; up: [] }>();
  port = 0;
  readonly #cluster: Cluster;
  readonly #owner: number;
  readonly #options: EmbeddedOptions;
  readonly #stopping = new AbortController();
  #watching: Promise<void> = Promise.resolve();
  #child: ReturnType<typeof spawnProgram> | undefined;

  constructor(cluster: Cluster, owner: number, options: EmbeddedOptions) {
    this.#cluster = cluster;
    this.#owner = owner;
    this.#options = options;
  }

  get url(): string {
    return `postgres://eyrie:${this.#cluster.password}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  openForApp(): Promise<string> {
    return openAppRole(this.url, this.#cluster.appPassword);
  }

  pid(): number | undefined {
    return runningPostmaster(this.#cluster.dir)?.pid;
  }

  async start(): Promise<void> {
    const running = runningPostmaster(this.#cluster.dir);
    const { port: fixed, findPort = freePort } = this.#options;
    this.port = running?.port ?? (fixed || (await findPort()));
    if (running)
      this.#options.log.info({ pid: running.pid, port: running.port }, 'adopted the running database');
    await this.#bringUp(limits.postgres.readyWithin, running || fixed ? undefined : findPort);
    await this.#createDatabase();
    this.#watching = this.#watch();
  }

  /**
   * Starts the postmaster unless one runs, and waits until it answers.
   * @param findPort gives another port where a neighbour took the one that was free a moment ago
   */
  async #bringUp(within: number, findPort?: () => Promise<number>): Promise<void> {
    const deadline = performance.now() + within;
    let wait: number = limits.restart.first;
    for (;;) {
      if (this.#stopping.signal.aborted) return;
      if (!runningPostmaster(this.#cluster.dir)) this.#spawn();
      const answer = await this.#untilAnswer(deadline);
      if (answer === 'ready') return;
      if (performance.now() > deadline) {
        throw new Error(`the embedded database does not answer (${answer}); see ${this.#cluster.logFile}`);
      }
      await delay(wait);
      wait = Math.min(wait * 2, limits.restart.most);
      if (findPort && !runningPostmaster(this.#cluster.dir)) this.port = await findPort();
    }
  }

  #spawn(): void {
    const { cluster, log } = { cluster: this.#cluster, log: this.#options.log };
    const settings = {
      ...durable,
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
      timezone: 'UTC',
      log_timezone: 'UTC',
      // A backup holds every day of telemetry that is kept, and the number of days only grows.
      max_locks_per_transaction: '128',
      ...this.#options.settings,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const output = openLog(cluster.logFile);
    // Its own session, so that Ctrl-C in a terminal reaches the server first and the database last.
    const child = spawnProgram(cluster.account, cluster.binaries.postgres, ['-D', cluster.dir, ...args], {
      stdio: ['ignore', output, output],
      detached: true,
      cwd: '/',
    });
    closeSync(output);
    child.once('error', (err) => log.error({ err }, 'the database could not be started'));
    child.once('exit', (code, signal) => log.debug({ code, signal }, 'the database process ended'));
    child.unref();
    this.#child = child;
  }
  /** Tries to connect until it works, the started process ends, or time is up. */
  async #untilAnswer(deadline: number): Promise<string> {
    let problem = 'no answer';
    while (performance.now() < deadline && !this.#stopping.signal.aborted) {
      try {
        await this.#query('postgres', 'select 1');
        return 'ready';
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      const ended =
        this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
      if (ended && !runningPostmaster(this.#cluster.dir)) return problem;
      await delay(25);
    }
    return problem;
  }

  async #query(database: string, text: string): Promise<unknown[]> {
    const { ping } = limits.postgres;
    const client = new pg.Client({
      connectionString: this.url.replace(/[^/]+$/, database),
      connectionTimeoutMillis: ping,
      query_timeout: limits.postgres.readyWithin,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #createDatabase(): Promise<void> {
    const found = await this.#query('postgres', `select 1 from pg_database where datname = '${DATABASE}'`);
    if (found.length > 0) return;
    await this.#query('postgres', `create database ${DATABASE}`).catch((error: { code?: string }) => {
      // Another instance made it at this moment.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
  }

  /** Watches the postmaster by its pid file: an adopted one is no child, so no exit event comes. */
  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await delay(limits.restart.first, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || runningPostmaster(this.#cluster.dir)) continue;
      this.#options.log.error('the database died; starting it again');
      this.events.emit('down', 'the database process died');
      await this.#bringUp(Number.POSITIVE_INFINITY);
      if (signal.aborted) return;
      this.#options.log.info('the database answers again');
      this.events.emit('up');
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    removeOwner(this.#cluster.ownersDir, this.#owner);
    const running = runningPostmaster(this.#cluster.dir);
    if (!running || liveOwners(this.#cluster.ownersDir).length > 0) return;
    this.#signal(running.pid, 'fast');
    const deadline = performance.now() + limits.postgres.stopWithin;
    while (isAlive(running.pid) && performance.now() < deadline) await delay(20);
    if (isAlive(running.pid)) this.#signal(running.pid, 'immediate');
  }

  #signal(pid: number, mode: 'fast' | 'immediate'): void {
    if (process.platform === 'win32') {
      spawn(this.#cluster.binaries.pgCtl, ['stop', '-D', this.#cluster.dir, '-m', mode], { stdio: 'ignore' });
    } else {
      process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    }
  }
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > limits.postgres.logBytes) truncateSync(path);
  return openSync(path, 'a', 0o600);
}

/** A port on 127.0.0.1 that nobody uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
