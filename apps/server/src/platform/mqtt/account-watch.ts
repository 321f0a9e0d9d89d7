import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { BrokerClient } from './client.ts';

/** Looks whether the broker still has the accounts of the devices. */
export interface AccountWatch {
  /** How many devices that have spoken have no account any more; null: not known yet. Looks again where that is due. */
  missing(): number | null;
  stop(): void;
}

/** Accounts do not vanish while the broker runs, unless somebody removes them by hand. */
const again = 600_000;
const named = 5;

/**
 * A broker that comes back may have lost its file of accounts, or an older one. Its own rights the server makes again;
 * accounts of devices it cannot, for it does not know their secrets: it says how many are missing.
 * @param spoken serial numbers of the devices that have signed in before
 */
export const createAccountWatch = (
  broker: Pick<BrokerClient, 'events' | 'connected'>,
  accounts: { prepare(): Promise<void>; missing(sns: readonly string[]): Promise<string[]> },
  { spoken, clock, log }: { spoken(): Promise<readonly string[]>; clock: Clock; log: Log },
): AccountWatch => {
  let missing: number | null = null;
  let lookedAt: number | null = null;
  let looking = false;
  /** The broker came back while it was being asked. */
  let stale = false;

  const look = async (): Promise<void> => {
    await accounts.prepare();
    const gone = await accounts.missing(await spoken());
    if (gone.length > 0 && gone.length !== missing)
      log.error(
        { missing: gone.length, first: gone.slice(0, named) },
        'the broker has lost accounts of docks: give each a new password in its connection',
      );
    missing = gone.length;
    lookedAt = clock.mono();
  };
  const start = async (): Promise<void> => {
    if (looking) {
      stale = true;
      return;
    }
    looking = true;
    try {
      do {
        stale = false;
        await look();
      } while (stale);
    } catch (err) {
      // Asked again when somebody looks, or the broker is back.
      lookedAt = null;
      log.warn({ err }, 'the accounts of the broker could not be looked at');
    } finally {
      looking = false;
    }
  };
  const up = (): void => void start();
  broker.events.on('up', up);
  return {
    missing() {
      const due = lookedAt === null || clock.mono() - lookedAt > again;
      if (due && broker.connected && !looking) void start();
      return missing;
    },
    stop: () => void broker.events.off('up', up),
  };
};
