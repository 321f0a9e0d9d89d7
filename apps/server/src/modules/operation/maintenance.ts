import { calls, lastWord, zonedStamp, zoneLabel, type CallDeclaration } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { isRead } from '../../platform/http/guard.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { platformRight } from '../permission/index.ts';
import { maintenanceOn, type StoredNotice } from './notice.store.ts';

/**
 * What goes on during maintenance though it is no mere reading: signing in and out, control, every order of a dock,
 * and what a console needs to keep watching. The start of a flight is judged where orders are, so that the same key
 * still finds the same order; everything else that is not named here waits.
 */
const goesOn: ReadonlySet<CallDeclaration> = new Set<CallDeclaration>([
  ...Object.values(calls.session),
  ...Object.values(calls.lease),
  ...Object.values(calls.command),
  calls.member.changePassword,
  calls.appearance.screenConfig,
  calls.notification.read,
  calls.notice.putAway,
]);
/** Readings that leave a row in the audit log, and so do not count as reading there. */
const onlyReads = /^(export|verify|template)/;

/** Whether a call has to wait until maintenance is over. Operators of the instance are who does it. */
export const waitsForMaintenance = (declaration: CallDeclaration, caller: Caller | null): boolean =>
  !isRead(declaration) &&
  !onlyReads.test(lastWord(declaration)) &&
  !goesOn.has(declaration) &&
  caller?.resources.has(platformRight) !== true;

/** A moment as people of a time zone write it, with the zone's distance from Greenwich. */
export function momentThere(at: number, timeZone: string): string {
  return `${zonedStamp(timeZone, at).slice(0, 16)} (${zoneLabel(timeZone, at)})`;
}

/** Refuses what has to wait, and says until when. */
export const maintenanceRefusal = (
  { from, until, texts }: Pick<StoredNotice, 'from' | 'until' | 'texts'>,
  timeZone: string,
): Refusal =>
  new Refusal('maintenance', {
    values: { until: momentThere(until, timeZone) },
    data: { from, until, texts },
  });

/**
 * Whether no flight may begin at this moment, by the database's own word: asked in the transaction that would let one
 * begin, by whoever lets it. What a schedule finds due meanwhile is missed, and not made up for.
 */
export async function newFlightRefusal(
  trx: DbOrTrx,
  now: number,
  timeZone: () => Promise<string>,
): Promise<Refusal | null> {
  const found = await maintenanceOn(trx, new Date(now));
  return found ? maintenanceRefusal(found, await timeZone()) : null;
}
