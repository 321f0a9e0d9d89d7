import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import type { BrokerClient, KeptIdentity } from '../platform/mqtt/index.ts';
import { holdLock, sharersOf, type HeldInstanceName } from '../platform/postgres/index.ts';
import type { DbOrTrx } from '../platform/runtime.ts';
import type { Settings } from '../platform/settings.ts';

/** This server, or this command, and the servers of its database have two brokers. */
export class ClusterBrokerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ClusterBrokerError';
  }
}

const askTopic = 'eyrie/cluster/ask';
const answerTopic = (question: string): string => `eyrie/cluster/answer/${question}`;
/** Every server on a database holds it from the moment it is known to share the broker of the others. */
export const clusterName = 'servers of one broker';
const decisionName = 'broker of the servers is decided';
const tryEvery = 250;
/** A machine that lost its power keeps its locks for 20 s (`holdLock`): it must not refuse whoever takes its place, ms. */
const patienceAtStart = 22_000;

/** A broker as it is named to an operator. */
export interface OwnBroker {
  embedded: boolean;
  /** Without account and password. */
  address: string;
}

/** @returns the broker that the settings name, for people */
export const ownBroker = ({ mqttUrl, mqttPort }: Pick<Settings, 'mqttUrl' | 'mqttPort'>): OwnBroker => {
  if (mqttUrl === undefined)
    return { embedded: true, address: `the embedded one of ${hostname()}, port ${mqttPort}` };
  const { protocol, host } = new URL(mqttUrl);
  return { embedded: false, address: `${protocol}//${host}` };
};

interface Options {
  db: DbOrTrx;
  databaseUrl: string;
  own: OwnBroker;
  /** Connected; null before the embedded one is started: nobody else is on it. */
  broker: BrokerClient | null;
  /** Where the broker keeps its identity; null: it keeps none. */
  identity: KeptIdentity | null;
  /** How long another server may take to answer, or to be gone from the database, ms. */
  patience?: number;
}

interface KnownBroker {
  id: string;
  embedded: boolean;
  address: string;
}

/** Runs the work on this database by itself: of servers that start at once the first one decides. */
const decideAlone = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  for (;;) {
    const lock = await holdLock(url, decisionName, 'eyrie-cluster');
    if (lock)
      try {
        return await work();
      } finally {
        await lock.release();
      }
    await wait(tryEvery);
  }
};

const knownBroker = async (db: DbOrTrx): Promise<KnownBroker | undefined> =>
  db.selectFrom('cluster_broker').select(['id', 'embedded', 'address']).executeTakeFirst();

const storeBroker = async (db: DbOrTrx, row: KnownBroker): Promise<void> => {
  await db
    .insertInto('cluster_broker')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ ...row, set_at: new Date() }))
    .execute();
};

/** Listens for the answer of another server on this broker. @returns asks once more; whether one has answered */
const askOthers = async (
  broker: BrokerClient,
  id: string,
): Promise<{ again(): Promise<boolean>; end(): Promise<void> }> => {
  const question = randomUUID();
  let answered = false;
  const off = broker.onMessage((topic) => {
    if (topic === answerTopic(question)) answered = true;
  });
  return {
    again: async () => {
      try {
        // A broker that has lost its accounts lets nobody in for a moment.
        await broker.subscribe([answerTopic(question)]);
        await broker.publish(askTopic, JSON.stringify({ question, id }), { qos: 1 });
      } catch {
        // Asked again until the time is up; what has not answered by then is refused.
      }
      await wait(tryEvery);
      return answered;
    },
    end: async () => {
      off();
      await broker.unsubscribe([answerTopic(question)]).catch(() => undefined);
    },
  };
};

/** Waits for a server on this broker, or until this one is the only server. @returns those that run and did not answer */
const unanswered = async (
  { db, broker, patience = patienceAtStart }: Options,
  id: string,
): Promise<{ others: string[]; alone: boolean }> => {
  const end = performance.now() + patience;
  const question = broker && (await askOthers(broker, id));
  try {
    for (;;) {
      const others = await sharersOf(db, clusterName);
      if (others.length === 0) return { others, alone: true };
      if (question && (await question.again())) return { others: [], alone: false };
      if (performance.now() >= end) return { others, alone: false };
      if (!question) await wait(tryEvery);
    }
  } finally {
    await question?.end();
  }
};

