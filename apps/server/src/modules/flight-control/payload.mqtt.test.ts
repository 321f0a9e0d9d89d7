import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const payload_index = '81-0-0';
const tabId = 'tab-of-the-payload';

describe('camera and gimbal of an aircraft', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;

  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, dock } = await server.addDock());
    await dock.topology(true);
  });
  afterAll(() => server.close());

  const camera = { payload_index, camera_mode: 1, photo_state: 0, recording_state: 0, ir_zoom_factor: 2 };
  /** Answers come in order: what was sent before is known then. */
  const shows = async (differs: object = {}, drone: object = {}): Promise<void> => {
    await dock.osdParts();
    await dock.droneOsd({ mode_code: 17, cameras: [{ ...camera, ...differs }], ...drone });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const take = async (control: 'flight' | 'payload'): Promise<number> =>
    (await server.call(calls.lease.take, { oid, control, tabId })).data['epoch'];
  const order = async (cmd: string, data: object = {}, control: 'flight' | 'payload' = 'payload') =>
    server.call(calls.command.payloadCommands, {
      oid,
      key: randomUUID(),
      tabId,
      epoch: await take(control),
      cmd,
      data: { payload_index, ...data },
    });

  it('are ordered by whoever controls the payload, once, as the wire names it', async () => {
    await shows();
    const sent = await order('camera_focal_length_set', { camera_type: 'zoom', zoom_factor: 7 });
    expect(sent).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(dock.services('camera_focal_length_set').map(({ data }) => data)).toEqual([
      { payload_index, camera_type: 'zoom', zoom_factor: 7 },
    ]);
  });

  it('need control of the payload: that of the flight is another', async () => {
    await shows();
    const released = await server.call(calls.lease.release, {
      oid,
      control: 'payload',
      tabId,
      epoch: await take('payload'),
    });
    expect(released.status).toBe(200);
    expect((await order('gimbal_reset', { reset_mode: 0 }, 'flight')).status).toBe(409);
    expect(dock.services('gimbal_reset')).toEqual([]);
  });

  it.each([
    ['camera_recording_stop', {}, {}, 'Please start recording before ending'],
    ['camera_recording_start', { recording_state: 1 }, {}, 'Currently recording; end the recording first.'],
    ['camera_mode_switch', { recording_state: 1 }, {}, 'Currently recording; end the recording first.'],
    ['camera_recording_start', {}, { mode_code: 0 }, 'The current drone is not in flight'],
    ['camera_photo_take', {}, {}, null],
    ['gimbal_reset', { payload_index: '53-0-0' }, {}, null],
  ])('%s with %j and %j is refused by name, and nothing is sent', async (cmd, differs, drone, words) => {
    await shows(differs, drone);
    const before = dock.services(cmd).length;
    const fields =
      cmd === 'camera_mode_switch' ? { camera_mode: 0 } : cmd === 'gimbal_reset' ? { reset_mode: 0 } : {};
    const refused = await order(cmd, fields);
    expect(refused.status).toBe(409);
    if (words !== null) expect(refused.message).toBe(words);
    expect(dock.services(cmd)).toHaveLength(before);
  });

  it('is refused by the dock in words, and is not known where the dock is silent', async () => {
    await shows();
    dock.answer('camera_recording_start', { kind: 'reject', code: 327_009 }, { kind: 'drop' });
    expect(await order('camera_recording_start')).toMatchObject({ status: 502, data: { state: 'rejected' } });
    await shows();
    expect(await order('camera_recording_start')).toMatchObject({ status: 504, data: { state: 'unknown' } });
    expect(dock.services('camera_recording_start')).toHaveLength(2);
  });

  describe('of a thermal lens', () => {
    const gain = { thermal_gain_mode: 1 };
    const settings = () => dock.received.filter(({ topic }) => topic.endsWith('/property/set'));
    const lens = (differs: object = {}) =>
      shows({}, { [payload_index]: { gimbal_pitch: 0, thermal_gain_mode: 2, ...differs } });
    /** Gives an order, and has the dock answer what it sets. */
    const set = async (cmd: string, data: object, result: number) => {
      const before = settings().length;
      const answer = order(cmd, data);
      await expect.poll(() => settings().length).toBe(before + 1);
      const asked = settings()[before];
      if (!asked) throw new Error('nothing was set');
      await dock.setReply(asked, { [payload_index]: { [cmd]: { result } } });
      return { asked, answer: await answer };
    };

    it('a property of it is set once, and its result is the outcome', async () => {
      await lens();
      const done = await set('thermal_gain_mode', gain, 0);
      expect(done.asked.data).toEqual({ [payload_index]: gain });
      expect(done.answer).toMatchObject({ status: 200, data: { state: 'succeeded' } });
      await lens();
      expect((await set('thermal_gain_mode', gain, 1)).answer).toMatchObject({
        status: 502,
        data: { state: 'rejected' },
      });
    });

    it('marks in pictures are a property of the aircraft', async () => {
      await lens();
      const before = settings().length;
      const answer = order('camera_watermark_settings', { global_enable: 1 });
      await expect.poll(() => settings().length).toBe(before + 1);
      const asked = settings()[before];
      if (!asked) throw new Error('nothing was set');
      expect(asked.data).toEqual({ camera_watermark_settings: { global_enable: 1 } });
      await dock.setReply(asked, { camera_watermark_settings: { global_enable: { result: 0 } } });
      expect(await answer).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    });

    it.each([
      ['camera_focus_value_set', { camera_type: 'zoom', focus_value: 80 }, { reason: 'focusRange' }],
      ['photo_storage_set', { photo_storage_settings: ['ir'] }, { reason: 'lensMissing' }],
    ])('%s of %j is refused by what the camera says of itself', async (cmd, data, refused) => {
      await shows({ zoom_min_focus_value: 10, zoom_max_focus_value: 79, ir_zoom_factor: null });
      expect(await order(cmd, data)).toMatchObject({ status: 409, data: refused });
      expect(dock.services(cmd)).toEqual([]);
    });

    it.each([
      [
        'thermal_isotherm_upper_limit',
        { thermal_isotherm_upper_limit: 151 },
        {},
        { reason: 'isothermRange' },
      ],
      [
        'thermal_isotherm_lower_limit',
        { thermal_isotherm_lower_limit: 60 },
        { thermal_isotherm_upper_limit: 60 },
        { reason: 'isothermOrder' },
      ],
      [
        'thermal_current_palette_style',
        { thermal_current_palette_style: 13 },
        { thermal_supported_palette_styles: [0, 1] },
        { reason: 'paletteMissing' },
      ],
    ])('%s of %j by %j is refused by name, and nothing is set', async (cmd, data, differs, refused) => {
      await lens(differs);
      const before = settings().length;
      expect(await order(cmd, data)).toMatchObject({ status: 409, data: refused });
      expect(settings()).toHaveLength(before);
    });
  });

  it('take no value beyond its range, and name it', async () => {
    const refused = await order('camera_focal_length_set', { camera_type: 'ir', zoom_factor: 21 });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused)).toContain('zoom_factor');
  });
});
