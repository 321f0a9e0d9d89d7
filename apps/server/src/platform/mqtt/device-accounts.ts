import type { Pool } from 'pg';
import { bindingChannel } from './directory.ts';

/** What a device speaks: the Cloud API, or the open contract. */
export type Wire = 'cloud' | 'open';

/**
 * Lets docks into the broker. Called after the database has been changed; every call may be repeated, so that a
 * broker that was away is brought up to date later.
 */
export interface DeviceAccounts {
  /**
   * Makes or updates the account of a dock; without a secret only its rights.
   * @param droneSn lets it speak for this aircraft too; undefined: whatever it speaks for stays
   */
  ensureDock(sn: string, secret?: string, wire?: Wire, droneSn?: string): Promise<void>;
  /** Lets a dock speak for an aircraft, and nobody else. `undefined`: the dock has no aircraft any more. */
  bindDrone(sn: string, droneSn: string | undefined): Promise<void>;
  bindDrones(bindings: readonly { sn: string; droneSn: string }[]): Promise<void>;
  /** Ends the dock's connection and its right to come back. */
  removeDock(sn: string): Promise<void>;
  /** The same for a time: its secret and its rights stay. */
  suspendDock(sn: string): Promise<void>;
  resumeDock(sn: string): Promise<void>;
  /** Lets a dock open its second connection, for sticks alone. False: nobody can, the accounts are kept by hand. */
  admitRelay(sn: string, secret: string): Promise<boolean>;
  /** Takes that back. */
  dismissRelay(sn: string): Promise<void>;
}

/** The embedded broker reads the database itself; it only needs a notification. */
export function embeddedAccounts(pool: Pool): DeviceAccounts {
  const refreshAll = async (sns: readonly string[]): Promise<void> => {
    await pool.query('select pg_notify($1, sn) from unnest($2::text[]) sn', [bindingChannel, sns]);
  };
  const refresh = (sn: string): Promise<void> => refreshAll([sn]);
  return {
    ensureDock: refresh,
    bindDrone: refresh,
    bindDrones: (bindings) => refreshAll(bindings.map(({ sn }) => sn)),
    removeDock: refresh,
    suspendDock: refresh,
    resumeDock: refresh,
    // The broker reads the account where whoever let it in has written it.
    admitRelay: async () => true,
    dismissRelay: async () => undefined,
  };
}
