import { commandRules, limits } from '@eyrie/domain';
import { sql } from 'kysely';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { requireUnheld, usedBy } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { softDeleteDocks } from './dock.store.ts';
import { docksOut, lockDocks, openOrders, type LockedDock } from './dock.removal.store.ts';

export interface Removal {
  oids: readonly string[];
  /** Docks whose gateway says that the aircraft is out, asked before the transaction. */
  outNow: ReadonlySet<string>;
  /** Server epoch ms. */
  now: number;
}

/** How long after its sending what a command does may still show. */
const openFor = Math.max(...Object.values(commandRules).map(({ ack }) => ack)) + limits.command.resolveFor;

/** Pages of the console on which what is in the way can be seen. */
const flightsOf = (oid: string): string => `#/TaskManagerNew?tab=flights&dockOID=${oid}`;
const monitorOf = (oid: string): string => `#/PortMonitorSee?oid=${oid}`;

/** @throws Refusal naming the first of the docks that is one of those, with all of them in `data` */
function refuseAmong(
  reason: 'aircraftOut' | 'ordersOpen' | 'underControl',
  docks: readonly LockedDock[],
  oids: Iterable<string>,
): void {
  const found = new Set(oids);
  const held = docks.filter(({ oid }) => found.has(oid));
  const [first] = held;
  if (!first) return;
  throw new Refusal(reason, {
    values: { name: first.name, holder: first.holder ?? '–' },
    data: {
      oids: held.map(({ oid }) => oid),
      inTheWay: held.map(({ oid, name }) => ({ oid, name, kind: reason, count: 1, link: monitorOf(oid) })),
    },
  });
}

/** Flights that wait for a dock or are under way keep it. */
const flights = usedBy('flight', {
  column: 'dock_oid',
  still: sql<boolean>`state <> 'over' and deleted_at is null`,
  link: flightsOf,
});

/**
 * Deletes docks, all or none, in the transaction of the call. Their rows and leases stay locked until it ends: no flight
 * is planned, no control taken and no start authorised in between. A dock is not deleted under its aircraft, under who
 * controls it, or under an order of which nobody knows the outcome.
 */
export const removeDocks = async (
  trx: DbOrTrx,
  caller: Caller,
  { oids, outNow, now }: Removal,
): Promise<LockedDock[]> => {
  const wanted = [...new Set(oids)];
  const docks = await lockDocks(trx, caller, wanted, now);
  if (docks.length < wanted.length) throw notFound();
  await requireUnheld(trx, [flights], docks);
  const out = [...outNow, ...(await docksOut(trx, wanted, now - limits.dock.outFor))];
  refuseAmong('aircraftOut', docks, out);
  const controlled = docks.filter(({ holder }) => holder !== null).map(({ oid }) => oid);
  refuseAmong('underControl', docks, controlled);
  refuseAmong('ordersOpen', docks, await openOrders(trx, wanted, now - openFor));
  await softDeleteDocks(trx, wanted, new Date(now));
  return docks;
};
