import { describe, expect, it } from 'vitest';
import {
  decodeDrcStatus,
  decodeExitHoming,
  decodeLiveStatus,
  decodeRequest,
  decodeReturnHomeInfo,
  decodeTopology,
  requestReplies,
  toLiveCapacity,
} from './index.ts';

describe('live pictures', () => {
  const capacity = {
    available_video_number: 3,
    coexist_video_number_max: 2,
    device_list: [
      {
        sn: 'GW',
        camera_list: [
          { camera_index: '165-0-7', video_list: [{ video_index: 'normal-0', video_type: 'normal' }] },
        ],
      },
      {
        sn: 'AC',
        camera_list: [
          {
            camera_index: '99-0-0',
            video_list: [
              { video_index: 'normal-0', video_type: 'wide', switchable_video_types: ['wide', 'zoom', 'ir'] },
            ],
          },
          'odd',
        ],
      },
    ],
  };

  it('are listed with their owner, what they switch to and whether they run', () => {
    const status = decodeLiveStatus([
      { video_id: 'AC/99-0-0/normal-0', video_type: 'wide', video_quality: 3, status: 1, error_status: 0 },
      { video_id: '../x', status: 1 },
    ]);
    expect(status).toHaveLength(1);
    expect(toLiveCapacity(capacity, 'GW', status ?? [])).toEqual({
      available: 3,
      coexist: 2,
      sources: [
        {
          videoId: 'GW/165-0-7/normal-0',
          owner: 'dock',
          cameraIndex: '165-0-7',
          videoType: 'normal',
          switchable: [],
          publishing: false,
          lens: null,
        },
        {
          videoId: 'AC/99-0-0/normal-0',
          owner: 'drone',
          cameraIndex: '99-0-0',
          videoType: 'wide',
          switchable: ['wide', 'zoom', 'ir'],
          publishing: true,
          lens: 'wide',
        },
      ],
    });
    const infrared = ['ir', 'thermal', 'infrared', 'zoom'].map((video_type) => ({
      camera_index: '99-0-0',
      video_list: [{ video_index: 'normal-0', video_type }],
    }));
    const lenses = toLiveCapacity({ device_list: [{ sn: 'AC', camera_list: infrared }] }, 'GW', []);
    expect(lenses?.sources.map((source) => source.videoType)).toEqual(['ir', 'ir', 'ir', 'zoom']);
    expect(toLiveCapacity({}, 'GW', [])).toBeNull();
    expect(decodeLiveStatus({})).toBeNull();
  });
});

describe('update_topo', () => {
  it('names the dock and what stands behind it', () => {
    const data = {
      domain: '3',
      type: 3,
      sub_type: 0,
      thing_version: '1.2.0',
      sub_devices: [{ sn: 'AC', domain: '0', type: 100, sub_type: 1, index: 'A', version: 2 }, { sn: 'a/b' }],
    };
    expect(decodeTopology(data)).toEqual({
      key: '3-3-0',
      thingVersion: '1.2.0',
      subDevices: [{ sn: 'AC', key: '0-100-1', index: 'A', thingVersion: '2' }],
    });
    expect(decodeTopology({ domain: '3', type: 1, sub_type: 0, sub_devices: [] })?.subDevices).toEqual([]);
    expect(decodeTopology({})).toBeNull();
  });

  it.each([
    [{ type: 2, sub_type: 0 }, '3-2-0'],
    [{ domain: '3', type: 119, sub_type: 0 }, '2-119-0'],
    [{ type: '174' }, '2-174-0'],
    [{ domain: 2, type: 56 }, '2-56-0'],
    [{ domain: 2, type: 144 }, '2-144-0'],
    [{ domain: '3' }, null],
  ])('knows the gateway %j by its type code', (reported, key) => {
    const topology = decodeTopology({ ...reported, sub_devices: [{ sn: 'AC', type: 91, sub_type: 1 }] });
    expect(topology?.key).toBe(key);
    expect(topology?.subDevices[0]?.key).toBe('0-91-1');
  });
});