const adoptHint = 'If that is meant, stop every server and run `eyrie broker adopt` with its settings.';

/** @throws ClusterBrokerError where the broker belongs to other servers, or the database to another broker */
const requireSame = (
  known: KnownBroker | undefined,
  own: OwnBroker,
  atBroker: string | null,
  alone: boolean,
): void => {
  if (!known) {
    if (atBroker !== null)
      throw new ClusterBrokerError(
        `the broker ${own.address} belongs to the servers of another database; this one has had no broker yet. ${adoptHint}`,
      );
    return;
  }
  // One that keeps nothing ended with its server, so whatever follows it contradicts nothing.
  const left = alone && own.embedded && !known.embedded;
  if (left || (atBroker !== null && atBroker !== known.id))
    throw new ClusterBrokerError(
      `this database belongs to the broker ${known.address}, and this server uses another one: ${own.address}. ${adoptHint}`,
    );
};

/**
 * Lets this server among those of its database, once it is known that they have one broker: orders that one of two
 * clusters on a database writes would wait at a broker where no dock is.
 * @returns identity of the broker, for `answerOthers`
 * @throws ClusterBrokerError naming both brokers
 */
export const joinCluster = (options: Options, name: Pick<HeldInstanceName, 'share'>): Promise<string> =>
  decideAlone(options.databaseUrl, async () => {
    const { db, own, identity } = options;
    const known = await knownBroker(db);
    const { others, alone } = await unanswered(options, known?.id ?? '');
    if (others.length > 0)
      throw new ClusterBrokerError(
        `two clusters on one database: ${others.join(', ')} use the broker ${known?.address ?? 'of another address'}, this server uses ${own.address}, where none of them answers. Give it their EYRIE_MQTT_URL, or a database of its own`,
      );
    const atBroker = (await identity?.read()) ?? null;
    requireSame(known, own, atBroker, alone);
    const id = known?.id ?? randomUUID();
    if (known?.embedded !== own.embedded || known.address !== own.address)
      await storeBroker(db, { id, ...own });
    // The database first: a broker that misses it gets it at the next start, one that has another is refused.
    if (identity && atBroker === null) await identity.write(id);
    await name.share(clusterName);
    return id;
  });

/**
 * Makes the broker of the settings the one of this database, and gives both a new identity, so that servers of the broker
 * before are refused from now on.
 * @throws ClusterBrokerError while a server runs on the database
 */
export const adoptBroker = (options: Omit<Options, 'broker'>): Promise<{ before: string | null }> =>
  decideAlone(options.databaseUrl, async () => {
    const { db, own, identity } = options;
    const others = await sharersOf(db, clusterName);
    if (others.length > 0)
      throw new ClusterBrokerError(`stop every server first; these run: ${others.join(', ')}`);
    const known = await knownBroker(db);
    const id = randomUUID();
    await storeBroker(db, { id, ...own });
    await identity?.write(id);
    return { before: known?.address ?? null };
  });

/** Answers servers that start on this broker that it is the one of their database. @returns stops */
export const answerOthers = async (broker: BrokerClient, id: string, log: Log): Promise<() => void> => {
  const stop = broker.onMessage((topic, payload) => {
    if (topic !== askTopic) return;
    const asked = questionOf(payload);
    if (asked?.id !== id) return;
    broker
      .publish(answerTopic(asked.question), '{}', { qos: 1 })
      .catch((error: unknown) => log.debug({ err: error }, 'a server that starts was not answered'));
  });
  await broker.subscribe([askTopic]);
  return stop;
};

const questionShape = /^[0-9a-f-]{36}$/;

const questionOf = (payload: Buffer): { question: string; id: string } | null => {
  try {
    const { question, id } = JSON.parse(payload.toString()) as Record<string, unknown>;
    const isName = (value: unknown): value is string =>
      typeof value === 'string' && questionShape.test(value);
    return isName(question) && isName(id) ? { question, id } : null;
  } catch {
    return null;
  }
};
