import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { chown, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseAccount } from './account.ts';
import type { Account } from './account.ts';
import { findBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { isAlive } from '../process-life.ts';

/** The files of an embedded database below a data directory. */
export interface Cluster {
  /** PostgreSQL's own data directory. */
  dir: string;
  /** One file for each server process that uses the database. */
  ownersDir: string;
  logFile: string;
  password: string;
  /** Of the account that the product works with. */
  appPassword: string;
  binaries: PostgresBinaries;
  account: Account;
}

const MAJOR = '18';

/** Makes the database files at first start (checksums on, password sign-in only) or opens the ones that are there. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const dir = join(dataDir, 'postgres');
  const ownersDir = join(dataDir, 'postgres.owners');
  await mkdir(ownersDir, { recursive: true, mode: 0o700 });
  const binaries = await findBinaries();
  const fresh = !existsSync(join(dir, 'PG_VERSION'));
  // A first start that was killed half-way must not be taken for a database.
  const workDir = fresh ? `${dir}.new` : dir;
  if (fresh) await rm(workDir, { recursive: true, force: true });
  const account = await chooseAccount(binaries.postgres, workDir);
  const password = await readPassword(join(dataDir, 'postgres.secret'));
  const appPassword = await readPassword(join(dataDir, 'postgres.app-secret'));
  if (fresh) {
    await initialise(workDir, binaries, account, password);
    await rename(workDir, dir);
  }
  const version = (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR) {
    throw new Error(
      `${dir} was made by PostgreSQL ${version}; this release carries ${MAJOR}. Restore a backup instead`,
    );
  }
  return { dir, ownersDir, logFile: join(dataDir, 'postgres.log'), password, appPassword, binaries, account };
}

/** Kept in a file; of several servers that start at once the first one's stays. */
async function readPassword(path: string): Promise<string> {
  if (!existsSync(path)) {
    const fresh = `${path}.${process.pid}`;
    await writeFile(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 });
    await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(fresh);
  }
  return (await readFile(path, 'utf8')).trim();
}

/** Starts a PostgreSQL program under the chosen account. */
export function spawnProgram(
  account: Account,
  program: string,
  args: readonly string[],
  options: Parameters<typeof spawn>[2],
) {
  const [command = program, ...rest] = [...account.prefix, program, ...args];
  const { uid, gid } = account;
  return spawn(command, rest, { ...options, ...(uid === undefined ? {} : { uid, gid }) });
}

async function initialise(
  dir: string,
  binaries: PostgresBinaries,
  account: Account,
  password: string,
): Promise<void> {
  const passwordFile = `${dir}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined) await chown(passwordFile, account.uid, account.gid ?? account.uid);
  const args = [
    '-D',
    dir,
    '-U',
    'eyrie',
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    '--data-checksums',
  ];
  // Code-point order with full Unicode case rules, the same on every machine.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--pwfile=${passwordFile}`);
  const child = spawnProgram(account, binaries.initdb, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (code !== 0) throw new Error(`initdb ended with ${code}: ${output.trim().slice(-2000)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** The postmaster that holds the cluster: its process id and port, or undefined when none runs. */
export function runningPostmaster(dir: string): { pid: number; port: number } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0) || !(port > 0) || !isAlive(pid) || !isPostgres(pid)) return undefined;
  return { pid, port };
}

/** After a reboot another program may have the number that stands in the pid file. */
function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/exe`).includes('postgres');
  } catch {
    return false;
  }
}