describe('small events', () => {
  it('are read with numbers as text', () => {
    expect(decodeExitHoming({ sn: 'AC', action: 1, reason: '3' })).toEqual({
      sn: 'AC',
      interrupted: true,
      reason: 3,
    });
    expect(decodeDrcStatus({ result: 514301, drc_state: 0 })).toEqual({ result: 514301, state: 0 });
    expect(decodeDrcStatus({})).toBeNull();
    expect(
      decodeReturnHomeInfo({
        flight_id: 'F1',
        last_point_type: 0,
        planned_path_points: [
          { latitude: 39.9, longitude: 116.4, height: 100 },
          { latitude: 0, longitude: 0 },
        ],
      }),
    ).toEqual({ flightId: 'F1', endsAtHome: true, path: [{ lat: 39.9, lng: 116.4, height: 100 }] });
  });
});

describe('requests', () => {
  it.each([
    ['config', { config_type: 'json' }, { kind: 'config' }],
    ['config', null, { kind: 'config' }],
    [
      'airport_bind_status',
      { devices: [{ sn: 'GW' }, { sn: 'AC' }] },
      { kind: 'bindStatus', sns: ['GW', 'AC'] },
    ],
    ['airport_bind_status', {}, { kind: 'malformed', method: 'airport_bind_status' }],
    ['storage_config_get', { module: 0 }, { kind: 'storageConfig', module: 0 }],
    ['storage_config_get', null, { kind: 'storageConfig', module: 0 }],
    ['flighttask_resource_get', { flight_id: 'F1' }, { kind: 'flighttaskResource', flightId: 'F1' }],
    ['flighttask_progress_get', { sn: 'D2' }, { kind: 'flighttaskProgress', sn: 'D2' }],
    [
      'flighttask_progress_get',
      { target_sn: 'D2', flight_id: 'F1' },
      { kind: 'flighttaskProgress', sn: 'D2' },
    ],
    ['flighttask_progress_get', { sn: 'a/b' }, { kind: 'malformed', method: 'flighttask_progress_get' }],
    ['flight_areas_get', null, { kind: 'flightAreas' }],
    ['offline_map_get', '', { kind: 'offlineMap' }],
    ['something_new', {}, { kind: 'unknown', method: 'something_new' }],
    ['constructor', {}, { kind: 'unknown', method: 'constructor' }],
  ])('%s %j', (method, data, expected) => {
    expect(decodeRequest(method, data)).toEqual(expected);
  });

  it('reads a binding of dock and aircraft', () => {
    const device = {
      sn: 'GW',
      device_binding_code: 'c',
      organization_id: 'o',
      device_callsign: 'n',
      device_model_key: '3-3-0',
    };
    expect(decodeRequest('airport_organization_bind', { bind_devices: [device] })).toEqual({
      kind: 'organizationBind',
      devices: [{ sn: 'GW', bindingCode: 'c', organizationId: 'o', callsign: 'n', modelKey: '3-3-0' }],
    });
  });

  it('answers in the shapes of the wire', () => {
    expect(
      requestReplies.config({
        ntpHost: 'ntp.example',
        ntpPort: 123,
        appId: '1',
        appKey: 'k',
        appLicense: 'l',
      }),
    ).toEqual({
      app_id: '1',
      app_key: 'k',
      app_license: 'l',
      ntp_server_host: 'ntp.example',
      ntp_server_port: 123,
    });
    // An empty list would delete every area on the aircraft.
    expect(requestReplies.flightAreas(null)).toEqual({ result: 0 });
    expect(requestReplies.flightAreas([])).toEqual({ result: 0, output: { files: [] } });
    expect(requestReplies.offlineMap()).toEqual({ result: 0 });
    expect(requestReplies.organizationBind([{ sn: 'GW', code: 0 }])).toEqual({
      result: 0,
      output: { err_infos: [{ sn: 'GW', err_code: 0 }] },
    });
  });
});
