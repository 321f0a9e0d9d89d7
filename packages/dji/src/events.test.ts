import { dockStatus } from '@eyrie/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeFileUpload,
  decodeFirstUpload,
  decodeFlighttaskProgress,
  decodeFlighttaskReady,
  decodeLiveStatus,
  decodeRequest,
  decodeReturnHomeInfo,
  decodeServiceReply,
  decodeTopology,
  flightOutcome,
  readShotTime,
  toHealthItems,
  toLiveCapacity,
} from './index.ts';

const running = {
  result: 0,
  output: {
    status: 'in_progress',
    progress: { current_step: 25, percent: 90 },
    ext: {
      flight_id: 'F1',
      track_id: 'T',
      current_waypoint_index: 3,
      wayline_id: 0,
      wayline_mission_state: 6,
      media_count: 0,
    },
  },
};

describe('flighttask_progress', () => {
  it('tells where the flight is', () => {
    expect(decodeFlighttaskProgress(running, 'other')).toEqual({
      flightId: 'F1',
      trackId: 'T',
      result: 0,
      status: 'in_progress',
      final: false,
      percent: 90,
      step: 25,
      waypoint: 3,
      waylineId: 0,
      missionState: 6,
      mediaCount: 0,
      breakPoint: null,
    });
  });

  it('carries the break point of a pause', () => {
    const paused = structuredClone(running) as { output: { status: string; ext: Record<string, unknown> } };
    paused.output.status = 'paused';
    paused.output.ext.break_point = {
      index: 2,
      state: 0,
      progress: 0.4,
      wayline_id: 0,
      break_reason: '1281',
      latitude: 39.9,
      longitude: 116.4,
      height: 120,
      attitude_head: 90,
    };
    expect(decodeFlighttaskProgress(paused, null)?.breakPoint).toMatchObject({
      index: 2,
      onWaypoint: false,
      reason: 1281,
      lng: 116.4,
    });
  });

  it('is booked by bid when the data is thin, and survives odd fields', () => {
    const thin = { output: { status: 'ok', progress: { percent: 'all' }, ext: 'gone' } };
    expect(decodeFlighttaskProgress(thin, 'F2')).toMatchObject({
      flightId: 'F2',
      final: true,
      percent: null,
    });
    expect(decodeFlighttaskProgress(thin, null)).toBeNull();
    expect(decodeFlighttaskProgress({ output: {} }, 'F2')).toBeNull();
  });

  it('is read with numbers as text, under either spelling, with and without output', () => {
    const reported = {
      result: '0',
      output: {
        status: 'in_progress',
        prgress: { current_step: '25', percent: '90' },
        ext: {
          ...running.output.ext,
          current_waypoint_index: '3',
          wayline_mission_state: '6',
          break_point: { index: '2', break_reason: '1283' },
        },
      },
    };
    expect(decodeFlighttaskProgress(reported, null)).toMatchObject({
      percent: 90,
      step: 25,
      waypoint: 3,
      missionState: 6,
      breakPoint: { index: 2, reason: 1283 },
    });
    const { status, progress, ext } = running.output;
    expect(decodeFlighttaskProgress({ result: 5, status, progress, ext }, null)).toMatchObject({
      flightId: 'F1',
      percent: 90,
      waypoint: 3,
      result: 5,
    });
    const broken = { ...running, output: { ...running.output, ext: { break_point: { index: -1 } } } };
    expect(decodeFlighttaskProgress(broken, 'F1')?.breakPoint).toBeNull();
  });

  it.each([
    [1281, 0, 'cancelled'],
    [1282, 0, 'cancelled'],
    [1283, 0, 'cancelled'],
    [784, 0, 'failed'],
    [1283, 321_784, 'failed'],
  ])('with the break %i and the code %i has %s', (reason, result, outcome) => {
    const breakPoint = { reason } as NonNullable<Parameters<typeof flightOutcome>[0]['breakPoint']>;
    expect(flightOutcome({ status: 'failed', result, breakPoint })?.outcome).toBe(outcome);
  });

  it.each([
    ['success', 0, { outcome: 'done', reason: null }],
    ['failed', 322282, { outcome: 'cancelled', reason: '322282' }],
    ['failed', 322281, { outcome: 'cancelled', reason: '322281' }],
    ['in_progress', 0, null],
    ['paused', 0, null],
    ['brand_new', 0, null],
    ['ok', 0, { outcome: 'done', reason: null }],
    ['partially_done', 0, { outcome: 'partly', reason: 'partially_done' }],
    ['failed', 514107, { outcome: 'failed', reason: '514107' }],
    ['failed', 322283, { outcome: 'cancelled', reason: '322283' }],
    ['canceled', 0, { outcome: 'cancelled', reason: 'canceled' }],
    ['rejected', 319016, { outcome: 'failed', reason: '319016' }],
    ['timeout', 0, { outcome: 'failed', reason: 'timeout' }],
  ])('%s with %i ends as %j', (status, result, outcome) => {
    expect(flightOutcome({ status, result })).toEqual(outcome);
  });
});

