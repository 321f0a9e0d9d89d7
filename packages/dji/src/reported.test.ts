import { describe, expect, it } from 'vitest';
import { firmwareOf, psdkOf } from './reported.ts';

describe('what devices report of their firmware', () => {
  it.each([
    [{ firmware_version: '10.01', compatible_status: 0, firmware_upgrade_status: 0 }, '10.01', true, false],
    [{ firmware_version: '10.01', compatible_status: 1, firmware_upgrade_status: 1 }, '10.01', false, true],
    [{ compatible_status: 7 }, null, null, null],
    [{}, null, null, null],
  ])('%j', (values, version, consistent, upgrading) => {
    expect(firmwareOf(values)).toEqual({ version, consistent, upgrading });
  });
});

describe('what a dock reports of payloads of others', () => {
  it('is nothing where it said nothing, and an empty list where it said so', () => {
    expect(psdkOf({})).toBeNull();
    expect(psdkOf({ psdk_widget_values: 'none' })).toBeNull();
    expect(psdkOf({ psdk_widget_values: [] })).toEqual([]);
  });

  it('has the values of their controls, and a loudspeaker only where there is one', () => {
    const none = { work_mode: 65_535, play_mode: 65_535, play_volume: 65_535, system_state: 65_535 };
    const listed = psdkOf({
      psdk_widget_values: [
        {
          psdk_index: 2,
          psdk_name: 'Speaker',
          values: [{ index: 1, value: 40 }, { value: 1 }],
          speaker: { play_volume: 30 },
        },
        { psdk_index: '5', speaker: none },
        { psdk_name: 'nowhere' },
      ],
    });
    expect(listed).toMatchObject([
      { index: 2, name: 'Speaker', values: [{ index: 1, value: 40 }], speaker: { volume: 30, state: null } },
      { index: 5, name: null, values: [], speaker: null },
    ]);
  });
});
