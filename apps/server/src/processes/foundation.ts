import { mkdir } from 'node:fs/promises';
import { limits } from '@eyrie/domain';
import { migrations } from '../migrations/index.ts';
import { instanceName } from '../platform/instance-name.ts';
import type { Log } from '../platform/log.ts';
import {
  connectBroker,
  startEmbeddedBroker,
  type BrokerClient,
  type EmbeddedBroker,
  type KeptIdentity,
} from '../platform/mqtt/index.ts';
import { newOid } from '../platform/oid.ts';
import {
  connectDatabase,
  createDatabaseWatch,
  holdInstanceName,
  migrate,
  startEmbeddedPostgres,
  type DatabaseConnection,
  type HeldInstanceName,
} from '../platform/postgres/index.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Settings } from '../platform/settings.ts';
import { systemClock } from '../platform/clock.ts';
import { answerOthers, joinCluster, ownBroker } from './cluster-broker.ts';
import { alignServerTime } from './server-time.ts';

/** The parts every process stands on, and how to let go of them in the right order. */
export interface Foundation {
  runtime: Runtime;
  /** The same for rooms that carry orders: their statements do not queue behind those of others. */
  control: Runtime;
  /** The name under which this server owns docks. */
  instanceId: string;
  database: DatabaseConnection;
  databaseUp(): boolean;
  broker: BrokerClient;
  embeddedBroker: EmbeddedBroker | null;
  stop(): Promise<void>;
}

/** The foundation of a server that starts. */
export interface StartedFoundation extends Foundation {
  /**
   * Lets this server among those of its database, before it does anything there. Once its rights at the broker are in order.
   * @throws ClusterBrokerError where it and the others have two brokers
   */
  join(identity: KeptIdentity | null): Promise<void>;
}

const pingEvery = 1_000;

/** What to end, each by what it began with. */
type EndWith = (stop: () => Promise<unknown> | void) => void;

/** What the start of each part of the foundation needs. */
interface FoundationParts {
  settings: Settings;
  log: Log;
  progress(step: string): void;
  endWith: EndWith;
}

/** A database with the schema of this version: the one that is named, or one of our own. */
const startDatabase = async (
  { settings, log, progress, endWith }: FoundationParts,
  instanceId: string,
): Promise<{ url: string; database: DatabaseConnection; name: HeldInstanceName }> => {
  let url = settings.databaseUrl;
  let openForApp: (() => Promise<string>) | undefined;
  if (url === undefined) {
    progress('starting the database');
    const postgres = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
    endWith(() => postgres.stop());
    url = postgres.url;
    openForApp = () => postgres.openForApp();
  }
  progress('bringing the schema up to date');
  await migrate({ url, log, migrations });
  url = (await openForApp?.()) ?? url;
  const database = connectDatabase({
    url,
    log,
    controlPoolSize: limits.postgres.controlPoolSize,
    name: `eyrie ${instanceId}`,
  });
  endWith(() => database.close());
  const name = await holdInstanceName({ url, instanceId, log, taken: endItself(log) });
  endWith(() => name.release());
  return { url, database, name };
};

/** Two servers of one name would take each other's claims for their own. */
const endItself =
  (log: Log) =>
  (error: Error): void => {
    log.fatal({ err: error }, 'another server took the name of this one: it stops');
    process.kill(process.pid, 'SIGTERM');
  };

/** Watches whether the database does its work. @returns whether it does */
const watchDatabase = (
  { log, endWith }: Pick<FoundationParts, 'log' | 'endWith'>,
  database: DatabaseConnection,
): (() => boolean) => {
  const watch = createDatabaseWatch({
    clock: systemClock,
    confirm: database.confirm,
    changed: (up) => log.warn({ up }, up ? 'the database is back' : 'the database does not answer'),
  });
  database.onAnswer(watch.answered);
  const ping = setInterval(() => void database.ping().then(watch.pinged), pingEvery);
  endWith(() => clearInterval(ping));
  return watch.up;
};

