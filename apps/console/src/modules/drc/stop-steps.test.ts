import type { DrcState } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import {
  afterArm,
  afterLoss,
  afterPress,
  afterSilence,
  afterState,
  isUnconfirmed,
  noStop,
  stopKnown,
} from './stop-steps.ts';

const state = (count: number, known: NonNullable<DrcState['stop']>['state']): DrcState =>
  ({ stop: { count, result: null, state: known } }) as DrcState;

describe('an emergency stop that was pressed', () => {
  it('is not confirmed before the server has reported this very press', () => {
    const before = state(1, 'accepted');
    const pressed = afterPress(before, 0);
    expect(stopKnown(pressed, before)).toBe('sending');
    // A report that left before the press was received.
    const same = afterState(pressed, before);
    expect(stopKnown(same, before)).toBe('sending');
    const sent = afterState(same, state(2, 'sent'));
    expect(stopKnown(sent, state(2, 'sent'))).toBe('sent');
    expect(stopKnown(sent, state(2, 'accepted'))).toBe('accepted');
  });

  it('is of unknown outcome where the server stays silent, until it answers after all', () => {
    const pressed = afterPress(state(0, 'sent'), 0);
    expect(afterSilence(pressed, 1_500)).toBe(pressed);
    const silent = afterSilence(pressed, 1_501);
    expect(stopKnown(silent, null)).toBe('unanswered');
    expect(stopKnown(afterState(silent, state(1, 'unknown')), state(1, 'unknown'))).toBe('unknown');
    expect(stopKnown(afterLoss(pressed), null)).toBe('unanswered');
  });

  it('before anything was reported is not confirmed by a first report that may be of an earlier one', () => {
    const first = afterState(afterPress(null, 0), state(1, 'accepted'));
    expect(stopKnown(first, state(1, 'accepted'))).toBe('sending');
    expect(stopKnown(afterSilence(first, 1_501), state(1, 'accepted'))).toBe('unanswered');
    expect(stopKnown(afterState(first, state(2, 'accepted')), state(2, 'accepted'))).toBe('accepted');
  });

  it('is of the past once the sticks are armed anew, and the next one is not', () => {
    const armed = afterArm(state(2, 'accepted'));
    expect(stopKnown(armed, state(2, 'accepted'))).toBe(null);
    const pressed = afterPress(state(2, 'accepted'), 0);
    expect(stopKnown(afterState(pressed, state(3, 'sent')), state(3, 'sent'))).toBe('sent');
    // A run that begins anew counts from the beginning.
    expect(stopKnown(afterArm(null), state(1, 'failed'))).toBe('failed');
  });

  it('leaves everything as it is where none was pressed', () => {
    expect([afterSilence(noStop, 9_999), afterLoss(noStop)]).toEqual([noStop, noStop]);
    expect([stopKnown(noStop, null), stopKnown(noStop, { stop: null })]).toEqual([null, null]);
  });

  it.each([
    ['accepted', false],
    [null, false],
    ['sending', true],
    ['sent', true],
    ['rejected', true],
    ['unknown', true],
    ['failed', true],
    ['unanswered', true],
  ] as const)('%s calls for another press: %s', (known, calls) => {
    expect(isUnconfirmed(known)).toBe(calls);
  });
});
