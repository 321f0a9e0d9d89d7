import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Outcome, ServerCalls } from './server-calls.ts';

export interface Patrol {
  dockOID: string;
  dockName: string;
  routeOID: string;
}

/** Metres above its dock at which a patrol comes home. */
export const patrolReturn = 100;

interface LeaseView {
  epoch: number;
  holder: { mine: boolean } | null;
  asked: boolean;
  serverTime: number;
}

interface Gate {
  ready: boolean;
  items: readonly { item: string; blocks: boolean; value?: unknown }[];
}

const monitor = '/nebula-five/uavdockmonitor';
const watchMs = 2000;
/** How long a flight that a person arranged keeps the demo from its dock, in ms; one left lying does not keep it for ever. */
const arrangedMs = 10 * 60_000;

/** Flies one patrol unless the dock is busy or in somebody's hands. True when the aircraft was sent off. */
export async function flyPatrol(
  calls: ServerCalls,
  patrol: Patrol,
  clock: Clock,
  log: Log,
): Promise<boolean> {
  const { dockOID, dockName } = patrol;
  const skip = (why: string, more: Record<string, unknown> = {}) => {
    log('patrolSkipped', { dock: dockName, why, ...more });
    return false;
  };
  const dock = await calls.get<{ online: boolean; workState: string | null }>(
    '/nebula-five/uavdock/get.rest',
    { oid: dockOID },
  );
  if (!dock.ok) return skip(dock.reason);
  if (!dock.data.online || dock.data.workState !== 'idle')
    return skip('notIdle', { workState: dock.data.workState });
  const lease = await calls.get<LeaseView>(`${monitor}/leaseGet.rest`, { oid: dockOID, control: 'flight' });
  if (!lease.ok) return skip(lease.reason);
  if (lease.data.holder) return skip('held');
  if (await isArranged(calls, dockOID, lease.data.serverTime)) return skip('arranged');
  const flight = await addFlight(calls, patrol);
  if (!flight.ok) return skip(flight.reason, { message: flight.message });
  const { oid, taskOID } = flight.data;
  const drop = async (): Promise<void> => {
    await calls.post('/nebula-five/uavflight/delete.rest', { oids: [oid] });
    await calls.post('/nebula-five/uavtask/delete.rest', { oids: [taskOID] });
  };
  // A dock that is not ready, most often because its battery is being charged, has its turn later.
  const gate = await calls.get<Gate>('/nebula-five/uavflight/gate.rest', { oid });
  if (gate.ok && !gate.data.ready) {
    await drop();
    const items = gate.data.items.filter(({ blocks }) => blocks);
    await endLost(calls, patrol, { items, clock, log });
    return skip('notReady', { items });
  }
  const started = await order(calls, { method: 'startJob', dockOID, flightOID: oid }, clock);
  if (started.ok) {
    log('patrolStarted', { dock: dockName, flight: oid });
    return true;
  }
  // A flight that never started is no use to anybody, nor is its task; one that may have is left to the server.
  if (started.status !== 504 && started.status !== 0) await drop();
  return skip(started.reason, { code: started.code, message: started.message, detail: started.data });
}

/** Whether somebody arranged a flight there lately, who will want to start it. */
async function isArranged(calls: ServerCalls, dockOID: string, now: number): Promise<boolean> {
  const waiting = await calls.post<{ list: readonly { createdAt: number }[] }>(
    '/nebula-five/uavflight/query.rest',
    { dockOID, state: 'created', sort: '-createdAt', pageSize: 1 },
  );
  const [latest] = waiting.ok ? waiting.data.list : [];
  return latest !== undefined && now - latest.createdAt < arrangedMs;
}

const addFlight = (calls: ServerCalls, patrol: Patrol): Promise<Outcome<{ oid: string; taskOID: string }>> =>
  calls.post('/nebula-five/uavflight/add.rest', {
    routeOID: patrol.routeOID,
    dockOID: patrol.dockOID,
    returnAltitude: patrolReturn,
    lostAction: 'return',
    clarity: 'sd',
  });

/**
 * A flight of whose start nobody knows what became keeps every other one from its dock until somebody ends it, as a person
 * would who finds the dock idle.
 */
async function endLost(
  calls: ServerCalls,
  { dockOID, dockName }: Patrol,
  { items, clock, log }: { items: Gate['items']; clock: Clock; log: Log },
): Promise<void> {
  const lost = items.find(({ item }) => item === 'otherFlight')?.value;
  if (typeof lost !== 'string') return;
  const ended = await order(calls, { method: 'forceEndJob', dockOID, flightOID: lost }, clock);
  log('lostFlightEnded', { dock: dockName, flight: lost, ended: ended.ok });
}

interface FlightOrder {
  method: 'startJob' | 'forceEndJob';
  dockOID: string;
  flightOID: string;
}

/** Takes control, orders, gives control back: a flight nobody took over needs no holder. */
async function order(
  calls: ServerCalls,
  { method, dockOID: oid, flightOID }: FlightOrder,
  clock: Clock,
): Promise<Outcome<unknown>> {
  const target = { oid, control: 'flight', tabId: randomUUID() };
  const taken = await calls.post<LeaseView>(`${monitor}/leaseTake.rest`, target);
  if (!taken.ok) return taken;
  const { epoch } = taken.data;
  const offset = taken.data.serverTime - clock.wall();
  const stopYielding = yieldWhenAsked(calls, { ...target, epoch }, clock);
  try {
    const challenge = await calls.post<{ nonce: string }>(`${monitor}/challenge.rest`, { oid, method });
    if (!challenge.ok) return challenge;
    return await calls.post(`${monitor}/${method}.rest`, {
      oid,
      flightOID,
      key: randomUUID(),
      epoch,
      tabId: target.tabId,
      nonce: challenge.data.nonce,
      issuedAt: Math.round(clock.wall() + offset),
    });
  } finally {
    stopYielding();
    await calls.post(`${monitor}/leaseRelease.rest`, { ...target, epoch });
  }
}

/** While the demo holds a dock it looks whether a person wants it, and lets go at once. */
function yieldWhenAsked(
  calls: ServerCalls,
  held: { oid: string; control: string; tabId: string; epoch: number },
  clock: Clock,
): () => void {
  const { epoch, ...target } = held;
  let rounds = 0;
  return clock.every(watchMs, () => {
    rounds += 1;
    void calls
      .get<LeaseView>(`${monitor}/leaseGet.rest`, { oid: held.oid, control: held.control })
      .then((view) => {
        if (view.ok && view.data.asked && view.data.holder?.mine)
          return calls.post(`${monitor}/leaseAnswer.rest`, { ...target, accept: true });
        return rounds % 2 === 0 ? calls.post(`${monitor}/leaseRenew.rest`, { ...target, epoch }) : undefined;
      });
  });
}
