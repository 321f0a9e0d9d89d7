import { expect, test } from 'vitest';
import { readSettings } from '../platform/settings.ts';
import { createAddresses } from './addresses.ts';

test('docks are told the broker that the settings name for them, else the one on this server', () => {
  const named = createAddresses(readSettings({ EYRIE_PUBLIC_MQTT_URL: 'mqtts://docks.example:8883' }));
  expect(named.broker(1883)).toBe('mqtts://docks.example:8883');
  expect(createAddresses(readSettings({})).broker(1884)).toBe('mqtt://127.0.0.1:1884');
});

test('what the server signs in to a broker with is not told', () => {
  const outside = createAddresses(
    readSettings({ EYRIE_MQTT_URL: 'mqtt://server:hidden@broker.example:1883' }),
  );
  expect(outside.broker(undefined)).toBe('mqtt://broker.example:1883');
});

test('where there is no broker there is no address', () => {
  expect(createAddresses(readSettings({})).broker(undefined)).toBe('');
});