describe('hms', () => {
  const alarm = {
    code: '0x19110014',
    level: 2,
    module: '3',
    in_the_sky: 0,
    imminent: 0,
    device_type: '3-2-0',
    args: { component_index: 0, sensor_index: 1, odd: {} },
  };

  it('is the whole list', () => {
    const items = toHealthItems(
      { list: [alarm, { ...alarm, device_type: '0-91-1', in_the_sky: 1 }, 7] },
      'dock',
    );
    expect(items).toEqual([
      {
        code: '0x19110014',
        level: 2,
        module: 3,
        inTheSky: false,
        imminent: false,
        device: 'dock',
        args: { component_index: 0, sensor_index: 1 },
        text: {
          'zh-CN': expect.stringMatching(/[\u4e00-\u9fff]/),
          en: expect.stringMatching(/[a-z]/),
          ar: expect.stringMatching(/[\u0600-\u06ff]/),
        },
      },
      expect.objectContaining({ device: 'drone', inTheSky: true }),
    ]);
    expect(dockStatus.shape.hms.safeParse(items).success).toBe(true);
    expect(toHealthItems({ list: [] }, 'dock')).toEqual([]);
  });

  it('takes a code that came as a number for the same code', () => {
    const [text, number] = toHealthItems({ list: [alarm, { ...alarm, code: 0x19_11_00_14 }] }, 'dock') ?? [];
    expect(number).toEqual(text);
    expect(toHealthItems({ list: [{ code: -1 }, { code: 1.5 }, { code: 1e12 }] }, 'dock')).toEqual([]);
  });

  it('leaves the last list when malformed, and takes an unnamed level for the worst', () => {
    expect(toHealthItems({ list: 'none' }, 'dock')).toBeNull();
    expect(toHealthItems(null, 'dock')).toBeNull();
    expect(toHealthItems({ list: [{ code: '0x1' }] }, 'drone')).toEqual([
      expect.objectContaining({ level: 2, device: 'drone' }),
    ]);
  });
});

describe('highest_priority_upload_flighttask_media', () => {
  it('names the flight whose files come first, or none', () => {
    expect(decodeFirstUpload({ flight_id: 'F1' })).toBe('F1');
    for (const data of [{ flight_id: '' }, { flight_id: 7 }, { flight_id: 'x'.repeat(65) }, {}, null, 'F1'])
      expect(decodeFirstUpload(data)).toBeNull();
  });
});

