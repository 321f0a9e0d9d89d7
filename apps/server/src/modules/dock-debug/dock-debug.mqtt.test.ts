import { randomUUID } from 'node:crypto';
import { calls, type CallDeclaration } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('remote debugging of a dock', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
  });
  afterAll(() => server.close());

  /** Answers come in order: what was sent before is known then. */
  const shows = async (differs: Record<string, unknown>): Promise<void> => {
    await dock.osdParts({ A: differs });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const order = async (call: CallDeclaration, confirmed?: string) => {
    const epoch = await server.takeLease(oid);
    const nonce = confirmed === undefined ? {} : { nonce: await server.nonceFor(oid, confirmed) };
    return server.call(call, { oid, key: randomUUID(), epoch, ...nonce });
  };
  const outcome = (commandOID: string, state: 'in_progress' | 'succeeded' | 'failed') =>
    createPilot(server, '').waitCommand(commandOID, state);
  const { debugModeOpen, debugModeClose, coverOpen, coverClose, droneClose, putterOpen, deviceReboot } =
    calls.command;

  it('begins at an idle dock alone, and is over when the dock says so', async () => {
    await shows({ mode_code: 4 });
    expect(await order(debugModeOpen)).toMatchObject({ status: 409, message: 'The airport must be idle' });
    await shows({ mode_code: 0 });
    expect(await order(coverOpen)).toMatchObject({
      status: 409,
      message: 'Please enable remote debugging first',
    });
    expect(dock.services('cover_open')).toEqual([]);
    const opened = await order(debugModeOpen);
    expect(opened).toMatchObject({ status: 200, data: { state: 'accepted' } });
    await shows({ mode_code: 2 });
    await outcome(opened.data.commandOID, 'succeeded');
    expect(await order(debugModeOpen)).toMatchObject({ status: 409, data: { reason: 'debugOn' } });
  });

  it('moves the cover once, and tells success only when the cover is seen open', async () => {
    await shows({ mode_code: 2, cover_state: 0 });
    const moved = await order(coverOpen);
    const [sent, ...again] = dock.services('cover_open');
    expect(again).toEqual([]);
    expect(sent).toMatchObject({ bid: moved.data.commandOID, data: null });
    const progress = { percent: 60, step_key: 'open_cover' };
    const bid = moved.data.commandOID as string;
    await dock.event('cover_open', { result: 0, output: { status: 'in_progress', progress } }, { bid });
    await outcome(bid, 'in_progress');
    await dock.event('cover_open', { result: 0, output: { status: 'ok', progress } }, { bid });
    await shows({ mode_code: 2, cover_state: 2 });
    expect((await server.call(calls.command.get, { oid: bid })).data.state).toBe('in_progress');
    await shows({ mode_code: 2, cover_state: 1 });
    await outcome(bid, 'succeeded');
    // It is open already: nothing is sent.
    await shows({ mode_code: 2, cover_state: 1 });
    expect((await order(coverOpen)).data.state).toBe('succeeded');
    expect(dock.services('cover_open')).toHaveLength(1);
  });

  it('fails when the dock says that it failed, and takes no word meant for another order', async () => {
    await shows({ mode_code: 2, cover_state: 1 });
    expect(await order(coverClose)).toMatchObject({ status: 409, data: { reason: 'confirmationMissing' } });
    const closing = await order(coverClose, 'coverClose');
    const bid = closing.data.commandOID as string;
    const failed = { result: 514108, output: { status: 'failed' } };
    await dock.event('cover_close', failed, { bid: randomUUID() });
    await shows({ mode_code: 2, cover_state: 1 });
    expect((await server.call(calls.command.get, { oid: bid })).data.state).toBe('accepted');
    await dock.event('cover_close', failed, { bid });
    await outcome(bid, 'failed');
  });

  it('switches an aircraft off that is not heard, and ends when the dock says that it is off', async () => {
    await shows({ mode_code: 2, sub_device: { device_online_status: 1 } });
    const off = await order(droneClose);
    expect(off.data.state).toBe('accepted');
    expect(dock.services('drone_close')).toHaveLength(1);
    await shows({ mode_code: 2, sub_device: { device_online_status: 0 } });
    await outcome(off.data.commandOID, 'succeeded');
  });

  it('has no rods where the model has none', async () => {
    await shows({ mode_code: 2 });
    expect(await order(putterOpen)).toMatchObject({ status: 409, data: { reason: 'methodMissing' } });
  });

  it('moves nothing while the aircraft is in the air', async () => {
    await dock.topology(true);
    await shows({ mode_code: 2, cover_state: 1 });
    await dock.droneOsd({ mode_code: 5, elevation: 40 });
    await shows({ mode_code: 2, cover_state: 1 });
    for (const call of [debugModeClose, coverOpen])
      expect(await order(call)).toMatchObject({ status: 409, data: { reason: 'aircraftFlies' } });
    expect(await order(coverClose, 'coverClose')).toMatchObject({ data: { reason: 'aircraftFlies' } });
    await dock.droneOsd({ mode_code: 0, elevation: 0 });
  });

  it('restarts the dock after a confirmation, by its own word', async () => {
    await shows({ mode_code: 2, cover_state: 0 });
    const restarted = await order(deviceReboot, 'deviceReboot');
    const bid = restarted.data.commandOID as string;
    await dock.event('device_reboot', { result: 0, output: { status: 'ok' } }, { bid });
    await outcome(bid, 'succeeded');
  });
});
