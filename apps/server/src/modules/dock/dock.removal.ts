import { commandRules, limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx } from '../../platform/runtime.ts';
import { docksInUse, softDeleteDocks } from './dock.store.ts';
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

/** The first of the docks that is one of those, or undefined. */
const among = (docks: readonly LockedDock[], oids: Iterable<string>): LockedDock | undefined => {
  const found = new Set(oids);
  return docks.find(({ oid }) => found.has(oid));
};

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
  const inUse = await docksInUse(trx, wanted);
  if (inUse.length > 0) throw new Refusal('inUse', { data: { oids: inUse } });
  const out = among(docks, [...outNow, ...(await docksOut(trx, wanted, now - limits.dock.outFor))]);
  if (out) throw new Refusal('aircraftOut', { values: { name: out.name }, data: { oids: [out.oid] } });
  const held = docks.find(({ holder }) => holder !== null);
  if (held)
    throw new Refusal('underControl', {
      values: { name: held.name, holder: held.holder ?? '–' },
      data: { oids: [held.oid] },
    });
  const open = among(docks, await openOrders(trx, wanted, now - openFor));
  if (open) throw new Refusal('ordersOpen', { values: { name: open.name }, data: { oids: [open.oid] } });
  await softDeleteDocks(trx, wanted, new Date(now));
  return docks;
};