describe('file_upload_callback', () => {
  const sent = {
    file: {
      cloud_to_cloud_id: 'DEFAULT',
      ext: { drone_model_key: '0-91-1', flight_id: 'F1', is_original: true, payload_model_key: '1-81-0' },
      metadata: {
        absolute_altitude: 56.311,
        create_time: '2021-05-10 16:04:20',
        gimbal_yaw_degree: '-91.4',
        relative_altitude: 41.124,
        shoot_position: { lat: 39.9, lng: 116.4 },
      },
      name: 'DJI_20210510160420_0001_W.JPG',
      object_key: 'media/F1/DJI_1/DJI_20210510160420_0001_W.JPG',
      path: 'DJI_1',
    },
    flight_task: { expected_file_count: 3, uploaded_file_count: 1, flight_type: 0 },
  };

  it('is a photo with its place and time at the dock', () => {
    expect(decodeFileUpload(sent, 480)).toEqual({
      result: 0,
      objectKey: sent.file.object_key,
      name: sent.file.name,
      flightId: 'F1',
      droneModel: '0-91-1',
      payloadModel: '1-81-0',
      original: true,
      kind: 'photo',
      gimbalYaw: -91.4,
      absoluteAltitude: 56.311,
      relativeAltitude: 41.124,
      shotAt: Date.UTC(2021, 4, 10, 8, 4, 20),
      lng: 116.4,
      lat: 39.9,
      expectedCount: 3,
      uploadedCount: 1,
    });
  });

  it.each(['../secret', '/etc/x', 'a//b', 'a/./b', 'a\\b', 'a\u0000b', ''])('refuses the key %j', (key) => {
    expect(decodeFileUpload({ ...sent, file: { ...sent.file, object_key: key } })).toBeNull();
  });

  it('needs nothing but the key', () => {
    expect(decodeFileUpload({ file: { object_key: 'a/b.MP4' } })).toMatchObject({
      name: 'b.MP4',
      kind: 'video',
      flightId: null,
      shotAt: null,
    });
    expect(decodeFileUpload({ file: {} })).toBeNull();
  });

  it.each([
    ['2021-05-10T16:04:20Z', Date.UTC(2021, 4, 10, 16, 4, 20)],
    ['2021-05-10T16:04:20.5+08:00', Date.UTC(2021, 4, 10, 8, 4, 20, 500)],
    ['2021-05-10 16:04:20', Date.UTC(2021, 4, 10, 15, 4, 20)],
    ['2021-13-40 16:04:20', null],
    ['yesterday', null],
    [1_620_662_660, 1_620_662_660_000],
    [undefined, null],
  ])('reads the time %s', (value, expected) => {
    expect(readShotTime(value, 60)).toBe(expected);
  });

  it('reads the other name of the time', () => {
    const file = { object_key: 'a', metadata: { created_time: '2021-05-10T16:04:20Z' } };
    expect(decodeFileUpload({ file })?.shotAt).toBe(Date.UTC(2021, 4, 10, 16, 4, 20));
  });
});

describe('whatever a device sends', () => {
  it('no decoder throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (data, method) => {
        for (const value of [
          data,
          { output: data },
          { list: data, file: data, sub_devices: data, device_list: data },
        ]) {
          decodeFlighttaskProgress(value, 'F');
          toHealthItems(value, 'dock');
          decodeFileUpload(value);
          decodeLiveStatus(value);
          toLiveCapacity(value, 'GW', []);
          decodeTopology(value);
          decodeReturnHomeInfo(value);
          decodeServiceReply(value);
          expect(decodeRequest(method, value).kind).toBe('unknown');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('flighttask_ready', () => {
  it.each([
    [{ flight_ids: ['A', 'B'] }, ['A', 'B']],
    [{ flight_ids: ['A', 7, '', null] }, ['A']],
    [{ flight_ids: 'A' }, []],
    [{}, []],
    [null, []],
  ])('%j names %j', (data, ids) => {
    expect(decodeFlighttaskReady(data)).toEqual(ids);
  });

  it('is read to its first hundred', () => {
    const flight_ids = Array.from({ length: 1_000 }, (_, at) => `F${at}`);
    expect(decodeFlighttaskReady({ flight_ids })).toHaveLength(100);
  });
});
