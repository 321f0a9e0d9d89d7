import { zonedStamp, zoneLabel, type CallDeclaration } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { platformRight } from '../permission/index.ts';
import { maintenanceOn, type StoredNotice } from './notice.store.ts';

/** Whether a call has to wait until maintenance is over. Operators of the instance are who does it. */
export const waitsForMaintenance = (declaration: CallDeclaration, caller: Caller | null): boolean =>
  declaration.effect === 'changes' &&
  declaration.maintenance !== 'passes' &&
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