/** A connection to the broker that is named, or to one of our own. */
const startBroker = async (
  { settings, log, progress, endWith }: FoundationParts,
  instanceId: string,
  databaseUrl: string,
): Promise<{ broker: BrokerClient; embeddedBroker: EmbeddedBroker | null }> => {
  let embeddedBroker: EmbeddedBroker | null = null;
  let connection: { url: string; username?: string; password?: string } = { url: settings.mqttUrl ?? '' };
  if (settings.mqttUrl === undefined) {
    progress('starting the broker');
    const { host, mqttPort: port, tlsCert: cert, tlsKey: key } = settings;
    const tls = cert && key ? { tls: { cert, key } } : {};
    const own = await startEmbeddedBroker({ host, port, databaseUrl, log, ...tls });
    endWith(() => own.stop());
    embeddedBroker = own;
    connection = own.connection;
  }
  const broker = connectBroker({
    ...connection,
    clientId: `eyrie-${instanceId}-${process.pid}`,
    log,
    commandQos: embeddedBroker ? 1 : 0,
  });
  endWith(() => broker.close());
  await broker.untilUp(30_000);
  return { broker, embeddedBroker };
};

/** Database first, then its schema, then the broker: no device message is read before it can be stored. */
export const startFoundation = async (
  settings: Settings,
  log: Log,
  progress: (step: string) => void,
): Promise<StartedFoundation> => {
  const stops: Parameters<EndWith>[0][] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one();
  };
  const parts: FoundationParts = { settings, log, progress, endWith: (one) => void stops.push(one) };
  try {
    await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
    const instanceId = settings.instanceId ?? (await instanceName(settings.dataDir));
    const { url, database, name } = await startDatabase(parts, instanceId);
    const databaseUp = watchDatabase(parts, database);
    const own = ownBroker(settings);
    const cluster = { db: database.kysely, databaseUrl: url, own };
    // Before the broker is there: no dock signs in at one that must not be.
    if (own.embedded) await joinCluster({ ...cluster, broker: null, identity: null }, name);
    const { broker, embeddedBroker } = await startBroker(parts, instanceId, url);
    const runtime: Runtime = {
      db: database.kysely,
      log,
      clock: systemClock,
      serverTime: await alignServerTime(database.kysely, systemClock),
      newOid,
    };
    const control: Runtime = { ...runtime, db: database.control };
    const join = async (identity: KeptIdentity | null): Promise<void> => {
      if (own.embedded) return;
      const id = await joinCluster({ ...cluster, broker, identity }, name);
      parts.endWith(await answerOthers(broker, id, log));
    };
    return { runtime, control, instanceId, database, databaseUp, broker, embeddedBroker, stop, join };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
};

/** Database and broker of a server that runs already, as it reaches them itself. */
export interface RunningParts {
  instanceId: string;
  databaseUrl: string;
  broker: { url: string; username?: string; password?: string };
}

/** What a further process of a running server stands on. @param name tells its connections from those of the first */
export const joinFoundation = async (
  { instanceId, databaseUrl, broker: connection }: RunningParts,
  { name, poolSize }: { name: string; poolSize: number },
  log: Log,
): Promise<Foundation> => {
  const stops: Parameters<EndWith>[0][] = [];
  const endWith: EndWith = (one) => void stops.push(one);
  const database = connectDatabase({ url: databaseUrl, log, poolSize, name: `eyrie ${instanceId} ${name}` });
  endWith(() => database.close());
  const databaseUp = watchDatabase({ log, endWith }, database);
  const broker = connectBroker({
    ...connection,
    clientId: `eyrie-${instanceId}-${name}-${process.pid}`,
    log,
  });
  endWith(() => broker.close());
  await broker.untilUp(30_000);
  const serverTime = await alignServerTime(database.kysely, systemClock);
  const runtime: Runtime = { db: database.kysely, log, clock: systemClock, serverTime, newOid };
  return {
    runtime,
    control: { ...runtime, db: database.control },
    instanceId,
    database,
    databaseUp,
    broker,
    embeddedBroker: null,
    async stop() {
      for (const one of stops.toReversed()) await one();
    },
  };
};
