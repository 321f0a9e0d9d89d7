import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createAuditLog } from '../modules/audit-log/index.ts';
import { markRestoredUnknown } from '../modules/command/index.ts';
import { unconfirmFlights } from '../modules/flight/index.ts';
import { endRestoredRuns } from '../modules/task/index.ts';
import { createPasswordHasher, giveFirstPassword, randomPassword } from '../modules/member/index.ts';
import { allOrganisations } from '../modules/organisation/index.ts';
import { markAllOffline } from '../modules/telemetry/index.ts';
import { migrations } from '../migrations/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { connectDatabase, migrate } from '../platform/postgres/index.ts';
import type { Objects } from '../platform/objects/index.ts';
import type { Db, DbOrTrx } from '../platform/runtime.ts';
import type { Settings } from '../platform/settings.ts';
import {
  checkTransfer,
  importTransfer,
  TableBook,
  writeTransfer,
  type TransferManifest,
} from '../platform/transfer/index.ts';
import { openObjectStore } from '../processes/objects.ts';
import { print, type CliCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { portableRooms } from './portable.generated.ts';
import { release } from './release.ts';

export const portableTables = (): TableBook => new TableBook(portableRooms);

const rowsOf = ({ tables }: TransferManifest): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/** Where an organisation lies: its rows, its files. */
export interface Place {
  url: string;
  objects: Objects;
}
const placeOf = async (url: string, settings: Settings): Promise<Place> => {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const incoming = `incoming/transfer-${process.pid}`;
  return { url, objects: (await openObjectStore(settings, systemClock, () => '', incoming)).objects };
};

/** The organisation of a name or oid; without one, the only one. */
async function organisationFor(db: Db, wanted: string | undefined): Promise<{ oid: string; name: string }> {
  const all = await allOrganisations(db);
  const found = all.filter(({ oid, name }) => wanted === undefined || wanted === oid || wanted === name);
  const [one] = found;
  if (one && found.length === 1) return one;
  const names = all.map(({ oid, name }) => `${oid} ${name}`).join(', ');
  throw new Error(
    all.length === 0 ? 'there is no organisation yet' : `name one with --organisation: ${names}`,
  );
}

/** @returns the manifest and the size, in bytes, of a bundle of everything that an organisation may take along */
export async function exportOrganisation(
  { url, objects }: Place,
  { wanted, file }: { wanted?: string | undefined; file: string },
): Promise<{ manifest: TransferManifest; size: number }> {
  const database = connectDatabase({ url, log: createLog({ level: 'warn' }), poolSize: 1 });
  try {
    const db = database.kysely;
    const { oid, name } = await organisationFor(db, wanted);
    const now = systemClock.wall();
    // The log says so before the first byte leaves.
    const audit = createAuditLog({ db, clock: systemClock });
    await db.transaction().execute((trx) =>
      audit.write(trx, {
        groupRoot: oid,
        action: 'organisation.export',
        outcome: 'done',
        detail: { name },
      }),
    );
    const organisation = { oid, name };
    const book = portableTables();
    return await writeTransfer({ url, book, objects, organisation, file, release: await release(), now });
  } finally {
    await database.close();
  }
}

/** Takes what would act by itself out of the rows, and lets one administrator in. @returns account and password */
async function settle(trx: DbOrTrx, db: Db, manifest: TransferManifest): Promise<string> {
  const at = new Date(systemClock.wall());
  const commands = await markRestoredUnknown(trx, at);
  const flights = await unconfirmFlights(trx);
  await endRestoredRuns(trx, at);
  await markAllOffline(trx);
  const password = randomPassword();
  const account = await giveFirstPassword(trx, await createPasswordHasher().hash(password));
  await createAuditLog({ db, clock: systemClock }).write(trx, {
    groupRoot: manifest.organisation.oid,
    action: 'organisation.import',
    outcome: 'done',
    detail: { madeAt: manifest.madeAt, release: manifest.release, commands, flights },
  });
  return account === null ? '' : `${account} ${password}`;
}

/** @returns the manifest, and account and password of an administrator; empty when no administrator came along */
export async function importOrganisation(
  { url, objects }: Place,
  file: string,
  say: (step: string) => void,
): Promise<{ manifest: TransferManifest; signIn: string }> {
  await migrate({ url, migrations, log: createLog({ level: 'warn' }) });
  let signIn = '';
  const manifest = await importTransfer({
    url,
    book: portableTables(),
    migrations,
    objects,
    file,
    say,
    finish: async (trx, db, found) => {
      signIn = await settle(trx, db, found);
    },
  });
  return { manifest, signIn };
}

const printContents = (manifest: TransferManifest): void => {
  const { tables, files, organisation } = manifest;
  print(
    `${JSON.stringify(organisation.name)}: ${rowsOf(manifest)} rows of ${tables.length} tables, ${files.count - files.missing} files`,
  );
  if (files.missing > 0) print(`${files.missing} files were not in the store any more, and are not in it`);
};

export const exportCommand: CliCommand = {
  words: 'export',
  usage: '[--organisation <name or oid>] [--out <file>]',
  summary: 'a whole organisation in open formats, without secrets; servers may run meanwhile',
  run: (args) => {
    const options = { organisation: { type: 'string' }, out: { type: 'string' } } as const;
    const { organisation, out } = parseArgs({ args, options }).values;
    return withDatabase(async (url, settings) => {
      const moment = new Date(systemClock.wall()).toISOString().replaceAll(/[:.]/g, '-');
      const folder = join(settings.dataDir, 'exports');
      if (out === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = resolve(out ?? join(folder, `eyrie-organisation-${moment}.tar.zst`));
      const place = await placeOf(url, settings);
      const { manifest, size } = await exportOrganisation(place, { wanted: organisation, file });
      print(`${file}\n${size} bytes`);
      printContents(manifest);
    });
  },
};

export const importCommand: CliCommand = {
  words: 'import',
  usage: '<file> [--check]',
  summary:
    'an exported organisation into an empty product, before its first start; --check only compares the hashes',
  run: async (args) => {
    const options = { check: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new Error('name the export: eyrie import <file>');
    if (values.check) {
      printContents(await checkTransfer(resolve(file), portableTables()));
      print('whole and unchanged');
      return;
    }
    await withDatabase(async (url, settings) => {
      const say = (step: string): void => print(`${step} …`);
      const { manifest, signIn } = await importOrganisation(await placeOf(url, settings), resolve(file), say);
      printContents(manifest);
      print(
        'Passwords, keys of docks, tokens and links stayed behind: bind each dock anew, give new passwords',
      );
      print(signIn === '' ? 'no administrator came along: use eyrie user reset' : signIn);
    });
  },
};
