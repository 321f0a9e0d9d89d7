import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPilot } from '../../testing/pilot.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('the limits and settings of a dock', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
    await dock.osdParts();
    await heard(dock);
  });
  afterAll(() => server.close());

  /** Answers come in order: what was sent before is known then. */
  const heard = (to: DockClient) => to.request('config', { config_type: 'json', config_scope: 'product' });
  const reports = async (differs = {}): Promise<void> => {
    await dock.osd('A', differs);
    await heard(dock);
  };
  const ask = (name: string, value: unknown, key: string = randomUUID()) =>
    server.call(calls.command.setParameter, { oid, key, name, value });
  const asked = async () => (await server.call(calls.dock.parameters, { oid })).data.list;
  const settings = () => dock.received.filter(({ topic }) => topic.endsWith('/property/set'));
  const answer = async (nth: number, data: Record<string, unknown>): Promise<void> => {
    await dock.waitFor(() => settings().length >= nth);
    const asking = settings()[nth - 1];
    if (!asking) throw new Error('the message went missing');
    await dock.setReply(asking, data);
  };

  it('are set one property at a time, once, and are done when the device holds them', async () => {
    const setting = ask('silent', true);
    await answer(1, { silent_mode: { result: 0 } });
    const { data } = await setting;
    expect(data).toMatchObject({ method: 'setParameter', state: 'accepted' });
    expect(settings()).toMatchObject([{ qos: 1, retained: false, data: { silent_mode: 1 } }]);
    const before = (await asked()).find(({ name }: { name: string }) => name === 'silent');
    expect(before).toMatchObject({ asked: { value: true, state: 'accepted' } });
    await reports({ silent_mode: 1 });
    await createPilot(server).waitCommand(data.commandOID, 'succeeded');
  });

  it('are not sent where the device holds them already', async () => {
    await reports({ silent_mode: 1 });
    expect((await ask('silent', true)).data).toMatchObject({ state: 'succeeded' });
    expect(settings()).toHaveLength(1);
  });

  it('are refused as the device refuses them', async () => {
    await reports({ silent_mode: 1 });
    const setting = ask('silent', false);
    await answer(2, { silent_mode: { result: 1 } });
    expect(await setting).toMatchObject({ status: 502, data: { state: 'rejected', code: 1 } });
  });

  it('change the plan of the batteries by its own method', async () => {
    await reports({ battery_store_mode: 2 });
    expect(await ask('storeMode', 'plan')).toMatchObject({ status: 200, data: { state: 'accepted' } });
    expect(dock.services('battery_store_mode_switch')).toMatchObject([{ data: { action: 1 } }]);
  });

  it.each([
    ['heightLimit', 1_501],
    ['heightLimit', 19],
    ['heightLimit', true],
    ['silent', 1],
    ['storeMode', 'full'],
    ['nothing', 1],
  ])('are checked before anything is stored: %s cannot be %s', async (name, value) => {
    expect(await ask(name, value)).toMatchObject({ status: 422 });
    expect(settings()).toHaveLength(2);
  });

  it('of the aircraft wait until it is on', async () => {
    await reports();
    const refused = await ask('heightLimit', 120);
    expect(refused).toMatchObject({ status: 409, data: { reason: 'droneOffForLimits' } });
    expect(refused.message).toBe('Turn on the drone before setting limits');
  });

  it('stay as they are while the aircraft is in the air', async () => {
    await dock.topology(true);
    await reports();
    await dock.droneOsd({ mode_code: 5, elevation: 40, height_limit: 100 });
    await heard(dock);
    expect(await ask('heightLimit', 120)).toMatchObject({ status: 409, data: { reason: 'aircraftFlies' } });
    await dock.droneOsd({ mode_code: 0, elevation: 0, height_limit: 100 });
    await heard(dock);
    const setting = ask('heightLimit', 120);
    await answer(3, { height_limit: { result: 0 } });
    expect(await setting).toMatchObject({ status: 200 });
  });

  it('that its device never named are not sent', async () => {
    await reports();
    expect(await ask('airTransfer', true)).toMatchObject({ status: 409, data: { reason: 'notReported' } });
  });
});
