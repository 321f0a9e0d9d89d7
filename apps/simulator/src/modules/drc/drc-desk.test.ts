import { describe, expect, it } from 'vitest';
import { readSticks } from './drc-desk.ts';
import { readBroker } from '../../platform/drc-line.ts';

const centred = { roll: 1024, pitch: 1024, throttle: 1024, yaw: 1024 };

describe('what a dock takes of sticks', () => {
  it('is a deflection of every axis around the centre', () => {
    expect(readSticks(centred)).toEqual({ right: 0, ahead: 0, up: 0, turn: 0 });
    expect(readSticks({ roll: 1684, pitch: 364, throttle: 1354, yaw: 1024 })).toEqual({
      right: 12,
      ahead: -12,
      up: 2.5,
      turn: 0,
    });
  });

  it.each([null, {}, { ...centred, yaw: 1685 }, { ...centred, roll: 363 }, { ...centred, pitch: '1024' }])(
    'is not %o',
    (data) => {
      expect(readSticks(data)).toBe(null);
    },
  );
});

describe('where a dock opens its link', () => {
  const given = { address: 'b:1884', client_id: 'c', username: 'u', password: 'p', enable_tls: false };
  it('is the broker that it is named, as whom it is named', () => {
    expect(readBroker({ mqtt_broker: given, osd_frequency: 10, hsi_frequency: 1 })).toEqual({
      url: 'mqtt://b:1884',
      clientId: 'c',
      username: 'u',
      password: 'p',
      stateFrequency: 10,
      obstacleFrequency: 1,
    });
    expect(
      readBroker({ mqtt_broker: { ...given, enable_tls: true }, osd_frequency: 1, hsi_frequency: 30 })?.url,
    ).toBe('mqtts://b:1884');
    for (const frequency of [0, 31, '10', undefined]) {
      expect(readBroker({ mqtt_broker: given, osd_frequency: frequency, hsi_frequency: 1 })).toBe(null);
      expect(readBroker({ mqtt_broker: given, osd_frequency: 10, hsi_frequency: frequency })).toBe(null);
    }
    const nobody = { ...given, password: '' };
    expect(readBroker({ mqtt_broker: nobody, osd_frequency: 10, hsi_frequency: 1 })).toBe(null);
  });
});
