import { describe, expect, it } from 'vitest';
import {
  decodeServiceReply,
  dockGeneration,
  encodeService,
  flighttaskPrepare,
  hasPutter,
  liveSetQuality,
  liveStartPush,
  mayPair,
  modelKey,
  modelName,
  payloadName,
  returnHome,
} from './index.ts';

const prepare = {
  flightId: 'F1',
  executeTime: 1_763_690_000_000,
  file: { url: 'http://127.0.0.1/a.kmz', fingerprint: 'd41d8cd98f00b204e9800998ecf8427e' },
  returnAltitude: 60,
  lostAction: 'return' as const,
  dockModel: '3-2-0',
};

describe('flighttask_prepare', () => {
  it('is an immediate task that returns when the link is lost', () => {
    expect(flighttaskPrepare(prepare)).toEqual({
      method: 'flighttask_prepare',
      data: {
        flight_id: 'F1',
        task_type: 0,
        execute_time: 1_763_690_000_000,
        file: prepare.file,
        rth_altitude: 60,
        out_of_control_action: 0,
        exit_wayline_when_rc_lost: 1,
        rth_mode: 1,
        wayline_precision_type: 0,
        flight_safety_advance_check: 0,
      },
    });
  });

  it('that is conditional names no time of its own, and asks for more than the charge below', () => {
    const condition = { battery: 90, storage: null, beginsAt: 1_000, endsAt: 2_000 };
    const { data } = flighttaskPrepare({ ...prepare, condition });
    expect(data).toMatchObject({
      task_type: 2,
      ready_conditions: { battery_capacity: 89, begin_time: 1_000, end_time: 2_000 },
    });
    expect(data).not.toHaveProperty('execute_time');
    expect(data).not.toHaveProperty('executable_conditions');
    expect(flighttaskPrepare({ ...prepare, condition: { ...condition, storage: 500 } }).data).toMatchObject({
      executable_conditions: { storage_capacity: 500 },
    });
  });

  it('begins at a breakpoint, with the four fields that docks take', () => {
    const sent = (progress: number) =>
      flighttaskPrepare({ ...prepare, startsAt: { wayline: 2, waypoint: 5, progress } }).data;
    expect(sent(0.25)).toMatchObject({
      break_point: { index: 5, state: 0, progress: 0.25, wayline_id: 2 },
    });
    expect(sent(0)).toMatchObject({ break_point: { index: 5, state: 1, progress: 0, wayline_id: 2 } });
    expect(flighttaskPrepare({ ...prepare, startsAt: null }).data).not.toHaveProperty('break_point');
  });

  it('goes on when asked to, and spares the first dock what it does not know', () => {
    const { data } = flighttaskPrepare({ ...prepare, lostAction: 'continue', dockModel: 'Dock' });
    expect(data).toMatchObject({ exit_wayline_when_rc_lost: 0 });
    expect(data).not.toHaveProperty('rth_mode');
    expect(data).not.toHaveProperty('wayline_precision_type');
    expect(data).not.toHaveProperty('flight_safety_advance_check');
  });

  it.each([19, 19.99, 1500.01, 1501, Number.NaN, -0, Number.POSITIVE_INFINITY])(
    'refuses to return at %d m',
    (altitude) => {
      expect(() => flighttaskPrepare({ ...prepare, returnAltitude: altitude })).toThrow(RangeError);
    },
  );
});

describe('live pictures', () => {
  it('are pushed over RTMP unless told otherwise', () => {
    expect(
      liveStartPush({ videoId: 'GW/165-0-7/normal-0', url: 'rtmp://h/live/x', quality: 3 }).data,
    ).toEqual({
      url_type: 1,
      url: 'rtmp://h/live/x',
      video_id: 'GW/165-0-7/normal-0',
      video_quality: 3,
    });
    expect(() => liveSetQuality('x', 5)).toThrow(RangeError);
  });
});

describe('a command on the wire', () => {
  it('has tid, bid, method and data', () => {
    const text = encodeService({ tid: 't', bid: 'b', timestamp: 1, gateway: 'GW', service: returnHome() });
    expect(JSON.parse(text)).toEqual({
      tid: 't',
      bid: 'b',
      timestamp: 1,
      gateway: 'GW',
      method: 'return_home',
      data: null,
    });
  });

  it.each([
    [
      { result: 0, output: { status: 'in_progress' } },
      { result: 0, accepted: true, status: 'in_progress' },
    ],
    [{ result: '319016' }, { result: 319016, accepted: false }],
    [{ result: 319016 }, { result: 319016, accepted: false, status: null }],
  ])('%j is an answer', (data, expected) => {
    expect(decodeServiceReply(data)).toMatchObject(expected);
  });

  it('may stand beside the data', () => {
    for (const data of [undefined, null, '', {}])
      expect(decodeServiceReply(data, { result: '0' })).toMatchObject({ accepted: true, output: {} });
    expect(decodeServiceReply({ result: 5 }, { result: 0 })).toMatchObject({ result: 5 });
  });

  it.each([null, '', {}, [], { result: 'ok' }, { result: null }, { result: true }, { result: 0.5 }])(
    '%j is no answer',
    (data) => {
      expect(decodeServiceReply(data)).toBeNull();
    },
  );
});

describe('models', () => {
  it.each([
    ['3-2-0', '3-2-0'],
    ['Dock 2', '3-2-0'],
    ['DJI Dock 3', '3-3-0'],
    ['dji dock', '3-1-0'],
    ['M3TD', '0-91-1'],
    ['Matrice 4TD', '0-100-1'],
    ['Dock 9', null],
    ['', null],
    ['constructor', null],
  ])('%s is %s', (name, key) => {
    expect(modelKey(name)).toBe(key);
  });

  it('knows generations, rods and pairs', () => {
    expect(['3-1-0', '3-2-0', '3-3-0', '0-91-0'].map(dockGeneration)).toEqual([1, 2, 3, null]);
    expect(['Dock 1', 'Dock 2', 'x'].map(hasPutter)).toEqual([true, false, false]);
    expect(mayPair('Dock 3', 'M4TD')).toBe(true);
    expect(mayPair('Dock 3', 'M3TD')).toBe(false);
    expect(mayPair('nonsense', 'nonsense')).toBe(false);
    expect(modelName('0-67-1')).toBe('Matrice 30T');
    expect(payloadName('42-0-1')).toBe('H20');
  });
});
