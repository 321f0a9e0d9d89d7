import { createLog, type Log } from '../platform/log.ts';
import { connectBroker, mosquittoAccounts, type KeptIdentity } from '../platform/mqtt/index.ts';
import { connectDatabase } from '../platform/postgres/index.ts';
import type { Settings } from '../platform/settings.ts';
import { adoptBroker, ownBroker } from '../processes/cluster-broker.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';
import { withDatabase } from './database.ts';

/** How long a broker may take to let us in, ms. */
const upWithin = 30_000;

/** Runs work with the place where the broker of an address keeps its identity; null: it has none, as EMQX. */
const withIdentity = async <T>(
  { mqttUrl: url, emqx }: Pick<Settings, 'mqttUrl' | 'emqx'>,
  log: Log,
  work: (identity: KeptIdentity | null) => Promise<T>,
): Promise<T> => {
  if (url === undefined || emqx) return work(null);
  const broker = connectBroker({ url, clientId: `eyrie-adopt-${process.pid}`, log });
  try {
    await broker.untilUp(upWithin);
    const accounts = mosquittoAccounts(broker, decodeURIComponent(new URL(url).username));
    const understood = await accounts.prepare().then(
      () => true,
      () => false,
    );
    return await work(understood ? accounts.identity : null);
  } finally {
    await broker.close();
  }
};

export const brokerAdoptCommand: CliCommand = {
  words: 'broker adopt',
  summary: 'makes the broker of the settings the one of this database, with every server stopped',
  run: () =>
    withDatabase(async (databaseUrl, settings) => {
      const log = createLog({ level: 'warn' });
      const database = connectDatabase({ url: databaseUrl, log, poolSize: 2 });
      const own = ownBroker(settings);
      try {
        const { before } = await withIdentity(settings, log, (identity) =>
          adoptBroker({ db: database.kysely, databaseUrl, own, identity }),
        );
        print(`${own.address} is the broker of this database now; before: ${before ?? 'none'}`);
      } finally {
        await database.close();
      }
    }),
};
