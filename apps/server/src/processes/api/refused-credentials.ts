import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

/** Somebody who showed a credential of a live connection that is nobody's, or nobody's any more. */
export interface RefusedCredential {
  path: string;
  address: string | null;
  /** The organisation of the session that was named; null: not known. */
  groupRoot: string | null;
}

/**
 * Writes down refused credentials of pages and of DJI Pilot 2: each way and address at once and then once a minute, and
 * only so many a minute of all, so that a flood of tries is no flood of rows.
 */
export const createRefusedCredentials = (
  { clock }: Pick<Runtime, 'clock'>,
  audit: Pick<AuditLog, 'enqueuePending'>,
) => {
  const { denialEvery, denialsAMinute, denialsKnown } = limits.broker;
  const known = new Map<string, { at: number; unreported: number }>();
  let minute = -Infinity;
  let reported = 0;
  return (refused: RefusedCredential): void => {
    const { path, address, groupRoot } = refused;
    const now = clock.mono();
    const key = `${path} ${address} ${groupRoot}`;
    const entry = known.get(key) ?? { at: -Infinity, unreported: 0 };
    entry.unreported += 1;
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > denialsKnown && oldest !== undefined) known.delete(oldest);
    if (now - minute >= denialEvery) [minute, reported] = [now, 0];
    if (now - entry.at < denialEvery || reported >= denialsAMinute) return;
    reported += 1;
    const detail = { path, count: entry.unreported };
    Object.assign(entry, { at: now, unreported: 0 });
    audit.enqueuePending({ groupRoot, address, action: 'call.denied', outcome: 'notSignedIn', detail });
  };
};
export type NoteRefused = ReturnType<typeof createRefusedCredentials>;
