import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  channelsOf,
  firstPreferences,
  isQuiet,
  notificationKinds,
  notificationLink,
  quietableKinds,
  type Channels,
  type NotificationKind,
  type NotificationPreferences,
} from './index.ts';

const silent: Channels = { bell: false, popup: false, sound: false };
const loud: Channels = { bell: true, popup: true, sound: true };
const minute = fc.integer({ min: 0, max: 1_439 });
const kind = fc.constantFrom(...(Object.keys(notificationKinds) as NotificationKind[]));
const channel = fc.record({ bell: fc.boolean(), popup: fc.boolean(), sound: fc.boolean() });
const preferences: fc.Arbitrary<NotificationPreferences> = fc.record({
  levels: fc.record({ info: channel, attention: channel }),
  kinds: fc.dictionary(fc.constantFrom(...quietableKinds), channel),
  quiet: fc.option(fc.record({ from: minute, to: minute }), { nil: null }),
});

describe('quiet hours', () => {
  it('may pass midnight, and none begin when they end', () => {
    const night = { from: 22 * 60, to: 6 * 60 };
    expect([0, 359, 360, 1_319, 1_320].map((at) => isQuiet(night, at))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(isQuiet({ from: 60, to: 60 }, 60)).toBe(false);
  });

  it('and the hours between them are a whole day', () => {
    fc.assert(
      fc.property(minute, minute, minute, (from, to, at) => {
        if (from === to) return;
        expect(isQuiet({ from, to }, at)).toBe(!isQuiet({ from: to, to: from }, at));
      }),
    );
  });
});

describe('a member is told', () => {
  it('of safety by every means, whatever was set', () => {
    fc.assert(
      fc.property(kind, preferences, minute, (given, wanted, at) => {
        if (notificationKinds[given].safety) expect(channelsOf(given, wanted, at)).toEqual(loud);
      }),
    );
  });

  it('by the kind, else by its level, and silently in quiet hours', () => {
    const chosen = { ...firstPreferences, kinds: { newAddress: silent } };
    expect(channelsOf('newAddress', chosen, 0)).toEqual(silent);
    expect(channelsOf('rightsChanged', chosen, 0)).toEqual(firstPreferences.levels.attention);
    const quiet = { ...chosen, quiet: { from: 0, to: 60 }, kinds: { workFailed: loud } };
    expect(channelsOf('workFailed', quiet, 30)).toEqual({ bell: true, popup: false, sound: false });
  });
});

describe('a notification leads', () => {
  it('to its thing, or nowhere', () => {
    expect(notificationLink('dockTwin', { dockOID: 'a b' })).toBe('/PortMonitorSee?oid=a%20b');
    expect(notificationLink('dockTwin', {})).toBeNull();
    expect(notificationLink('toString', {})).toBeNull();
  });
});
