import { limits } from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FrameLimit } from './frame-limits.ts';
import { RelayWrites } from './relay-writes.ts';

const { unconfirmed, silent, lost, stale } = limits.drc;
const limit = (ref: string, kind?: FrameLimit['kind']): FrameLimit => ({
  sn: 'DOCK1',
  until: 0,
  ref,
  ...(kind ? { kind } : {}),
});
/** What a way to the dock and back takes, ms. */
const usual = 50;

let writes: RelayWrites;
let bytes: number;
const write = (at: number, kind?: FrameLimit['kind'], ref = `${at}`): void => {
  bytes += 100;
  writes.written(limit(ref, kind), at).end = bytes;
};
beforeEach(() => {
  writes = new RelayWrites();
  bytes = 0;
  // A frame that took its usual time.
  write(-1_000);
  writes.acknowledged(bytes, -1_000 + usual);
});

describe('what was written to a connection for sticks', () => {
  it('has arrived once its bytes are acknowledged, and not before', () => {
    write(0, 'moves');
    write(100, 'moves');
    writes.acknowledged(bytes - 1, 150);
    expect(writes.isEmpty).toBe(false);
    expect(writes.cut().map(({ ref }) => ref)).toEqual(['100']);
    write(200, 'moves');
    writes.acknowledged(bytes, 250);
    expect(writes.isEmpty).toBe(true);
  });

  it('is acknowledged by what was written alone: bytes that the system has not taken are not', () => {
    writes.written(limit('a', 'moves'), 0);
    writes.acknowledged(1e9, 10);
    expect(writes.isEmpty).toBe(false);
  });

  it('and moves ends the connection when it has not arrived half a second after it usually does', () => {
    write(0, 'moves');
    writes.acknowledged(bytes - 100, unconfirmed + usual);
    expect([writes.overdue(unconfirmed + usual), writes.overdue(unconfirmed + usual + 1)]).toEqual([
      false,
      true,
    ]);
  });

  it('may have arrived where all that is open may have been written while that was asked for', () => {
    writes.spoke(0);
    write(1, 'moves');
    writes.spoke(2);
    const late = 1 + lost + usual + 1;
    writes.acknowledged(bytes - 100, late, bytes);
    expect([writes.isEmpty, writes.overdue(late)]).toEqual([false, false]);
    writes.acknowledged(bytes - 100, late);
    expect(writes.overdue(late)).toBe(true);
  });

  it('of a far dock is given the time that its way takes', () => {
    writes = new RelayWrites();
    bytes = 0;
    write(0);
    writes.acknowledged(bytes, 400);
    write(500, 'moves');
    writes.acknowledged(bytes - 1, 1_400);
    expect([writes.overdue(1_400), writes.overdue(1_401)]).toEqual([false, true]);
  });

  it('and moves nothing ends it only where the link counts as lost', () => {
    write(0);
    write(0, 'stops');
    writes.acknowledged(bytes - 200, 1);
    expect([writes.overdue(lost + usual), writes.overdue(lost + usual + 1)]).toEqual([false, true]);
  });

  it('before a stop moves nothing for longer than that takes; what was written after it does', () => {
    write(0, 'moves');
    write(100, 'stops');
    writes.acknowledged(bytes - 200, 1_000);
    expect(writes.overdue(1_000)).toBe(false);
    write(1_000, 'moves');
    expect(writes.overdue(1_000 + unconfirmed + usual + 1)).toBe(true);
  });

  it('counts as arrived only when a device that was reporting goes on', () => {
    writes.spoke(0);
    write(10, 'moves');
    writes.acknowledged(bytes, 100);
    expect(writes.isEmpty).toBe(false);
    writes.spoke(110);
    writes.acknowledged(bytes, 120);
    expect(writes.isEmpty).toBe(true);
  });

  it('and acknowledged by the system of a device that has fallen silent ends it a second later', () => {
    writes.spoke(0);
    write(10, 'moves');
    writes.acknowledged(bytes, silent);
    expect([writes.overdue(10 + silent + usual), writes.overdue(11 + silent + usual)]).toEqual([false, true]);
  });

  it('to a device that does not report has arrived by its bytes', () => {
    writes.spoke(0);
    write(stale + 1, 'moves');
    writes.acknowledged(bytes, stale + 2);
    expect(writes.isEmpty).toBe(true);
  });

  it('has arrived by the words of the device where the machine reports no bytes', () => {
    writes.spoke(0);
    writes.written(limit('a', 'moves'), 10);
    writes.acknowledged(null, 20);
    expect(writes.isEmpty).toBe(false);
    writes.spoke(30);
    writes.acknowledged(null, 40);
    expect(writes.isEmpty).toBe(true);
  });

  it('is named when its connection ends, and forgotten', () => {
    write(0, 'stops', 'a');
    write(1, undefined, 'b');
    writes.written(undefined, 2);
    expect(writes.cut().map(({ ref }) => ref)).toEqual(['a', 'b']);
    expect([writes.isEmpty, writes.cut()]).toEqual([true, []]);
  });
});
