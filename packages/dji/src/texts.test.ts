import type { HealthItem } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { deviceLanguages, errorMeaning, errorMessage, errorText, hmsText } from './index.ts';

type Alarm = Omit<HealthItem, 'text'>;
const alarm = (code: string, part: Partial<Alarm> = {}): Alarm => ({
  code,
  level: 2,
  module: 3,
  inTheSky: false,
  imminent: false,
  device: 'dock',
  args: {},
  ...part,
});

describe('error texts', () => {
  it.each([514303, 327014, 319044, 319042, 319016, 322283, 513003, 13003, 211001, 337540, 337001])(
    '%i has a text in every language',
    (code) => {
      expect(errorMeaning(code)).not.toBeNull();
      const texts = deviceLanguages.map((language) => errorText(code, language));
      expect(new Set(texts).size).toBe(deviceLanguages.length);
    },
  );

  it('pairs old live codes with the new', () => {
    expect(errorMeaning(13_003)).toBe(errorMeaning(513_003));
  });

  it('puts the narrow family before the wide', () => {
    expect(errorMeaning(337_540)).toBe('flyToStoppedByLimit');
    expect(errorMeaning(337_100)).toBe('flyToRefused');
  });

  it('keeps the code in the message, known or not', () => {
    expect(errorMessage(514_303, 'en')).toContain('514303');
    expect(errorMessage(999_999, 'zh-CN')).toBe('设备返回错误（999999）');
    expect(errorMeaning(0)).toBeNull();
  });
});

describe('alarm texts', () => {
  it('fills sides from the arguments', () => {
    expect(hmsText(alarm('0x19110000', { args: { sensor_index: 1 } }), 'en')).toBe(
      'Right cover motor stalled',
    );
    expect(hmsText(alarm('0x19110401', { args: { sensor_index: 0 } }), 'zh-CN')).toBe('前推杆堵转');
    expect(hmsText(alarm('0x16100083', { args: { sensor_index: '0' } }), 'en')).toBe(
      'Left battery not seated',
    );
  });

  it('leaves out what the device left out', () => {
    expect(hmsText(alarm('0x19110000'), 'en')).toBe('Cover motor stalled');
    expect(hmsText(alarm('0x19110000', { args: { sensor_index: 9 } }), 'zh-CN')).toBe('舱盖电机堵转');
  });

  it('says in the air what it means in the air', () => {
    const item = alarm('0x1610000d', { device: 'drone', inTheSky: true });
    expect(hmsText(item, 'en')).toBe('Critical voltage, land now');
    expect(hmsText({ ...item, inTheSky: false }, 'en')).toBe('Critical voltage, no take-off');
    expect(hmsText(alarm('0x20020200', { inTheSky: true }), 'en')).toBe('Strong wind, fly with care');
  });

  it('shows a code nobody wrote down as it came', () => {
    expect(hmsText(alarm('0xABCdef01'), 'ar')).toBe('0xABCdef01');
    expect(hmsText(alarm('constructor'), 'ar')).toBe('constructor');
  });
});
