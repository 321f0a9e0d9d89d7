import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, type CallDeclaration, type GateItem } from '@eyrie/domain';
import { connectDock, type DockClient, type DockOptions } from '@eyrie/testing';
import { callAt, ownTab, prepared, uploadRouteTo, type Answer } from './caller.ts';

type Call = (declaration: CallDeclaration, request?: Record<string, unknown>) => Promise<Answer>;

/** What a person does before a flight, by the calls that a console makes. */
const preparing = (call: Call) => ({
  addFlight: async (dockOID: string, routeOID: string): Promise<string> => {
    const flight = { routeOID, dockOID, returnAltitude: 100, lostAction: 'return', clarity: 'hd' };
    return (await prepared(() => call(calls.flight.add, flight))).oid as string;
  },
  takeLease: async (dockOID: string, tabId = ownTab): Promise<number> =>
    (await prepared(() => call(calls.lease.take, { oid: dockOID, control: 'flight', tabId })))
      .epoch as number,
  nonceFor: async (dockOID: string, method: string): Promise<string> =>
    (await prepared(() => call(calls.command.challenge, { oid: dockOID, method }))).nonce as string,
});

/** Milliseconds: finds what hangs, also on a slow machine. */
const patience = 60_000;

/** What a dock has to say until the server sees it so. */
const showing = (call: Call) => ({
  /** Tells what a healthy dock tells until the gate's view of it is fresh and whole. */
  untilReady: async (dock: DockClient, flightOID: string): Promise<void> => {
    await dock.wakeDrone();
    let items: GateItem[] = [];
    for (const end = performance.now() + patience; performance.now() < end;) {
      await dock.osdParts();
      await dock.healthy();
      const gate = await call(calls.flight.gate, { oid: flightOID });
      if (gate.data?.ready === true) return;
      items = (gate.data?.items ?? []) as GateItem[];
      await delay(40);
    }
    throw new Error(`the gate never opened: ${JSON.stringify(items.filter((item) => item.blocks))}`);
  },

  /** Puts the aircraft of a dock into the air, as far as the server can tell. */
  fly: async (dock: DockClient, dockOID: string, flightOID: string | null = null): Promise<void> => {
    await dock.topology(true);
    for (const end = performance.now() + patience; performance.now() < end;) {
      await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
      // A little way along the first leg of the test's route.
      await dock.droneOsd({
        mode_code: 5,
        elevation: 60,
        horizontal_speed: 8,
        latitude: 22.541,
        longitude: 113.951 + dock.east,
      });
      if (flightOID)
        await dock.progress(flightOID, { status: 'in_progress', percent: 40, waypoint: 1, missionState: 6 });
      const answer = await call(calls.command.flightPause, { oid: dockOID, key: randomUUID() });
      // Without a lease the refusal tells whether the state is there: the state is judged first.
      if (answer.data?.reason === (flightOID ? 'controlMissing' : 'notOnRoute')) return;
      await delay(50);
    }
    throw new Error('the aircraft never flew');
  },
});

/** A signed-in person at one server, with hand-written docks at the broker of that server. */
export const createOperator = (at: {
  url: string;
  mqtt: string;
  token: string;
  groupOID: string;
  /** How its docks differ from ordinary ones. */
  docks?: Partial<DockOptions>;
}) => {
  const docks: DockClient[] = [];
  const call: Call = (declaration, request = {}) => callAt(at.url, at.token, declaration, request);

  /**
   * Registers a dock and lets a hand-written one speak for it.
   * @param east degrees that it stands beside the others: two that fly at once at one place are too close
   */
  const addDock = async (
    model = '3-2-0',
    east = 0,
  ): Promise<{ oid: string; sn: string; dock: DockClient }> => {
    const sn = `D${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 12).toUpperCase()}`;
    const facts = { name: '测试机场', model, sn, groupOID: at.groupOID, vendor: 'DJI' };
    const added = await prepared(() => call(calls.dock.add, facts));
    const dock = await connectDock({
      url: at.mqtt,
      sn,
      secret: added.secret as string,
      droneSn: `A${sn}`,
      east,
      ...at.docks,
    });
    docks.push(dock);
    await dock.start();
    return { oid: added.oid as string, sn, dock };
  };

  return {
    call,
    addDock,
    /** @param east degrees, as of the dock that flies it */
    uploadRoute: async (east = 0): Promise<{ oid: string }> => ({
      oid: await uploadRouteTo(at.url, at.token, east),
    }),
    ...preparing(call),
    ...showing(call),
    async close(): Promise<void> {
      for (const dock of docks) await dock.close();
    },
  };
};
export type Operator = ReturnType<typeof createOperator>;
