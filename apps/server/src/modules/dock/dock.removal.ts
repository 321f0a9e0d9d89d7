import { commandRules, limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { requireUnheld, usedBy, type Hold } from '../../platform/list/index.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { releaseDrones } from '../drone/index.ts';
import { softDeleteDocks } from './dock.store.ts';
import {
  docksOut,
  flightKept,
  flightOpen,
  lockDocks,
  openOrders,
  type LockedDock,
} from './dock.removal.store.ts';

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

/** Whoever has flown from a dock is asked for it again: it is retired and not deleted. */
const flights = usedBy('flight', {
  column: 'dock_oid',
  still: flightKept,
  link: flightsOf,
});
/** Flights that wait for a dock or are under way keep it in service. */
const openFlights = usedBy('flight', {
  column: 'dock_oid',
  still: flightOpen,
  link: flightsOf,
});

/**
 * Refuses to end the links of devices under who controls one, or under an order of which nobody knows the outcome. They
 * stay locked until the transaction ends.
 */
export const requireLinksIdle = async (
  trx: DbOrTrx,
  caller: Caller,
  oids: readonly string[],
  now: number,
): Promise<void> => {
  const links = await lockDocks(trx, caller, oids, now);
  const controlled = links.filter(({ holder }) => holder !== null).map(({ oid }) => oid);
  refuseAmong('underControl', links, controlled);
  refuseAmong('ordersOpen', links, await openOrders(trx, oids, now - openFor));
};

/**
 * Locks docks that nothing needs now. Their rows and leases stay locked until the transaction ends: no flight is planned,
 * no control taken and no start authorised in between. A dock does not go under its aircraft, under who controls it, or
 * under an order of which nobody knows the outcome.
 */
const lockIdle = async (
  trx: DbOrTrx,
  caller: Caller,
  { oids, outNow, now }: Removal,
  hold: Hold,
): Promise<LockedDock[]> => {
  const wanted = [...new Set(oids)];
  const docks = await lockDocks(trx, caller, wanted, now);
  if (docks.length < wanted.length) throw notFound();
  await requireUnheld(trx, [hold], docks);
  const out = [...outNow, ...(await docksOut(trx, wanted, now - limits.dock.outFor))];
  refuseAmong('aircraftOut', docks, out);
  const controlled = docks.filter(({ holder }) => holder !== null).map(({ oid }) => oid);
  refuseAmong('underControl', docks, controlled);
  refuseAmong('ordersOpen', docks, await openOrders(trx, wanted, now - openFor));
  return docks;
};

/** Deletes docks that never flew, all or none, in the transaction of the call. */
export const removeDocks = async (trx: DbOrTrx, caller: Caller, removal: Removal): Promise<LockedDock[]> => {
  const docks = await lockIdle(trx, caller, removal, flights);
  const oids = docks.map(({ oid }) => oid);
  await softDeleteDocks(trx, oids, new Date(removal.now));
  return docks;
};

/** Locks docks that may be retired, all or none, in the transaction of the call; their aircraft are free from now on. */
export const releaseDocks = async (trx: DbOrTrx, caller: Caller, removal: Removal): Promise<LockedDock[]> => {
  const docks = await lockIdle(trx, caller, removal, openFlights);
  await releaseDrones(
    trx,
    docks.map(({ oid }) => oid),
  );
  return docks;
};
