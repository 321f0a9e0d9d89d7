import { parseArgs } from 'node:util';
import { migrations } from '../migrations/index.ts';
import { createLog } from '../platform/log.ts';
import { grantUse, migrate } from '../platform/postgres/index.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';
import { withDatabase } from './database.ts';

export const migrateCommand: CliCommand = {
  words: 'migrate',
  usage: '[--grant <role>]',
  summary: 'brings the database to the schema of this release; --grant lets a role use it that owns nothing',
  run: (args) => {
    const { grant } = parseArgs({ args, options: { grant: { type: 'string' } } }).values;
    return withDatabase(async (url) => {
      const applied = await migrate({ url, migrations, log: createLog({ level: 'warn' }) });
      print(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do');
      if (grant === undefined) return;
      await grantUse(url, grant);
      print(`${grant} may use it`);
    });
  },
};
