import { createHash, randomUUID } from 'node:crypto';
import { calls, type CallDeclaration } from '@eyrie/domain';
import { connectDock, type DockClient } from '@eyrie/testing';
import { callAt, uploadRouteTo, type Answer } from './caller.ts';

/** A signed-in person at one server, with hand-written docks at the broker of that server. */
export const createOperator = (at: { url: string; mqtt: string; token: string; groupOID: string }) => {
  const docks: DockClient[] = [];
  const call = (declaration: CallDeclaration, request: Record<string, unknown> = {}): Promise<Answer> =>
    callAt(at.url, at.token, declaration, request);

  const uploadRoute = async (): Promise<{ oid: string }> => ({
    oid: await uploadRouteTo(at.url, at.token),
  });

  /** Registers a dock and lets a hand-written one speak for it. */
  const addDock = async (): Promise<{ oid: string; sn: string; dock: DockClient }> => {
    const sn = `D${createHash('sha256').update(randomUUID()).digest('hex').slice(0, 12).toUpperCase()}`;
    const added = await call(calls.dock.add, {
      name: '测试机场',
      model: '3-2-0',
      sn,
      groupOID: at.groupOID,
      vendor: 'DJI',
    });
    if (added.status !== 200) throw new Error(added.message);
    const dock = await connectDock({
      url: at.mqtt,
      sn,
      secret: added.data.secret as string,
      droneSn: `A${sn}`,
    });
    docks.push(dock);
    await dock.start();
    return { oid: added.data.oid as string, sn, dock };
  };

  const addFlight = async (dockOID: string, routeOID: string): Promise<string> => {
    const added = await call(calls.flight.add, {
      routeOID,
      dockOID,
      returnAltitude: 60,
      lostAction: 'return',
      clarity: 'hd',
    });
    if (added.status !== 200) throw new Error(added.message);
    return added.data.oid as string;
  };

  const takeLease = async (dockOID: string, tabId = 'tab-stage-1'): Promise<number> => {
    const taken = await call(calls.lease.take, { oid: dockOID, control: 'flight', tabId });
    if (taken.status !== 200) throw new Error(taken.message);
    return taken.data.epoch as number;
  };

  const nonceFor = async (dockOID: string, method: string): Promise<string> =>
    (await call(calls.command.challenge, { oid: dockOID, method })).data.nonce as string;

  /** Sends healthy osd until the gate's view of the dock is fresh and whole. */
  const untilReady = async (dock: DockClient, flightOID: string): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) {
      await dock.osdParts();
      const gate = await call(calls.flight.gate, { oid: flightOID });
      if (gate.data?.ready === true) return;
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    throw new Error('the gate never opened');
  };

  /** Puts the aircraft of a dock into the air, as far as the server can tell. */
  const fly = async (dock: DockClient, dockOID: string, flightOID: string | null = null): Promise<void> => {
    await dock.topology(true);
    for (let turn = 0; turn < 60; turn += 1) {
      await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
      await dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 });
      if (flightOID)
        await dock.progress(flightOID, { status: 'in_progress', percent: 40, waypoint: 1, missionState: 6 });
      const answer = await call(calls.command.flightPause, { oid: dockOID, key: randomUUID() });
      // Without a lease the refusal tells whether the state is there: the state is judged first.
      if (answer.data?.reason === (flightOID ? 'controlMissing' : 'notOnRoute')) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the aircraft never flew');
  };

  return {
    call,
    uploadRoute,
    addDock,
    addFlight,
    takeLease,
    nonceFor,
    untilReady,
    fly,
    async close(): Promise<void> {
      for (const dock of docks) await dock.close();
    },
  };
};
export type Operator = ReturnType<typeof createOperator>;
