import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import pg from 'pg';
import type { Log } from '../log.ts';

export interface Subscription {
  channel: string;
  handler: (payload: string) => void;
  onGap: () => void;
}

function deliver(to: Subscription, payload: string, log: Log): void {
  try {
    to.handler(payload);
  } catch (err) {
    log.error({ err, channel: to.channel }, 'a notification could not be handled');
  }
}

/** A connection that hears every channel of the subscriptions, also of those that come while it opens. */
async function connect(url: string, subscriptions: ReadonlySet<Subscription>, log: Log): Promise<pg.Client> {
  const fresh = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: limits.postgres.connect,
    query_timeout: limits.postgres.query,
    application_name: 'eyrie-listen',
    keepAlive: true,
  });
  fresh.on('error', () => undefined);
  fresh.on('notification', ({ channel, payload }) => {
    for (const one of subscriptions) if (one.channel === channel) deliver(one, payload ?? '', log);
  });
  try {
    await fresh.connect();
    const open = new Set<string>();
    // A set that grows meanwhile is walked to its new end: nobody who comes now is left out.
    for (const { channel } of subscriptions) {
      if (open.has(channel)) continue;
      open.add(channel);
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    }
    return fresh;
  } catch (error) {
    // The next try opens one of its own: a database in trouble is not left holding those of all tries.
    fresh.end().catch(() => undefined);
    throw error;
  }
}

/**
 * The one connection over which a process hears its channels; a dead or silent one is replaced.
 * @param subscriptions may grow and shrink; a new connection opens the channels of all of them
 */
export function createListenConnection(url: string, subscriptions: ReadonlySet<Subscription>, log: Log) {
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let asked: Promise<unknown> = Promise.resolve();

  /** One question at a time: the driver of a connection takes no second one before the first is answered. */
  function ask(question: string): Promise<unknown> {
    const answer = asked.then(() => client?.query(question));
    asked = answer.catch(() => undefined);
    return answer;
  }

  /** Holds one connection until it is lost. A silent one is found by asking it. */
  async function hold(onOpen: () => void): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      client = await connect(url, subscriptions, log);
      client.once('end', () => lost.abort());
      onOpen();
      while (!signal.aborted) {
        await delay(limits.postgres.listenPing, undefined, { signal, ref: false });
        await ask('select 1');
      }
    } catch (err) {
      if (!stopping.signal.aborted) log.debug({ err }, 'the notification connection was lost');
    } finally {
      client?.end().catch(() => undefined);
      client = undefined;
    }
  }

  /** Keeps a connection until it is ended. @param tried is called after each try, whether or not it opened one */
  async function keep(tried: () => void): Promise<void> {
    let opened = false;
    while (!stopping.signal.aborted) {
      await hold(() => {
        if (opened) for (const one of subscriptions) one.onGap();
        opened = true;
        tried();
      });
      tried();
      const wait = limits.restart.first * 2;
      await delay(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  return { ask, keep, end: (): void => stopping.abort() };
}
