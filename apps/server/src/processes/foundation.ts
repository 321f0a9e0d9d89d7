import { mkdir } from 'node:fs/promises';
import { migrations } from '../migrations/index.ts';
import { instanceName } from '../platform/instance-name.ts';
import type { Log } from '../platform/log.ts';
import {
  connectBroker,
  startEmbeddedBroker,
  type BrokerClient,
  type EmbeddedBroker,
} from '../platform/mqtt/index.ts';
import { newOid } from '../platform/oid.ts';
import {
  connectDatabase,
  migrate,
  startEmbeddedPostgres,
  type DatabaseConnection,
} from '../platform/postgres/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Settings } from '../platform/settings.ts';
import { systemClock } from '../platform/clock.ts';
import { alignServerTime } from './server-time.ts';

/** The parts every process stands on, and how to let go of them in the right order. */
export interface Foundation {
  runtime: Runtime;
  /** The name under which this server owns docks. */
  instanceId: string;
  database: DatabaseConnection;
  databaseUp(): boolean;
  broker: BrokerClient;
  embeddedBroker: EmbeddedBroker | null;
  stop(): Promise<void>;
}

const pingEvery = 1_000;

/** Database first, then its schema, then the broker: nothing hears a device before it can write down what it said. */
export const layFoundation = async (
  settings: Settings,
  log: Log,
  progress: (step: string) => void,
): Promise<Foundation> => {
  const stops: (() => Promise<unknown> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
    const instanceId = settings.instanceId ?? (await instanceName(settings.dataDir));
    let url = settings.databaseUrl;
    let openForApp: (() => Promise<string>) | undefined;
    if (url === undefined) {
      progress('starting the database');
      const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
      stops.push(() => postgres.stop());
      url = postgres.url;
      openForApp = () => postgres.openForApp();
    }
    progress('bringing the schema up to date');
    await migrate({ url, log, migrations });
    url = (await openForApp?.()) ?? url;
    const database = connectDatabase({ url, log, name: `eyrie ${instanceId}` });
    stops.push(() => database.close());

    let up = true;
    const ping = setInterval(() => {
      void database.ping().then((answer) => {
        if (answer !== up)
          log.warn({ up: answer }, answer ? 'the database is back' : 'the database does not answer');
        up = answer;
      });
    }, pingEvery);
    stops.push(() => clearInterval(ping));

    let embeddedBroker: EmbeddedBroker | null = null;
    let connection: { url: string; username?: string; password?: string } = { url: settings.mqttUrl ?? '' };
    if (settings.mqttUrl === undefined) {
      progress('starting the broker');
      embeddedBroker = await startEmbeddedBroker({
        host: settings.host,
        port: settings.mqttPort,
        databaseUrl: url,
        log,
        ...(settings.tlsCert && settings.tlsKey
          ? { tls: { cert: settings.tlsCert, key: settings.tlsKey } }
          : {}),
      });
      const broker = embeddedBroker;
      stops.push(() => broker.stop());
      connection = embeddedBroker.connection;
    }
    const broker = connectBroker({
      ...connection,
      clientId: `eyrie-${instanceId}-${process.pid}`,
      log,
    });
    stops.push(() => broker.close());
    await broker.untilUp(30_000);

    const runtime: Runtime = {
      db: database.kysely,
      log,
      clock: systemClock,
      serverTime: await alignServerTime(database.kysely, systemClock),
      newOid,
    };
    return { runtime, instanceId, database, databaseUp: () => up, broker, embeddedBroker, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
};
