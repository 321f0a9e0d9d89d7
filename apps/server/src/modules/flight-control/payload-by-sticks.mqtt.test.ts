import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../testing/caller.ts';
import { openLink, type RelayClient } from '../../testing/drc-clients.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const payload_index = '99-0-0';
const tabId = 'tab-of-the-night';
const iso = { camera_type: 'wide', iso_value: 5 };

describe('a camera that is set over the link of sticks', () => {
  let server: TestServer;
  let oid: string;
  let sn: string;
  let dock: DockClient;
  let relay: RelayClient;
  let reporting: NodeJS.Timeout;

  const shows = async (differs: object = {}): Promise<void> => {
    await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
    const camera = { payload_index, camera_mode: 0, photo_state: 0, recording_state: 0, ir_zoom_factor: 2 };
    const cameras = [{ ...camera, zoom_factor: 3, wide_iso: 3, ...differs }];
    await dock.droneOsd({ mode_code: 17, elevation: 60, cameras });
  };
  const take = async (control: 'flight' | 'payload'): Promise<number> =>
    (await server.call(calls.lease.take, { oid, control, tabId })).data['epoch'];
  const order = async (cmd: string, data: object = {}) =>
    server.call(calls.command.payloadCommands, {
      oid,
      key: randomUUID(),
      tabId,
      issuedAt: Date.now(),
      epoch: await take('payload'),
      cmd,
      data: { payload_index, ...data },
    });
  const sent = (method: string) => relay.heard.filter((one) => one.method === method);
  /** Gives an order, and has the dock answer it by its number. */
  const answered = async (cmd: string, data: object, result: number) => {
    const before = sent(cmd).length;
    const answer = order(cmd, data);
    await until(
      cmd,
      async () => sent(cmd).length,
      (count) => count > before,
    );
    const { seq } = sent(cmd).at(-1) ?? { seq: 0 };
    await relay.say(cmd, { result: 0 }, seq + 1_000);
    await relay.say(cmd, { result }, seq);
    return answer;
  };
  beforeAll(async () => {
    server = await startTestServer();
    ({ oid, sn, dock } = await server.addDock('3-3-0'));
    await dock.topology(true);
    await shows();
    reporting = setInterval(() => void shows().catch(() => undefined), 1_000);
  });
  afterAll(async () => {
    clearInterval(reporting);
    await relay?.close();
    await server.close();
  });

  it('is refused by name while nobody has opened it', async () => {
    expect(await order('drc_camera_iso_set', iso)).toMatchObject({
      status: 409,
      message: 'Please ensure the DRC link is established',
    });
  });

  it('takes an order by whoever has the payload, once, and its answer counts by its number', async () => {
    const epoch = await take('flight');
    relay = await openLink(server, { oid, sn, dock, tabId, epoch });
    await until('asked for its camera', async () => sent('drc_initial_state_subscribe').length, Boolean);
    expect(await answered('drc_camera_iso_set', iso, 0)).toMatchObject({
      status: 200,
      data: { state: 'succeeded' },
    });
    expect(sent('drc_camera_iso_set').map(({ data }) => data)).toEqual([{ payload_index, ...iso }]);
    expect(dock.services('drc_camera_iso_set')).toEqual([]);
    expect(
      await answered('drc_camera_shutter_set', { camera_type: 'zoom', shutter_value: 60 }, 327_009),
    ).toMatchObject({ status: 502, data: { state: 'rejected' } });
  });

  it.each([
    ['drc_camera_aperture_value_set', { camera_type: 'zoom', aperture_value: 440 }],
    ['drc_camera_dewarping_set', { camera_type: 'wide', dewarping_state: 1 }],
    ['drc_camera_mechanical_shutter_set', { camera_type: 'wide', mechanical_shutter_state: 1 }],
  ])('sends %s once, as the documents have it', async (cmd, data) => {
    expect(await answered(cmd, data, 0)).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(sent(cmd).map((one) => one.data)).toEqual([{ payload_index, ...data }]);
  });

  it('stores thermal photos as ordered, once, and is not asked what its generation lacks', async () => {
    const before = sent('drc_camera_photo_format_set').length;
    const done = await answered('drc_camera_photo_format_set', { photo_format: 16 }, 0);
    expect(done).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(sent('drc_camera_photo_format_set').slice(before)).toMatchObject([
      { data: { payload_index, photo_format: 16 } },
    ]);
    for (const [cmd, data] of [
      ['drc_video_resolution_set', { video_resolution: 1 }],
      ['drc_linkage_zoom_set', { state: true }],
      ['drc_interval_photo_set', { interval: 2 }],
    ] as const) {
      expect(await order(cmd, data)).toMatchObject({ status: 409, data: { reason: 'methodMissing' } });
      expect(sent(cmd)).toEqual([]);
    }
    await shows({ recording_state: 1 });
    expect(await order('drc_camera_photo_format_set', { photo_format: 7 })).toMatchObject({
      data: { reason: 'recordingRuns' },
    });
    await shows();
  });

  it('reduces no noise before it said how it sees at night, and sees nothing at night from afar', async () => {
    const level = { level: 3 };
    expect(await order('drc_camera_denoise_level_set', level)).toMatchObject({
      status: 409,
      data: { reason: 'notReported' },
    });
    await relay.say('drc_camera_state_push', {
      payload_index,
      camera_state: { night_mode_settings: { night_mode: 1, denoise_level: 2, is_working: 1 } },
    });
    await until(
      'taken',
      () => answered('drc_camera_denoise_level_set', level, 0).catch(() => null),
      (done) => done?.status === 200,
    );
    expect(await order('drc_camera_night_vision_enable', { enable: true })).toMatchObject({
      status: 409,
      data: { reason: 'nightZoom' },
    });
    expect(sent('drc_camera_night_vision_enable')).toEqual([]);
  });

  it('is asked by its name for a value within its range', async () => {
    const refused = await order('drc_camera_iso_set', { ...iso, iso_value: 14 });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused)).toContain('iso_value');
    // The examples of the documents have a code that their own table has not.
    const aperture = await order('drc_camera_aperture_value_set', { camera_type: 'zoom', aperture_value: 5 });
    expect(aperture.status).toBe(422);
    expect(JSON.stringify(aperture)).toContain('aperture_value');
  });
});
