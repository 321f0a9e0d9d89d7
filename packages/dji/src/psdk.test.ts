import { describe, expect, it } from 'vitest';
import { decodeDrcUp } from './drc.ts';
import {
  floatingTextIn,
  searchlightBrightnessService,
  searchlightCalibrateService,
  searchlightIn,
  searchlightModeService,
  searchlightTrimService,
  widgetSetService,
  widgetTextService,
} from './psdk.ts';

const light = {
  work_mode: 2,
  brightness: 60,
  calibration_status: 1,
  calibration_progress: 30,
  left_value: -3,
  right_value: 2,
  wide_field_mode: false,
  light_gimbal_control: 1,
};
const reported = {
  psdkIndex: 5,
  mode: 2,
  brightness: 60,
  calibration: 1,
  progress: 30,
  left: -3,
  right: 2,
  wideField: false,
  followsGimbal: true,
};

describe('orders to a searchlight', () => {
  it('go over the link of sticks, in the numbers of the documents', () => {
    expect(searchlightModeService(5, 'alternating')).toEqual({
      method: 'drc_light_mode_set',
      data: { psdk_index: 5, group: 0, mode: 4 },
      bySticks: true,
    });
    expect(searchlightBrightnessService(5, 1).data).toEqual({ psdk_index: 5, group: 0, brightness: 1 });
    expect(searchlightTrimService(5, { lamp: 'right', degrees: -3, saved: true })).toEqual({
      method: 'drc_light_fine_tuning_set',
      data: { psdk_index: 5, position: 1, value: -3, saved: true },
      bySticks: true,
    });
    expect(searchlightCalibrateService(5)).toEqual({
      method: 'drc_light_calibration',
      data: { psdk_index: 5 },
      bySticks: true,
    });
  });

  it('are not made of what no device may get', () => {
    for (const brightness of [0, 101, 1.5, Number.NaN])
      expect(() => searchlightBrightnessService(5, brightness)).toThrow(RangeError);
    for (const degrees of [-4, 4, 0.5])
      expect(() => searchlightTrimService(5, { lamp: 'left', degrees, saved: false })).toThrow(RangeError);
    expect(() => searchlightModeService(5, 'dim' as never)).toThrow(RangeError);
  });
});

describe('orders to widgets', () => {
  it('go as services, which docks of every generation have', () => {
    expect(widgetSetService(1, 0, -7)).toEqual({
      method: 'psdk_widget_value_set',
      data: { psdk_index: 1, index: 0, value: -7 },
    });
    expect(widgetTextService(1, '灯')).toEqual({
      method: 'psdk_input_box_text_set',
      data: { psdk_index: 1, value: '灯' },
    });
  });

  it('are not made of what no device may get', () => {
    expect(() => widgetSetService(1, -1, 0)).toThrow(RangeError);
    expect(() => widgetSetService(1, 0, 0.5)).toThrow(RangeError);
    expect(() => widgetTextService(1, '灯'.repeat(43))).toThrow(RangeError);
  });
});

describe('what a payload device reports on the link of sticks', () => {
  it('is of a searchlight by its name, whatever its number', () => {
    expect(searchlightIn({ psdk_index: 5, psdk_name: 'Searchlight', light })).toEqual(reported);
    // One struct as a list of one.
    expect(searchlightIn({ psdk_index: 5, psdk_name: 'Searchlight', light: [light] })).toEqual(reported);
    expect(searchlightIn({ psdk_index: 5, light })).toEqual(reported);
    // Numbers and flags as texts.
    const texts = { ...light, work_mode: '2', brightness: '60', wide_field_mode: '0' };
    expect(searchlightIn({ psdk_index: '5', light: texts })).toEqual(reported);
    expect(searchlightIn({ psdk_index: 5, psdk_name: 'Searchlight' })).toMatchObject({
      psdkIndex: 5,
      mode: null,
    });
  });

  it('is none of a loudspeaker, of what has no light, and of what has no number', () => {
    const none = {
      work_mode: 65_535,
      brightness: 65_535,
      calibration_status: 65_535,
      wide_field_mode: false,
    };
    expect(searchlightIn({ psdk_index: 2, psdk_name: 'Speaker', light })).toBe(null);
    expect(searchlightIn({ psdk_index: 1, psdk_name: 'Gas detector', light: none })).toBe(null);
    expect(searchlightIn({ psdk_name: 'Searchlight', light })).toBe(null);
    for (const psdk_index of [-1, 16, 1.5, 'x', null])
      expect(searchlightIn({ psdk_index, light })).toBe(null);
    for (const data of [null, [], 'light', 7]) expect(searchlightIn(data)).toBe(null);
  });

  it('leaves out what cannot be', () => {
    const wrong = { ...light, brightness: 101, left_value: 4, right_value: 'x', calibration_progress: -1 };
    expect(searchlightIn({ psdk_index: 5, light: wrong })).toEqual({
      ...reported,
      brightness: null,
      left: null,
      right: null,
      progress: null,
    });
  });

  it('is its window by either name, cut and well formed', () => {
    expect(floatingTextIn({ psdk_index: 1, value: 'CH4 3 ppm' })).toEqual({
      psdkIndex: 1,
      text: 'CH4 3 ppm',
    });
    expect(floatingTextIn({ psdk_index: 1, floating_window_text: '' })).toEqual({ psdkIndex: 1, text: '' });
    expect(floatingTextIn({ psdk_index: 1, value: '灯'.repeat(900) })?.text).toHaveLength(500);
    expect(floatingTextIn({ psdk_index: 1, value: 'a\ud800' })?.text.isWellFormed()).toBe(true);
    for (const data of [null, { psdk_index: 1 }, { psdk_index: 1, value: 7 }, { value: 'x' }])
      expect(floatingTextIn(data)).toBe(null);
  });

  it('is decoded by the method of the push', () => {
    expect(decodeDrcUp('drc_psdk_state_info', { psdk_index: 5, light })).toEqual({
      kind: 'searchlight',
      searchlight: reported,
    });
    const other = { kind: 'otherDevice', psdkIndex: 2 };
    expect(decodeDrcUp('drc_psdk_state_info', { psdk_index: 2, psdk_name: 'Speaker' })).toEqual(other);
    // What does not say what it is takes nothing away.
    expect(decodeDrcUp('drc_psdk_state_info', { psdk_index: 2 })).toBe(null);
    expect(decodeDrcUp('drc_psdk_state_info', { psdk_index: 16, psdk_name: 'Speaker' })).toBe(null);
    expect(
      decodeDrcUp('drc_psdk_floating_window_text', { psdk_index: 0, floating_window_text: 'on air' }),
    ).toEqual({ kind: 'floatingText', floating: { psdkIndex: 0, text: 'on air' } });
  });
});
