import type { ConnectionNeed } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { connectionNeedsNow, type NeedsDependencies } from './needs.ts';

const ready: NeedsDependencies = {
  brokerUrl: 'mqtts://dock.example.org:8883',
  publicUrl: 'https://eyrie.example.org',
  videoUrl: 'rtmp://video.example.org/live',
  byWhip: false,
  licensed: true,
  ntpHost: 'ntp.example.org',
  reach: async (address) => ({ address, scope: 'world', reached: true, fault: null }),
  clockOffset: async () => 12,
};
const needs = async (differs: Partial<NeedsDependencies> = {}) =>
  Object.fromEntries(
    (await connectionNeedsNow({ ...ready, ...differs })).map((one) => [one.need, one]),
  ) as Record<ConnectionNeed['need'], ConnectionNeed>;

it('is fine where a dock reaches everything, and never says so of what nobody looked at', async () => {
  const found = await needs();
  for (const need of ['brokerAddress', 'encryption', 'publicAddress', 'videoAddress', 'timeServer'] as const)
    expect(found[need]).toMatchObject({ state: 'fine' });
  expect(found.licence).toMatchObject({ state: 'notChecked', reason: 'set' });
  for (const need of ['dock', 'controller'] as const)
    expect(found[need]).toMatchObject({ state: 'notChecked', reason: 'byHand' });
  expect((await needs({ videoUrl: null })).videoAddress.state).toBe('notChecked');
});

it('names what is missing and the variable that sets it', async () => {
  const found = await needs({
    licensed: false,
    brokerUrl: 'mqtt://127.0.0.1:1883',
    reach: async (address) => ({ address, scope: 'machine', reached: true, fault: null }),
  });
  expect(found.licence).toMatchObject({ state: 'missing', reason: 'notSet' });
  expect(found.brokerAddress).toMatchObject({
    state: 'missing',
    reason: 'machine',
    setting: 'EYRIE_PUBLIC_MQTT_URL',
  });
  expect(found.encryption).toMatchObject({ state: 'attention', reason: 'plain' });
});

it('looks for pictures where docks are ordered to send them', async () => {
  expect((await needs()).videoAddress).toMatchObject({
    value: 'rtmp://video.example.org/live',
    setting: 'EYRIE_PUBLIC_RTMP_URL',
  });
  expect((await needs({ byWhip: true })).videoAddress).toMatchObject({
    value: 'https://eyrie.example.org',
    setting: 'EYRIE_PUBLIC_URL',
  });
});

it('says honestly what a look from this machine cannot decide', async () => {
  const reach =
    (scope: 'network' | 'world', fault: 'timeout' | 'refused'): NeedsDependencies['reach'] =>
    async (address) => ({ address, scope, reached: false, fault });
  expect((await needs({ reach: reach('world', 'timeout') })).publicAddress.state).toBe('attention');
  expect((await needs({ reach: reach('network', 'timeout') })).publicAddress.state).toBe('missing');
  expect((await needs({ reach: reach('world', 'refused') })).publicAddress.state).toBe('missing');
  expect((await needs({ clockOffset: async () => null })).timeServer.state).toBe('attention');
  expect((await needs({ clockOffset: async () => 41_000 })).timeServer).toMatchObject({
    state: 'missing',
    reason: 'clockOff',
  });
});
