import { describe, expect, it } from 'vitest';
import {
  logCancelService,
  logListOf,
  logListService,
  logProgressOf,
  logUploadService,
} from './device-logs.ts';

const listed = (files: unknown) => logListOf({ result: 0, files });

describe('the list of log files of a dock', () => {
  it('is asked for by module', () => {
    expect(logListService(['dock', 'drone'])).toEqual({
      method: 'fileupload_list',
      data: { module_list: ['3', '0'] },
    });
  });

  it('is read with times in seconds, in ms and as misspelt', () => {
    const list = [
      { boot_index: 12, start_time: 1_700_000_000_000, end_time: 1_700_000_100_000, size: 2_048 },
      { boot_index: '13', start_time: 1_700_000_200, end_ime: '1700000300', size: '512' },
      { start_time: 1, size: 1 },
    ];
    expect(listed([{ module: '3', device_sn: 'SN', result: 0, list }])).toEqual([
      {
        module: 'dock',
        deviceSn: 'SN',
        result: 0,
        starts: [
          { bootIndex: 12, startTime: 1_700_000_000_000, endTime: 1_700_000_100_000, size: 2_048 },
          { bootIndex: 13, startTime: 1_700_000_200_000, endTime: 1_700_000_300_000, size: 512 },
        ],
      },
    ]);
  });

  it('is empty only where the dock says so', () => {
    expect(listed([{ module: 0, result: 0, list: [] }])).toMatchObject([{ module: 'drone', starts: [] }]);
    expect(listed([{ module: '0', result: 0 }])).toEqual([]);
    expect(listed([{ module: '0', result: 324_015 }])).toMatchObject([{ result: 324_015 }]);
    expect(logListOf({ result: 0 })).toBeNull();
    expect(listed('files')).toBeNull();
    expect(logListOf(null)).toBeNull();
  });
});

describe('an upload of log files', () => {
  const credential = {
    provider: 'minio',
    endpoint: 'http://host/objects',
    region: 'us-east-1',
    bucket: 'eyrie',
    accessKeyId: 'id',
    accessKeySecret: 'secret',
    securityToken: 'token',
  } as const;

  it('names one object for each module', () => {
    const files = [{ module: 'dock', objectKey: 'logs/a/b/dock.tar', bootIndexes: [3, 4] }] as const;
    expect(logUploadService({ credential, expiresAt: 1_700_000_000_000, files }).data).toMatchObject({
      bucket: 'eyrie',
      credentials: { security_token: 'token', expire: 1_700_000_000_000 },
      params: {
        files: [
          { module: '3', object_key: 'logs/a/b/dock.tar', list: [{ boot_index: 3 }, { boot_index: 4 }] },
        ],
      },
    });
    expect(logCancelService(['drone']).data).toEqual({ status: 'cancel', module_list: ['0'] });
  });

  const report = (status: unknown, progress: object, result: unknown = 0) =>
    logProgressOf({
      result,
      output: {
        status,
        ext: { files: [{ module: '3', key: 'k', size: 99, progress: { result: 0, ...progress } }] },
      },
    });

  it.each([
    [
      { status: 'file_pull', progress: 7 },
      { state: 'uploading', step: 'pulling', percent: 7 },
    ],
    [
      { status: 'file_zip', prgress: '40' },
      { state: 'uploading', step: 'packing', percent: 40 },
    ],
    [
      { status: 'file_uploading', progress: 140 },
      { state: 'uploading', step: 'sending', percent: 100 },
    ],
    [
      { status: 'ok', progress: 100 },
      { state: 'done', size: 99, code: null },
    ],
    [{ status: 'timeout' }, { state: 'failed' }],
    [{ status: 'canceled', result: 324_021 }, { state: 'cancelled' }],
    [
      { status: 'ok', result: 324_017 },
      { state: 'failed', code: 324_017 },
    ],
  ])('is read from %j', (progress, expected) => {
    expect(report('in_progress', progress)).toMatchObject([{ key: 'k', ...expected }]);
  });

  it('has no size while the dock names zero', () => {
    const files = [{ key: 'k', size: 0, progress: { status: 'file_pull', progress: 5 } }];
    expect(logProgressOf({ result: 0, output: { ext: { files } } })).toMatchObject([{ size: null }]);
  });

  it('says nothing by words that nobody wrote down, and nothing without a file but its end', () => {
    expect(report('in_progress', { status: 'dreaming' })).toEqual([]);
    expect(logProgressOf({ result: 0, output: { status: 'ok' } })).toEqual([]);
    expect(logProgressOf({ result: 324_012, output: { status: 'failed' } })).toMatchObject([
      { key: null, state: 'failed', code: 324_012 },
    ]);
    for (const odd of [null, 1, 'x', [], { output: 7 }, { output: { ext: { files: 'x' } } }])
      expect(logProgressOf(odd)).toEqual([]);
  });
});
