import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, chmod, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How to start a PostgreSQL program: words put before it, and the account to switch to. */
export interface Account {
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

interface Person {
  uid: number;
  gid: number;
}

/** initdb looks its own account up by number, so the number must belong to a known account. */
function unprivilegedPerson(): Person {
  const people = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) > 0);
  const chosen = ['postgres', 'nobody']
    .map((name) => people.find((fields) => fields[0] === name))
    .find(Boolean);
  const fields = chosen ?? people[0];
  return { uid: Number(fields?.[2] ?? 65_534), gid: Number(fields?.[3] ?? 65_534) };
}

/**
 * PostgreSQL refuses to run as root. Under root it is started in a user namespace of its own, where root is mapped
 * to an ordinary account: the files stay root's and may lie below a folder that nobody else can enter. Where user
 * namespaces are closed it runs as another account, which then needs a way to its binaries and data.
 * @throws Error naming both failures when neither works.
 */
export async function chooseAccount(postgres: string, cluster: string): Promise<Account> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { prefix: [] };
  const person = unprivilegedPerson();
  const prefix = ['unshare', '-U', `--map-user=${person.uid}`];
  const inNamespace = spawnSync(prefix[0] ?? '', [...prefix.slice(1), postgres, '--version'], {
    encoding: 'utf8',
  });
  if (inNamespace.status === 0) {
    await handOver(cluster, { uid: 0, gid: 0 });
    return { prefix };
  }
  const asOther = spawnSync(postgres, ['--version'], { ...person, cwd: '/', encoding: 'utf8' });
  const reach = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dirname(cluster)], {
    ...person,
    cwd: '/',
    encoding: 'utf8',
  });
  if (asOther.status !== 0 || reach.status !== 0) {
    throw new Error(
      'the embedded database cannot run as root here: user namespaces are closed ' +
        `(${(inNamespace.error?.message ?? inNamespace.stderr).trim()}), and account ${person.uid} cannot reach ` +
        `${asOther.status === 0 ? dirname(cluster) : postgres} (${(asOther.stderr || reach.stderr).trim()}). ` +
        'Run Eyrie as an ordinary user, open these folders for reading, or set EYRIE_DATABASE_URL.',
    );
  }
  await handOver(cluster, person);
  return { prefix: [], ...person };
}

/** Gives the cluster's files to the account that will run it; they may come from a start under the other way. */
async function handOver(cluster: string, person: Person): Promise<void> {
  const made = await mkdir(cluster, { recursive: true, mode: 0o700 });
  await chmod(cluster, 0o700);
  await chown(cluster, person.uid, person.gid);
  if (made !== undefined) return;
  for (const entry of await readdir(cluster, { recursive: true })) {
    await chown(join(cluster, entry), person.uid, person.gid).catch(() => undefined);
  }
}
