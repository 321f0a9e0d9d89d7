import { describe, expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import { createRefusedCredentials } from './refused-credentials.ts';

const opened = () => {
  const rows: unknown[] = [];
  let now = 0;
  const note = createRefusedCredentials(
    { clock: { wall: () => now, mono: () => now } },
    { enqueuePending: (row) => void rows.push(row) },
  );
  return { rows, note, move: (ms: number) => (now += ms) };
};
const page = { path: '/mqtt', address: '192.0.2.1', groupRoot: null };

describe('a refused credential of a live connection', () => {
  it('is written down at once, and then once a minute with how often it was tried', () => {
    const { rows, note, move } = opened();
    for (let tries = 0; tries < 50; tries += 1) note(page);
    expect(rows).toMatchObject([
      {
        action: 'call.denied',
        outcome: 'notSignedIn',
        address: '192.0.2.1',
        detail: { path: '/mqtt', count: 1 },
      },
    ]);
    move(limits.broker.denialEvery);
    note(page);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({ detail: { count: 50 } });
  });

  it('of many addresses is no flood of rows', () => {
    const { rows, note } = opened();
    for (let at = 0; at < 5_000; at += 1) note({ ...page, address: `10.0.${at >> 8}.${at & 255}` });
    expect(rows).toHaveLength(limits.broker.denialsAMinute);
  });
});
