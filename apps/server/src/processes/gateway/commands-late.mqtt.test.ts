import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { until } from '../../testing/caller.ts';
import { createPilot, type Pilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const key = (): string => randomUUID();

// Each has a dock of its own, and most of them wait for a silence to last: side by side they wait once.
describe.concurrent('commands to a dock that is silent, late or wrong', () => {
  let server: TestServer;
  let pilot: Pilot;

  beforeAll(async () => {
    server = await startTestServer();
    pilot = createPilot(server);
  });
  afterAll(() => server.close());

  it('keeps the aircraft down when the gate says no, and stores why', async () => {
    const at = await pilot.readyDock();
    const nonce = await server.nonceFor(at.oid, 'startJob');
    await at.dock.osdParts({ A: { wind_speed: 13.1 } });
    await until(
      'a gate that has heard of the wind',
      () => server.call(calls.flight.gate, { oid: at.flightOID }),
      ({ data }) => data.ready === false,
    );
    const answer = await server.call(calls.command.startJob, {
      oid: at.oid,
      flightOID: at.flightOID,
      key: key(),
      epoch: at.epoch,
      nonce,
    });
    expect(answer).toMatchObject({ status: 409, data: { reason: 'gateBlocked' } });
    expect(at.dock.services()).toHaveLength(0);
    const flight = (await server.call(calls.flight.get, { oid: at.flightOID })).data;
    expect(flight.gate.find((entry: { item: string }) => entry.item === 'wind')).toMatchObject({
      verdict: 'failed',
      blocks: true,
      value: 13.1,
      limit: 12,
      ageMs: expect.any(Number),
    });
  });

  it('is unknown after silence, sends nothing again, and resolves from what the dock shows', async () => {
    const at = await pilot.flyingDock();
    at.dock.answer('return_home', { kind: 'drop' });
    const keepFresh = setInterval(() => void at.dock.droneOsd({ mode_code: 5, elevation: 60 }), 500);
    const answer = await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch });
    clearInterval(keepFresh);
    expect(answer).toMatchObject({ status: 504, data: { state: 'unknown', reason: 'deviceSilent' } });
    expect(answer.message).toMatch(/仍可能被执行|may still be carried out/);
    expect(at.dock.services('return_home')).toHaveLength(1);
    await at.dock.osdParts({ A: { mode_code: 4 } });
    // As aircraft do, again and again: on a busy machine the first may come before anybody watches for it.
    const comesHome = setInterval(() => void at.dock.droneOsd({ mode_code: 9, elevation: 59 }), 300);
    await pilot.waitCommand(answer.data.commandOID, 'succeeded').finally(() => clearInterval(comesHome));
    expect(at.dock.services('return_home')).toHaveLength(1);
  });

  it('is not delivered, and says so at once, to a dock that has just hung up', async () => {
    const at = await pilot.flyingDock();
    at.dock.cut();
    const started = performance.now();
    const answer = await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch });
    expect(answer).toMatchObject({ status: 409, data: { state: 'failed', reason: 'notDelivered' } });
    expect(performance.now() - started).toBeLessThan(promised(2_000));
  });

  it('stays unknown after silence when the aircraft came home for a reason of its own', async () => {
    const at = await pilot.flyingDock();
    at.dock.answer('return_home', { kind: 'drop' });
    const keepFresh = setInterval(() => void at.dock.droneOsd({ mode_code: 5, elevation: 60 }), 500);
    const answer = await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch });
    clearInterval(keepFresh);
    expect(answer).toMatchObject({ status: 504, data: { state: 'unknown' } });
    await at.dock.osdParts({ A: { mode_code: 4 } });
    await at.dock.state({ mode_code_reason: 1 }, 'drone');
    for (const elevation of [60, 59, 58]) await at.dock.droneOsd({ mode_code: 9, elevation });
    // What comes after it has been taken in: the flight is told as over.
    await at.dock.progress(at.flightOID, { status: 'failed', result: 321773 });
    await pilot.waitFlight(at.flightOID, (flight) => flight.state === 'over');
    expect((await server.call(calls.command.get, { oid: answer.data.commandOID })).data.state).toBe(
      'unknown',
    );
  });

  it('takes a late answer as late, and ignores duplicates and answers to somebody else', async () => {
    const at = await pilot.flyingDock();
    at.dock.answer('return_home', { kind: 'late', ms: 6_000 });
    const late = await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch });
    expect(late).toMatchObject({ status: 504, data: { state: 'unknown' } });
    await pilot.waitCommand(late.data.commandOID, 'accepted_late');
    await at.dock.osdParts({ A: { mode_code: 4 } });
    await at.dock.droneOsd({ mode_code: 9, elevation: 60 });
    await pilot.waitCommand(late.data.commandOID, 'succeeded');

    await server.fly(at.dock, at.oid, at.flightOID);
    const epoch = await server.takeLease(at.oid);
    at.dock.answer('return_home', { kind: 'duplicate' });
    const twice = await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch });
    expect(twice).toMatchObject({ status: 200, data: { state: 'accepted' } });

    await server.fly(at.dock, at.oid, at.flightOID);
    at.dock.answer('return_home', { kind: 'wrongTid' });
    const wrong = await server.call(calls.command.returnHome, {
      oid: at.oid,
      key: key(),
      epoch: await server.takeLease(at.oid),
    });
    expect(wrong).toMatchObject({ status: 504, data: { state: 'unknown' } });
  });

  it('ends a return home by a hover only with the confirmation of its own button', async () => {
    const at = await pilot.flyingDock();
    const hover = (nonce?: string) =>
      server.call(calls.command.hover, {
        oid: at.oid,
        key: key(),
        epoch: at.epoch,
        ...(nonce ? { nonce } : {}),
      });
    const methods = () => at.dock.services().map((service) => service.method);
    // While it flies its route, nothing is asked.
    expect(await hover()).toMatchObject({ status: 200 });
    expect(methods()).toEqual(['flighttask_pause']);
    await at.dock.droneOsd({ mode_code: 9, elevation: 60 });
    const challenge = await server.nonceFor(at.oid, 'hover');
    const own = await server.nonceFor(at.oid, 'returnHomeCancel');
    expect(await hover()).toMatchObject({ status: 409, data: { reason: 'confirmationMissing' } });
    expect(await hover(challenge)).toMatchObject({ status: 409, data: { reason: 'confirmationSpent' } });
    expect(methods()).toEqual(['flighttask_pause']);
    // The way home asks for nothing.
    expect(
      await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch }),
    ).toMatchObject({ status: 200 });
    expect(await hover(own)).toMatchObject({ status: 200 });
    expect(await hover(own)).toMatchObject({ status: 409, data: { reason: 'confirmationSpent' } });
    expect(methods()).toEqual(['flighttask_pause', 'return_home', 'return_home_cancel']);
  });

  it('never sends a click that is too old or claims to come from the future', async () => {
    const at = await pilot.flyingDock();
    const now = (await server.call(calls.lease.get, { oid: at.oid, control: 'flight' })).data
      .serverTime as number;
    for (const issuedAt of [now - 5_500, now + 5_000])
      expect(
        await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch, issuedAt }),
      ).toMatchObject({
        status: 409,
        data: { state: 'expired', reason: 'expired' },
      });
    expect(at.dock.services('return_home')).toHaveLength(0);
  });

  it('refuses motion on old state, and still lets the aircraft come home', async () => {
    const at = await pilot.flyingDock();
    // State is judged before control: without control it is asked until it is old, and nothing is sent.
    await until(
      'old state',
      () => server.call(calls.command.flightPause, { oid: at.oid, key: key() }),
      ({ data }) => data?.reason === 'stateStale',
    );
    expect(
      await server.call(calls.command.flightPause, { oid: at.oid, key: key(), epoch: at.epoch }),
    ).toMatchObject({ status: 409, data: { reason: 'stateStale' } });
    expect(
      await server.call(calls.command.returnHome, { oid: at.oid, key: key(), epoch: at.epoch }),
    ).toMatchObject({ status: 200 });
    expect(at.dock.services().map((service) => service.method)).toEqual(['return_home']);
  });

  it('answers what must be answered every time and takes it in once', async () => {
    const at = await pilot.readyDock();
    await pilot.startJob(at);
    const tid = randomUUID();
    const data = { flight_id: at.flightOID };
    const final = {
      result: 0,
      output: {
        status: 'ok',
        progress: { current_step: 25, percent: 100 },
        ext: { flight_id: at.flightOID, media_count: 2 },
      },
    };
    const first = await at.dock.askedEvent('flighttask_progress', final, { tid, bid: at.flightOID });
    const again = await at.dock.askedEvent('flighttask_progress', final, { tid, bid: at.flightOID });
    expect([first, again].map((reply) => (reply.data as { result: number }).result)).toEqual([0, 0]);
    expect((await at.dock.askedEvent('nobody_wrote_this_down', data)).data).toEqual({ result: 0 });
    expect(await pilot.waitFlight(at.flightOID, (flight) => flight.state === 'over')).toMatchObject({
      outcome: 'done',
    });
  });

  it('counts malformed messages and keeps the last good state', async () => {
    const { oid, dock, sn } = await server.addDock('3-2-0', 0.9);
    const flightOID = await server.addFlight(oid, (await server.uploadRoute(0.9)).oid);
    await server.untilReady(dock, flightOID);
    for (const payload of [
      '{',
      '[]',
      'null',
      '{"data":{"mode_code":"x"}}',
      `{"data":${'['.repeat(100)}`,
      Buffer.from([0xff, 0xfe, 0x00]),
    ])
      await dock.raw(`thing/product/${sn}/osd`, payload);
    await dock.osdParts();
    const gate = await server.call(calls.flight.gate, { oid: flightOID });
    expect(gate.data.ready).toBe(true);
  });
});
