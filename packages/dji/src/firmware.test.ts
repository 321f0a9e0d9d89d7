import { expect, it } from 'vitest';
import { upgradeProgressOf, upgradeService } from './firmware.ts';

it('orders a package for one device and a consistency upgrade of the other as the documents write it', () => {
  const file = { version: '10.01.3202', url: 'http://x/f', md5: 'a'.repeat(32), size: 7, fileName: 'f.zip' };
  expect(
    upgradeService([
      { sn: 'D1', type: 3, file },
      { sn: 'A1', type: 2, file: null },
    ]),
  ).toEqual({
    method: 'ota_create',
    data: {
      devices: [
        {
          sn: 'D1',
          product_version: '10.01.3202',
          file_url: 'http://x/f',
          md5: 'a'.repeat(32),
          file_size: 7,
          file_name: 'f.zip',
          firmware_upgrade_type: 3,
        },
        { sn: 'A1', firmware_upgrade_type: 2 },
      ],
    },
  });
});

const said = (
  status: unknown,
  progress: unknown = { percent: 40, current_step: 'upgrade_firmware' },
  result = 0,
) => upgradeProgressOf({ method: 'ota_progress', data: { result, output: { status, progress } } });

it.each([
  ['in_progress', 'working'],
  ['sent', 'working'],
  ['ok', 'done'],
  ['failed', 'failed'],
  ['timeout', 'failed'],
  ['rejected', 'failed'],
  ['canceled', 'failed'],
])('reads %s as %s', (word, state) => {
  expect(said(word)).toEqual({ state, percent: 40, step: 'upgrade', code: null });
});

it('takes a number for a failure whatever the word beside it', () => {
  expect(said('ok', {}, 312_016)).toEqual({ state: 'failed', percent: null, step: null, code: 312_016 });
});

it('reads the step of older docks, keeps a percentage in its bounds, and passes words that nobody wrote down', () => {
  expect(said('in_progress', { percent: 140.4, step_key: 'download_firmware' })).toMatchObject({
    percent: 100,
    step: 'download',
  });
  expect(said('in_progress', { percent: '40', current_step: 3 })).toMatchObject({
    percent: null,
    step: null,
  });
  expect(said('dancing')).toBeNull();
  expect(said(null)).toBeNull();
  expect(upgradeProgressOf({ method: 'ota_progress', data: null })).toBeNull();
  expect(upgradeProgressOf({ method: 'hms', data: { output: { status: 'ok' } } })).toBeNull();
});
