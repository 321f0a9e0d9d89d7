import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const tabId = 'tab-of-the-lens';

describe('the lens of a live picture', () => {
  let server: TestServer;
  let oid: string;
  let dock: DockClient;
  let droneSn: string;
  let videoId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const added = await server.addDock();
    ({ oid, dock } = added);
    droneSn = `A${added.sn}`;
    await dock.topology(true);
    videoId = `${droneSn}/81-0-0/normal-0`;
  });
  afterAll(() => server.close());

  const eye = {
    camera_index: '81-0-0',
    available_video_number: 1,
    coexist_video_number_max: 1,
    video_list: [
      { video_index: 'normal-0', video_type: 'normal', switchable_video_types: ['wide', 'zoom', 'ir'] },
    ],
  };
  /** Answers come in order: what was sent before is known then. */
  const shows = async (camera: object, pushing: boolean): Promise<void> => {
    await dock.osdParts();
    await dock.droneOsd({ mode_code: 17, cameras: [{ payload_index: '81-0-0', camera_mode: 1, ...camera }] });
    await dock.state({
      live_capacity: {
        available_video_number: 1,
        coexist_video_number_max: 1,
        device_list: [{ sn: droneSn, camera_list: [eye] }],
      },
      live_status: pushing
        ? [{ video_id: videoId, video_type: 'normal', video_quality: 3, status: 1, error_status: 0 }]
        : [],
    });
    await dock.request('config', { config_type: 'json', config_scope: 'product' });
  };
  const change = async (videoType: string, control: 'flight' | 'payload' = 'payload') => {
    const { data } = await server.call(calls.lease.take, { oid, control, tabId });
    const order = { oid, key: randomUUID(), tabId, epoch: data['epoch'], videoId, videoType };
    return server.call(calls.command.switchVideo, order);
  };
  const sent = () => dock.services('live_lens_change').map(({ data }) => data);

  it('needs control of the payload', async () => {
    await shows({ recording_state: 0 }, true);
    expect((await change('zoom', 'flight')).status).toBe(409);
    expect(sent()).toEqual([]);
  });

  it('is asked for once, as the device names it', async () => {
    await shows({ recording_state: 0 }, true);
    expect(await change('zoom')).toMatchObject({ status: 200, data: { state: 'succeeded' } });
    expect(sent()).toEqual([{ video_id: videoId, video_type: 'zoom' }]);
  });

  it.each([
    ['without a picture', {}, false, 'wide', 'No video stream currently'],
    [
      'while it records',
      { recording_state: 1 },
      true,
      'wide',
      'Currently recording; end the recording first.',
    ],
    ['that it has not', { recording_state: 0 }, true, 'night', 'This camera has no such lens'],
  ])('is not changed %s, by name, and nothing is sent', async (_, camera, pushing, lens, message) => {
    await shows(camera, pushing);
    const before = sent().length;
    expect(await change(lens)).toMatchObject({ status: 409, message });
    expect(sent()).toHaveLength(before);
  });

  describe('of the dock itself', () => {
    const ownSn = () => droneSn.slice(1);
    const ownId = () => `${ownSn()}/165-0-7/normal-0`;
    const own = {
      camera_index: '165-0-7',
      available_video_number: 1,
      coexist_video_number_max: 1,
      video_list: [{ video_index: 'normal-0', video_type: 'normal', switchable_video_types: ['normal'] }],
    };
    const showsOwn = async (pushing: boolean): Promise<void> => {
      const status = {
        video_id: ownId(),
        video_type: 'normal',
        video_quality: 3,
        status: 1,
        error_status: 0,
      };
      await dock.state({
        live_capacity: {
          available_video_number: 1,
          coexist_video_number_max: 1,
          device_list: [{ sn: ownSn(), camera_list: [own] }],
        },
        live_status: pushing ? [status] : [],
      });
      await dock.request('config', { config_type: 'json', config_scope: 'product' });
    };
    const view = async (fields: object) => {
      const { data } = await server.call(calls.lease.take, { oid, control: 'payload', tabId });
      const order = { oid, key: randomUUID(), tabId, epoch: data['epoch'], videoId: ownId(), ...fields };
      return server.call(calls.command.switchVideo, order);
    };
    const asked = () => dock.services('live_camera_change').map(({ data }) => data);

    it('looks inside, once, by a method of its own', async () => {
      await showsOwn(true);
      expect(await view({ cameraPosition: 0 })).toMatchObject({ status: 200, data: { state: 'succeeded' } });
      expect(asked()).toEqual([{ video_id: ownId(), camera_position: 0 }]);
      expect(sent()).not.toContainEqual(expect.objectContaining({ video_id: ownId() }));
    });

    it.each([
      ['without a picture', { cameraPosition: 1 }, false, 409, 'noStream'],
      ['in the picture of the aircraft', { cameraPosition: 1, videoId: 'AIR' }, true, 409, 'lensMissing'],
      ['to no camera and no lens', {}, true, 422, 'videoType'],
      [
        'to a camera and a lens at once',
        { cameraPosition: 1, videoType: 'zoom' },
        true,
        422,
        'cameraPosition',
      ],
      ['to a third camera', { cameraPosition: 2 }, true, 422, 'cameraPosition'],
    ])('is not changed %s', async (_, fields, pushing, status, word) => {
      await showsOwn(pushing);
      const before = asked().length;
      const refused = await view('videoId' in fields ? { ...fields, videoId } : fields);
      expect(refused.status).toBe(status);
      expect(JSON.stringify(refused)).toContain(word);
      expect(asked()).toHaveLength(before);
    });
  });
});
