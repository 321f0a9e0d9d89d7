import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { unconfirmFlights } from '../modules/flight/index.ts';
import { endRestoredRuns } from '../modules/task/index.ts';
import { backupName, restoreInstance } from '../modules/operation/index.ts';
import { createAuditLog } from '../modules/audit-log/index.ts';
import { migrations } from '../migrations/index.ts';
import { writeBackup } from '../platform/backup/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { release } from './release.ts';

export const backupCommand: CliCommand = {
  words: 'backup',
  usage: '[--out <file>]',
  summary: 'the whole instance in one file; servers may run meanwhile',
  run: (args) => {
    const { out } = parseArgs({ args, options: { out: { type: 'string' } } }).values;
    return withDatabase(async (url, settings) => {
      const now = systemClock.wall();
      const folder = join(settings.dataDir, 'backups');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = out === undefined ? join(folder, backupName(now)) : resolve(out);
      const { manifest, size, sha256 } = await writeBackup({
        url,
        dataDir: settings.dataDir,
        withObjects: settings.s3 === undefined,
        file,
        release: await release(),
        now,
      });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      print(`${file}\n${size} bytes, ${rows} rows, ${manifest.files.length} files, SHA-256 ${sha256}`);
      if (manifest.objects === 'outside')
        print('Photos, videos and route files lie in the outside store: back it up by itself');
    });
  },
};

export const restoreCommand: CliCommand = {
  words: 'restore',
  usage: '<file> [--replace]',
  summary: 'an instance as a backup has it; only while no server runs. Launches nothing',
  run: (args) => {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1)
      throw new Error('name the backup: eyrie restore <file>');
    return withDatabase(async (url, settings) => {
      await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
      const { manifest, commands, flights } = await restoreInstance({
        url,
        dataDir: settings.dataDir,
        file: resolve(file),
        replace: values.replace ?? false,
        migrations,
        auditOn: (db) => createAuditLog({ db, clock: systemClock }),
        unconfirmFlights,
        endRestoredRuns,
        clock: systemClock,
        log: createLog({ level: 'warn' }),
        say: (step) => print(`${step} …`),
      });
      print(`restored the state of ${new Date(manifest.madeAt).toISOString()} (release ${manifest.release})`);
      print(
        `${commands} open orders are unknown now, ${flights} flights wait for their docks; nothing was launched`,
      );
    });
  },
};
