import pg from 'pg';
import type { Log } from '../log.ts';
import { createListenConnection, type Subscription } from './listen-connection.ts';

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

/** One connection for all channels of a process. */
export function createListener(url: string, log: Log): { listen: Listen; close(): Promise<void> } {
  const subscriptions = new Set<Subscription>();
  const connection = createListenConnection(url, subscriptions, log);
  let loop: Promise<void> | undefined;
  let firstTry: Promise<void> | undefined;

  async function listen(
    channel: string,
    handler: (payload: string) => void,
    onGap: () => void = () => undefined,
  ) {
    const subscription: Subscription = { channel, handler, onGap };
    subscriptions.add(subscription);
    if (!loop) {
      firstTry = new Promise((resolve) => {
        loop = connection.keep(resolve);
      });
    } else {
      await firstTry;
      await connection.ask(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    }
    await firstTry;
    return async () => {
      subscriptions.delete(subscription);
      const used = [...subscriptions].some((one) => one.channel === channel);
      if (!used) await connection.ask(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
    };
  }

  async function close(): Promise<void> {
    connection.end();
    subscriptions.clear();
    await loop;
  }

  return { listen, close };
}
