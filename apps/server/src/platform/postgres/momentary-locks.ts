import type pg from 'pg';
import type { Unit } from '../runtime.ts';
import { openLockConnection } from './lock-connection.ts';

export interface MomentaryLocks extends Unit {
  /**
   * Holds a name for this server until what is returned is called, or the connection is lost.
   * @returns null when somebody holds it, here or elsewhere
   */
  take(name: string): Promise<(() => Promise<void>) | null>;
}

/**
 * Names that are held for a moment and often, all on one connection that stays open: a connection for each costs both
 * sides more than what is done under it. A server that is killed lets go of all of them at once.
 */
export function createMomentaryLocks(url: string): MomentaryLocks {
  let current: Promise<pg.Client> | null = null;
  const held = new Set<string>();
  /** The driver takes no second question before the first is answered. */
  let line: Promise<unknown> = Promise.resolve();

  const open = (): Promise<pg.Client> => {
    const drop = (): void => {
      if (current === opened) current = null;
    };
    const opened = openLockConnection(url, 'eyrie-lock', (client) =>
      client.on('error', drop).on('end', drop),
    );
    current = opened;
    return opened;
  };

  /** A connection that fails is given up at once, and what it held with it. */
  const ask = (connection: Promise<pg.Client>, question: string, name: string): Promise<boolean> => {
    const answer = line.then(async () => {
      try {
        const { rows } = await (await connection).query<{ done: boolean }>(question, [name]);
        return rows[0]?.done === true;
      } catch (error) {
        if (current === connection) current = null;
        void connection.then((client) => client.end()).catch(() => undefined);
        throw error;
      }
    });
    line = answer.catch(() => undefined);
    return answer;
  };

  const take: MomentaryLocks['take'] = async (name) => {
    // The database would give it to the same connection again.
    if (held.has(name)) return null;
    held.add(name);
    const connection = current ?? open();
    let taken = false;
    try {
      taken = await ask(connection, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as done', name);
    } finally {
      if (!taken) held.delete(name);
    }
    if (!taken) return null;
    return async () => {
      // Of a connection that is gone nothing is held.
      await ask(connection, 'select pg_advisory_unlock(hashtextextended($1, 0)) as done', name).catch(
        () => undefined,
      );
      held.delete(name);
    };
  };

  return {
    name: 'momentary locks',
    start: () => Promise.resolve(),
    take,
    async stop() {
      const client = await current?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
}
