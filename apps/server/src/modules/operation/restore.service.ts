import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import type { Migration } from 'kysely/migration';
import type pg from 'pg';
import {
  asRestorer,
  BackupRefused,
  checkBackup,
  restoreFiles,
  restoreTables,
  type Manifest,
} from '../../platform/backup/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { migrate } from '../../platform/postgres/index.ts';
import type { Db, DbOrTrx } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { markRestoredUnknown } from '../command/index.ts';
import { releaseEverything } from '../lease/index.ts';
import { markAllOffline } from '../telemetry/index.ts';
import { forgetGrown } from '../upload/index.ts';
import {
  countOrganisations,
  connectedServers,
  dropAside,
  organisationOids,
  setAside,
  takeBack,
} from './restore.store.ts';
import { cancelRestored } from './work.store.ts';

export interface RestoreOptions {
  /** Address of the owner of the database. */
  url: string;
  dataDir: string;
  file: string;
  /** Rows that are there now are given up. */
  replace: boolean;
  /** Known migrations by name. */
  migrations: Readonly<Record<string, Migration>>;
  /** The audit log on a database. */
  auditOn(db: Db): AuditLog;
  /** Flights in the air have to be confirmed by their docks. @returns how many */
  unconfirmFlights(trx: DbOrTrx): Promise<number>;
  /** Whether runs that were due flew since the backup was made nobody knows: they are missed. */
  endRestoredRuns(trx: DbOrTrx, at: Date): Promise<void>;
  clock: Clock;
  log: Log;
  say(step: string): void;
}

export interface Restored {
  manifest: Manifest;
  /** Orders and flights that were open when the backup was made. */
  commands: number;
  flights: number;
}

/** What a restore must not begin with. Its message is for the operator. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}

/** A newer release, or another one, made tables that this code would misread. */
const requireKnown = ({ migrations, release }: Manifest, known: RestoreOptions['migrations']): void => {
  const unknown = migrations.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new BackupRefused(
      `the backup was made by release ${release}, whose ${unknown.join(', ')} is unknown here. Restore it with that release`,
    );
};

async function requireFree(db: Db, replace: boolean): Promise<void> {
  // The connections of a server that has just stopped are still being taken down.
  const deadline = performance.now() + limits.operation.restore.goneWithin;
  let servers = await connectedServers(db);
  while (servers.length > 0 && performance.now() < deadline) {
    await delay(limits.operation.restore.checkEvery);
    servers = await connectedServers(db);
  }
  if (servers.length > 0)
    throw new RestoreRefused(`stop every server first: ${servers.join(', ')} is using this database`);
  const organisations = await countOrganisations(db);
  if (organisations !== null && organisations > 0 && !replace)
    throw new RestoreRefused('the database is not empty: give --replace to give up what is in it');
}

/**
 * Puts an instance back as a backup has it, while no server runs. Everything is checked before anything is changed;
 * what was there stays until the backup is in place, and comes back when that fails. Nothing that is restored acts by
 * itself: no order goes out, nobody holds control, nobody is signed in.
 * @throws RestoreRefused | BackupRefused with a sentence for the operator.
 */
export async function restoreInstance(options: RestoreOptions): Promise<Restored> {
  const { url, dataDir, file, migrations, clock, say } = options;
  say('checking the backup');
  const manifest = await checkBackup(file);
  requireKnown(manifest, migrations);
  return asRestorer(url, async (client, db) => {
    await requireFree(db, options.replace);
    say('restoring files');
    const aside = join(
      dataDir,
      `before-restore-${new Date(clock.wall()).toISOString().replaceAll(/[:.]/g, '-')}`,
    );
    const putInPlace = await restoreFiles(dataDir, file, manifest, aside);
    say('restoring the database');
    await db.transaction().execute(setAside);
    try {
      const found = await fill(options, manifest, client, db);
      await db.transaction().execute(dropAside);
      await putInPlace();
      return { manifest, ...found };
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await db.transaction().execute(takeBack);
      throw error;
    }
  });
}

/**
 * Takes out of restored rows whatever would act by itself, or lets somebody act who was not asked: orders that were
 * under way are unknown, nobody controls a dock, flights in the air must be confirmed by their docks, runs that were due are
 * missed. Parts of uploads whose bytes no backup has are sent again.
 * @returns how many orders and flights were open.
 */
async function neutralise(
  trx: DbOrTrx,
  at: Date,
  { unconfirmFlights, endRestoredRuns }: Pick<RestoreOptions, 'unconfirmFlights' | 'endRestoredRuns'>,
): Promise<{ commands: number; flights: number }> {
  const commands = await markRestoredUnknown(trx, at);
  const flights = await unconfirmFlights(trx);
  await endRestoredRuns(trx, at);
  await releaseEverything(trx, at);
  await cancelRestored(trx, at);
  await markAllOffline(trx);
  await forgetGrown(trx);
  return { commands, flights };
}

/** Makes the backup's schema, fills it, brings it up to date and neutralises what was restored. */
async function fill(
  options: RestoreOptions,
  manifest: Manifest,
  client: pg.Client,
  db: Db,
): Promise<{ commands: number; flights: number }> {
  const { url, file, migrations, clock, log, auditOn } = options;
  const own = Object.fromEntries(manifest.migrations.map((name) => [name, migrations[name] as Migration]));
  await migrate({ url, log, migrations: own });
  await client.query('begin');
  await restoreTables(client, file, manifest);
  await client.query('commit');
  await migrate({ url, log, migrations });
  const at = new Date(clock.wall());
  return db.transaction().execute(async (trx) => {
    const found = await neutralise(trx, at, options);
    const audit = auditOn(db);
    for (const groupRoot of await organisationOids(trx))
      await audit.write(trx, {
        groupRoot,
        action: 'operation.restore',
        outcome: 'done',
        detail: { madeAt: manifest.madeAt, release: manifest.release, ...found },
      });
    return found;
  });
}
