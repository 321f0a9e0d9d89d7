import { migrations } from '../migrations/index.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/postgres/index.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';
import { withDatabase } from './database.ts';

export const migrateCommand: CliCommand = {
  words: 'migrate',
  summary: 'brings the database to the schema of this release',
  run: () =>
    withDatabase(async (url) => {
      const applied = await migrate({ url, migrations, log: createLog({ level: 'warn' }) });
      print(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do');
    }),
};
