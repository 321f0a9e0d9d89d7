import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import pg from 'pg';
import type { Log } from '../log.ts';

/**
 * Listens to a channel of PostgreSQL's NOTIFY.
 * @param handler gets the payload of each notification.
 * @param onGap is called after each lost and regained connection: what was notified meanwhile is lost, so read again.
 * @returns a promise of a function that stops listening; it resolves once the channel is open, or at once while
 * the database is away, and is then opened as soon as the database is back.
 */
export type Listen = (
  channel: string,
  handler: (payload: string) => void,
  onGap?: () => void,
) => Promise<() => Promise<void>>;

interface Subscription {
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

/** One connection for all channels of a process; a dead or silent one is replaced. */
export function createListener(url: string, log: Log): { listen: Listen; close(): Promise<void> } {
  const subscriptions = new Set<Subscription>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let loop: Promise<void> | undefined;
  let firstTry: Promise<void> | undefined;
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

  async function run(tried: () => void): Promise<void> {
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

  async function listen(
    channel: string,
    handler: (payload: string) => void,
    onGap: () => void = () => undefined,
  ) {
    const subscription: Subscription = { channel, handler, onGap };
    subscriptions.add(subscription);
    if (!loop) {
      firstTry = new Promise((resolve) => {
        loop = run(resolve);
      });
    } else {
      await firstTry;
      await ask(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    }
    await firstTry;
    return async () => {
      subscriptions.delete(subscription);
      const used = [...subscriptions].some((one) => one.channel === channel);
      if (!used) await ask(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    };
  }

  async function close(): Promise<void> {
    stopping.abort();
    subscriptions.clear();
    await loop;
  }

  return { listen, close };
}
