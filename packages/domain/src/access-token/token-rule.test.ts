import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { allCalls } from '../calls.ts';
import { holdsSecret } from '../secret.ts';
import { isOpenToTokens } from './token-rule.ts';

const open = allCalls.filter(isOpenToTokens);
const fieldsOf = (one: (typeof allCalls)[number]): string[] =>
  Object.keys((one.request as z.ZodObject).shape);

describe('what is open to access tokens', () => {
  it('is readings, and those few changes that say so', () => {
    expect(open.length).toBeGreaterThan(100);
    expect(open.filter(({ effect, tokens }) => effect === 'changes' && tokens !== 'open')).toEqual([]);
  });

  it('is no order to a device, and nothing that needs control of one', () => {
    const ordering = ['key', 'epoch', 'nonce', 'tabId', 'issuedAt'];
    expect(open.filter((one) => fieldsOf(one).some((field) => ordering.includes(field)))).toEqual([]);
    // Starts, stops and streams stand under these addresses; readings of what a dock said alone are open.
    expect(
      open.filter(({ path, effect }) => path.includes('/uavdockmonitor/') && effect === 'changes'),
    ).toEqual([]);
    expect(
      open.filter(({ path }) => /drc|takeoff|flyTo|startJob|dockLived|dockDroneLived/i.test(path)),
    ).toEqual([]);
  });

  it('answers no secret, and makes no token, session or code', () => {
    expect(open.filter(({ response }) => holdsSecret(response))).toEqual([]);
    expect(open.filter(({ path }) => /\/(login|accessToken)\/|\/screen_config\/get/.test(path))).toEqual([]);
  });

  it('is nothing that runs the instance', () => {
    expect(open.filter(({ permission }) => permission.includes('platform:operate'))).toEqual([]);
  });
});
