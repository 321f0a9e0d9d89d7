import { decodeDrcUp } from '@eyrie/dji';
import { describe, expect, it } from 'vitest';
import { PayloadDevices, type PayloadDevicesHost } from './payload-devices.ts';

/** Payload devices whose time runs when it is let run. */
const devicesOf = (differs: Partial<PayloadDevicesHost> = {}) => {
  const written: string[] = [];
  let changes = 0;
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  const devices = new PayloadDevices({
    fitted: true,
    droneOn: () => true,
    afterSeconds: (seconds, run) => void waiting.push({ at: now + seconds, run }),
    changed: () => (changes += 1),
    wrote: ({ text }) => void written.push(text),
    ...differs,
  });
  const pass = (seconds: number): void => {
    const end = now + seconds;
    for (;;) {
      const [next] = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      waiting = waiting.filter((one) => one !== next);
      now = next.at;
      next.run();
    }
    now = end;
  };
  /** As the product reads what they report; null: of another kind. */
  const light = () =>
    devices.pushes().map((one) => {
      const read = decodeDrcUp('drc_psdk_state_info', one);
      return read?.kind === 'searchlight' ? read.searchlight : null;
    });
  return { devices, written, pass, light, changes: () => changes };
};

describe('a simulated searchlight', () => {
  it('shines as ordered and says so, among others that are none', () => {
    const { devices, light, changes } = devicesOf();
    const psdk_index = 5;
    expect(devices.setByLink('drc_light_mode_set', { psdk_index, group: 0, mode: 3 })).toBe(0);
    expect(devices.setByLink('drc_light_brightness_set', { psdk_index, group: 0, brightness: 80 })).toBe(0);
    const turned = { psdk_index, position: 1, value: -2, saved: false };
    expect(devices.setByLink('drc_light_fine_tuning_set', turned)).toBe(0);
    expect(light()).toMatchObject([null, { psdkIndex: 5, mode: 3, brightness: 80, left: 0, right: -2 }]);
    expect(changes()).toBe(3);
    devices.sleep();
    expect(light()).toMatchObject([null, { mode: 0, right: 0 }]);
  });

  it('is calibrated once at a time, and says how far it is', () => {
    const { devices, light, pass } = devicesOf();
    expect(devices.setByLink('drc_light_calibration', { psdk_index: 5 })).toBe(0);
    expect(devices.setByLink('drc_light_calibration', { psdk_index: 5 })).toBe(327_009);
    pass(2);
    expect(light()).toMatchObject([null, { calibration: 1, progress: 50 }]);
    pass(2);
    expect(light()).toMatchObject([null, { calibration: 0, progress: 100 }]);
  });

  it.each([
    ['drc_light_mode_set', { group: 0, mode: 5 }, 514_171],
    ['drc_light_mode_set', { group: 1, mode: 1 }, 514_171],
    ['drc_light_brightness_set', { group: 0, brightness: 0 }, 514_171],
    ['drc_light_fine_tuning_set', { position: 2, value: 0, saved: true }, 514_171],
    ['drc_light_fine_tuning_set', { position: 0, value: 4, saved: true }, 514_171],
    ['drc_light_fine_tuning_set', { position: 0, value: 1 }, 514_171],
    ['drc_light_mode_set', { psdk_index: 1, group: 0, mode: 1 }, 327_050],
    ['drc_speaker_replay', {}, null],
  ])('does not take %s with %o', (method, data, code) => {
    const { devices, changes } = devicesOf();
    expect(devices.setByLink(method, { psdk_index: 5, ...data })).toBe(code);
    expect(changes()).toBe(0);
  });

  it('is not there on an aircraft that is off, or carries none', () => {
    const order = { psdk_index: 5, group: 0, mode: 1 };
    expect(devicesOf({ droneOn: () => false }).devices.setByLink('drc_light_mode_set', order)).toBe(327_050);
    const { devices } = devicesOf({ fitted: false });
    expect(devices.setByLink('drc_light_mode_set', order)).toBe(327_050);
    expect([devices.property(), devices.pushes()]).toEqual([[], []]);
  });
});

describe('a simulated gas detector', () => {
  it('has its widgets set, and reports them', () => {
    const { devices, changes } = devicesOf();
    const set = (index: number, value: unknown) =>
      devices.command('psdk_widget_value_set', { psdk_index: 1, index, value });
    expect([set(1, 55), set(9, 1), set(1, '55')]).toEqual([0, 327_050, 514_171]);
    expect(devices.property()).toMatchObject([
      {
        psdk_index: 1,
        values: [
          { index: 0, value: 1 },
          { index: 1, value: 55 },
        ],
      },
      { psdk_index: 5, psdk_name: 'Searchlight' },
    ]);
    expect(changes()).toBe(1);
    expect(devices.command('camera_photo_take', {})).toBe(null);
  });

  it('writes into its window with the words that it was given, until it is switched off', () => {
    const { devices, written, pass } = devicesOf();
    pass(5);
    expect(written.at(-1)).toMatch(/^CH4 \d ppm$/);
    expect(devices.command('psdk_input_box_text_set', { psdk_index: 1, value: '甲烷' })).toBe(0);
    expect(written.at(-1)).toMatch(/^甲烷 \d ppm$/);
    const long = { psdk_index: 1, value: '灯'.repeat(43) };
    expect(devices.command('psdk_input_box_text_set', long)).toBe(514_171);
    devices.command('psdk_widget_value_set', { psdk_index: 1, index: 0, value: 0 });
    pass(5);
    expect(written.at(-1)).toBe('');
  });
});
