import { describe, expect, it } from 'vitest';
import type { Log } from './log.ts';
import { createSparingWarn } from './sparing-log.ts';

const opened = () => {
  const said: unknown[] = [];
  let now = 0;
  const log = { warn: (facts: object, text: string) => said.push([text, facts]) } as unknown as Log;
  return { said, warn: createSparingWarn(log, () => now), move: (ms: number) => (now += ms) };
};

describe('a warning that others can cause', () => {
  it('is said at once, and then once a minute with how often', () => {
    const { said, warn, move } = opened();
    for (let times = 0; times < 100; times += 1) warn('SN1', { sn: 'SN1' }, 'denied');
    expect(said).toEqual([['denied', { sn: 'SN1' }]]);
    move(60_000);
    warn('SN1', { sn: 'SN1' }, 'denied');
    expect(said[1]).toEqual(['denied', { sn: 'SN1', times: 100 }]);
  });

  it('of another device and of another kind is said as well, within bounds', () => {
    const { said, warn } = opened();
    for (const sn of ['SN1', 'SN2']) warn(sn, { sn }, 'denied');
    warn('SN1', { sn: 'SN1' }, 'too large');
    expect(said).toHaveLength(3);
    for (let device = 0; device < 5_000; device += 1) warn(`D${device}`, {}, 'denied');
    expect(said).toHaveLength(11);
  });
});
