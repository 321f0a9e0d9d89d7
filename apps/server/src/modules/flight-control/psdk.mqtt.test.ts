import { randomUUID } from 'node:crypto';
import { calls, type DroneTelemetry, type PsdkMethod, type StealthMethod } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { openLink, type RelayClient } from '../../testing/drc-clients.ts';
import { readLive, type LiveReader } from '../../testing/live-reader.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const tabId = 'tab-of-the-searchlight';
const light = {
  work_mode: 0,
  brightness: 50,
  calibration_status: 0,
  calibration_progress: 100,
  left_value: 0,
  right_value: 0,
};

describe('payload devices of an aircraft', () => {
  let server: TestServer;
  let live: LiveReader;
  let oid: string;
  let sn: string;
  let dock: DockClient;
  let relay: RelayClient;
  let reporting: NodeJS.Timeout;
  let keeping: NodeJS.Timeout | undefined;
  /** Of the control of whoever flies. */
  let flying = 0;

  const shows = async (): Promise<void> => {
    await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
    await dock.droneOsd({ mode_code: 17, elevation: 60 });
  };
  /** Answers come in order: what was sent before is known then. */
  const carries = async (payloads: unknown): Promise<void> => {
    await dock.state({ psdk_widget_values: payloads });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const take = async (control: 'flight' | 'payload'): Promise<number> =>
    (await server.call(calls.lease.take, { oid, control, tabId })).data['epoch'];
  const order = async (method: PsdkMethod, fields: object = {}, control: 'flight' | 'payload' = 'payload') =>
    server.call(calls.command[method], {
      oid,
      key: randomUUID(),
      tabId,
      issuedAt: Date.now(),
      epoch: await take(control),
      psdkIndex: 5,
      ...fields,
    });
  const sent = (method: string) => relay.heard.filter((one) => one.method === method);
  /** Gives an order that goes by sticks, and has the dock answer it by its number. */
  const answered = async (method: PsdkMethod, fields: object, wire: string, result = 0) => {
    const before = sent(wire).length;
    const answer = order(method, fields);
    await until(
      wire,
      async () => sent(wire).length,
      (count) => count > before,
    );
    await relay.say(wire, { result }, sent(wire).at(-1)?.seq ?? 0);
    return answer;
  };
  const telemetry = (): DroneTelemetry | undefined =>
    live.heard.findLast((one) => one.name === 'droneTelemetry')?.data as DroneTelemetry | undefined;

  beforeAll(async () => {
    server = await startTestServer();
    live = await readLive(server.running.url, await server.login());
    ({ oid, sn, dock } = await server.addDock('3-3-0'));
    await dock.topology(true);
    await shows();
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
    reporting = setInterval(() => void shows().catch(() => undefined), 1_000);
  });
  afterAll(async () => {
    clearInterval(reporting);
    clearInterval(keeping);
    live?.stop();
    await relay?.close();
    await server.close();
  });

  it('are ordered nothing that the dock has not reported, and nothing is sent', async () => {
    expect(await order('widgetSet', { psdkIndex: 1, widget: 0, value: 1 })).toMatchObject({
      status: 409,
      data: { reason: 'psdkMissing' },
    });
    await carries([{ psdk_index: 1, psdk_name: 'Gas detector', values: [{ index: 0, value: 3 }] }]);
    expect(await order('widgetSet', { psdkIndex: 1, widget: 9, value: 1 })).toMatchObject({
      status: 409,
      data: { reason: 'widgetMissing' },
    });
    expect(await order('widgetText', { psdkIndex: 1, text: '灯'.repeat(43) })).toMatchObject({
      status: 409,
      data: { reason: 'widgetTextLong' },
    });
    expect(dock.services('psdk_widget_value_set')).toEqual([]);
    expect(dock.services('psdk_input_box_text_set')).toEqual([]);
  });

  it('have their widgets set and texts written, once, as the wire names it', async () => {
    await carries([{ psdk_index: 1, psdk_name: 'Gas detector', values: [{ index: 0, value: 3 }] }]);
    const set = await order('widgetSet', { psdkIndex: 1, widget: 0, value: -7 });
    expect(set).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(dock.services('psdk_widget_value_set').map(({ data }) => data)).toEqual([
      { psdk_index: 1, index: 0, value: -7 },
    ]);
    await order('widgetText', { psdkIndex: 1, text: '请离开' });
    expect(dock.services('psdk_input_box_text_set').map(({ data }) => data)).toEqual([
      { psdk_index: 1, value: '请离开' },
    ]);
  });

  it('need control of the payload: that of the flight is another', async () => {
    const epoch = await take('payload');
    await server.call(calls.lease.release, { oid, control: 'payload', tabId, epoch });
    const before = dock.services('psdk_widget_value_set').length;
    const refused = await order('widgetSet', { psdkIndex: 1, widget: 0, value: 1 }, 'flight');
    expect(refused.status).toBe(409);
    expect(dock.services('psdk_widget_value_set')).toHaveLength(before);
  });

  it('shine by nobody’s order before the link of sticks is open, and none before it reported itself there', async () => {
    expect(await order('searchlightMode', { lightMode: 'on' })).toMatchObject({
      status: 409,
      message: 'Please ensure the DRC link is established',
    });
    const epoch = await take('flight');
    flying = epoch;
    // Whoever flies keeps control: without it the link of sticks is closed.
    keeping = setInterval(() => {
      server.call(calls.lease.renew, { oid, control: 'flight', tabId, epoch }).catch(() => undefined);
    }, 3_000);
    relay = await openLink(server, { oid, sn, dock, tabId, epoch });
    await until('asked for its state', async () => sent('drc_initial_state_subscribe').length, Boolean);
    expect(await order('searchlightMode', { lightMode: 'on' })).toMatchObject({
      status: 409,
      data: { reason: 'searchlightMissing' },
    });
    // What else carries a part about a light is none.
    await relay.say('drc_psdk_state_info', { psdk_index: 5, psdk_name: 'Speaker', light });
    expect(await order('searchlightMode', { lightMode: 'on' })).toMatchObject({
      data: { reason: 'searchlightMissing' },
    });
    expect(sent('drc_light_mode_set')).toEqual([]);
  });

  it('are shown as they report themselves, and shine as ordered', async () => {
    await relay.say('drc_psdk_state_info', { psdk_index: 5, psdk_name: 'Searchlight', light });
    await until('the searchlight', telemetry, (state) => (state?.searchlights.length ?? 0) > 0);
    expect(telemetry()?.searchlights).toMatchObject([{ psdkIndex: 5, mode: 0, brightness: 50 }]);
    const done = await answered('searchlightMode', { lightMode: 'strobe' }, 'drc_light_mode_set');
    expect(done).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(sent('drc_light_mode_set').map(({ data }) => data)).toEqual([
      { psdk_index: 5, group: 0, mode: 2 },
    ]);
    expect(dock.services('drc_light_mode_set')).toEqual([]);
    // The acknowledgement says nothing of how it shines: that stays as it was reported.
    expect(telemetry()?.searchlights).toMatchObject([{ mode: 0 }]);
  });

  it.each([
    [
      'searchlightBrightness',
      { brightness: 100 },
      'drc_light_brightness_set',
      { psdk_index: 5, group: 0, brightness: 100 },
    ],
    [
      'searchlightTrim',
      { lamp: 'right', degrees: -3, saved: true },
      'drc_light_fine_tuning_set',
      { psdk_index: 5, position: 1, value: -3, saved: true },
    ],
    ['searchlightCalibrate', {}, 'drc_light_calibration', { psdk_index: 5 }],
  ] as const)('takes %s once, as the documents have it', async (method, fields, wire, data) => {
    expect(await answered(method, fields, wire)).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(sent(wire).map((one) => one.data)).toEqual([data]);
  });

  it('is not said to shine where the dock refuses it', async () => {
    const refused = await answered('searchlightMode', { lightMode: 'on' }, 'drc_light_mode_set', 327_051);
    expect(refused).toMatchObject({ status: 502, data: { state: 'rejected' } });
  });

  it('are ordered nothing once another device has their number', async () => {
    const before = sent('drc_light_mode_set').length;
    await relay.say('drc_psdk_state_info', { psdk_index: 5, psdk_name: 'Gas detector' });
    await until('no searchlight', telemetry, (state) => state?.searchlights.length === 0);
    expect(await order('searchlightMode', { lightMode: 'on' })).toMatchObject({
      status: 409,
      data: { reason: 'searchlightMissing' },
    });
    expect(sent('drc_light_mode_set')).toHaveLength(before);
  });

  it('leave the lights of the aircraft to who flies: out after a question, and as the aircraft reports them', async () => {
    const wire = 'drc_stealth_state_set';
    const give = (method: StealthMethod, confirmed: object = {}) => {
      const click = { key: randomUUID(), tabId, issuedAt: Date.now(), epoch: flying };
      return server.call(calls.command[method], { oid, ...click, ...confirmed });
    };
    const asked = { status: 409, data: { reason: 'confirmationMissing' } };
    expect(await give('stealthOpen')).toMatchObject(asked);
    expect(sent(wire)).toEqual([]);
    const out = give('stealthOpen', { nonce: await server.nonceFor(oid, 'stealthOpen') });
    await until(wire, async () => sent(wire).length, Boolean);
    await relay.say(wire, { result: 0 }, sent(wire)[0]?.seq ?? 0);
    expect(await out).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(sent(wire).map(({ data }) => data)).toEqual([{ stealth_state: 1 }]);
    expect(dock.services(wire)).toEqual([]);
    // The acknowledgement is no word of the aircraft.
    expect(telemetry()?.stealth).toBe(null);
    await relay.say('drc_drone_state_push', { stealth_state: 1, night_lights_state: 0, mode_code: 17 });
    await until('the lights', telemetry, (state) => state?.stealth?.on === true);
  });

  it('write into their windows by either way, until they empty them', async () => {
    await dock.event('psdk_floating_window_text', { psdk_index: 1, value: 'CH4 3 ppm' });
    await relay.say('drc_psdk_floating_window_text', { psdk_index: 0, floating_window_text: 'on air' });
    const texts = () => (telemetry()?.floatingTexts ?? []).map(({ psdkIndex, text }) => [psdkIndex, text]);
    await until('both texts', texts, (shown) => shown.length === 2);
    expect(texts()).toEqual([
      [0, 'on air'],
      [1, 'CH4 3 ppm'],
    ]);
    await dock.event('psdk_floating_window_text', { psdk_index: 1, value: '' });
    await until('one text', texts, (shown) => shown.length === 1);
  });
});

describe('a dock without orders to a searchlight', () => {
  it.each(['3-1-0', '3-2-0'])('of model %s is refused by name, and its widgets are set', async (model) => {
    const server = await startTestServer();
    try {
      const { oid, dock } = await server.addDock(model);
      await dock.topology(true);
      await dock.osdParts();
      await dock.droneOsd({ mode_code: 0, elevation: 0 });
      await dock.state({ psdk_widget_values: [{ psdk_index: 5, values: [{ index: 1, value: 0 }] }] });
      await dock.request('config', { config_type: 'json', config_scope: 'product' });
      const order = async (method: PsdkMethod, fields: object) => {
        const { data } = await server.call(calls.lease.take, { oid, control: 'payload', tabId });
        const click = { key: randomUUID(), tabId, issuedAt: Date.now(), epoch: data['epoch'] };
        return server.call(calls.command[method], { oid, ...click, psdkIndex: 5, ...fields });
      };
      expect(await order('searchlightMode', { lightMode: 'on' })).toMatchObject({
        status: 409,
        data: { reason: 'methodMissing' },
      });
      expect(await order('widgetSet', { widget: 1, value: 1 })).toMatchObject({ status: 200 });
    } finally {
      await server.close();
    }
  });
});
