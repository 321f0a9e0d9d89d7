import { createHash } from 'node:crypto';
import { openState, type OpenCommand, type OpenProgress, type OpenState } from '@eyrie/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFiles, testPlace, type TestFiles } from '../../testing/files.ts';
import { OpenDockMachine } from './dock.machine.ts';

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const order = (
  last: number,
  name: OpenCommand['name'],
  given: Record<string, unknown> = {},
): OpenCommand => ({
  id: id(last),
  name,
  arguments: given,
  issuedAt: 0,
  expiresAt: 1,
});
const start = () => new OpenDockMachine({ sn: 'DOCK', secret: '', brokerUrl: '', ...testPlace });
const pass = (dock: OpenDockMachine, seconds: number): OpenProgress[] =>
  Array.from({ length: seconds }, () => dock.advance(1)).flat();
const cover = (dock: OpenDockMachine) => dock.state().dock?.cover;

let files: TestFiles;
let kmz: Uint8Array;
beforeAll(async () => {
  files = await startFiles();
  kmz = new Uint8Array(await (await fetch(files.file.url)).arrayBuffer());
});
afterAll(() => files.stop());

const job = (last: number, file: object = {}) =>
  order(last, 'startJob', {
    flightId: id(77),
    file: { url: files.file.url, md5: files.file.fingerprint, bytes: kmz.length, ...file },
    returnAltitude: 60,
    lostAction: 'return',
  });

/** Lets simulated seconds pass until it looks so; a file is fetched meanwhile in real time. */
async function until(dock: OpenDockMachine, seen: OpenProgress[], fits: (state: OpenState) => boolean) {
  await expect
    .poll(
      () => {
        seen.push(...pass(dock, 1));
        const state = openState.parse({ at: 0, seq: 0, ...dock.state() });
        return fits(state);
      },
      { interval: 1, timeout: 30_000 },
    )
    .toBe(true);
}
const aloft = ({ aircraft }: OpenState) => (aircraft?.elevation ?? 0) > 30;

describe('the cover', () => {
  it('opens and closes, each with one end', () => {
    const dock = start();
    expect(dock.begin(order(1, 'coverOpen'))).toBeNull();
    expect(pass(dock, 5)).toEqual([]);
    expect(dock.state()).toMatchObject({ mode: 'working', dock: { cover: 'halfOpen' } });
    expect(dock.begin(order(2, 'coverClose'))).toBe('busy');
    expect(pass(dock, 15)).toEqual([{ id: id(1), state: 'done' }]);
    expect(cover(dock)).toBe('open');
    dock.begin(order(3, 'coverOpen'));
    expect(pass(dock, 1)).toEqual([{ id: id(3), state: 'done' }]);
  });

  it.each([
    ['a stop', (dock: OpenDockMachine) => void dock.begin(order(9, 'stop'))],
    ['a lost link', (dock: OpenDockMachine) => dock.linkLost()],
  ])('stands still after %s', (_what, halt) => {
    const dock = start();
    dock.begin(order(1, 'coverOpen'));
    pass(dock, 5);
    halt(dock);
    expect(pass(dock, 60)[0]).toEqual({ id: id(1), state: 'cancelled' });
    expect(dock.state()).toMatchObject({ mode: 'idle', dock: { cover: 'halfOpen' } });
  });
});

describe('a job', () => {
  it('is fetched, flown along its points, and brought home', async () => {
    const dock = start();
    const seen: OpenProgress[] = [];
    expect(dock.begin(job(1))).toBeNull();
    expect(dock.begin(job(2))).toBe('busy');
    expect(dock.begin(order(3, 'coverClose'))).toBe('unsafe');
    await until(dock, seen, aloft);
    expect(dock.state()).toMatchObject({
      mode: 'working',
      task: { id: id(77) },
      dock: { aircraftInside: false },
      aircraft: { airborne: true },
    });
    dock.linkLost();
    await until(dock, seen, ({ aircraft }) => aircraft === undefined);
    expect(seen).toEqual([{ id: id(1), state: 'done' }]);
    expect(dock.state()).toMatchObject({ mode: 'idle', dock: { cover: 'closed', aircraftInside: true } });
  });

  it('hovers on a stop, and comes home when it is called', async () => {
    const dock = start();
    const seen: OpenProgress[] = [];
    expect(dock.begin(order(1, 'returnHome'))).toBe('notAble');
    dock.begin(job(2));
    await until(dock, seen, aloft);
    dock.begin(order(3, 'stop'));
    const { aircraft } = dock.state();
    seen.push(...pass(dock, 30));
    expect(dock.state()).toMatchObject({ mode: 'paused', aircraft: { place: aircraft?.place, speed: 0 } });
    expect(dock.begin(order(4, 'returnHome'))).toBeNull();
    expect(dock.state().mode).toBe('returning');
    await until(dock, seen, (state) => state.aircraft === undefined);
    expect(seen).toEqual([
      { id: id(2), state: 'cancelled' },
      { id: id(3), state: 'done' },
      { id: id(4), state: 'done' },
    ]);
  });

  it.each([
    ['another MD5', () => ({ md5: createHash('md5').update('other').digest('hex') })],
    ['another length', () => ({ bytes: kmz.length + 1 })],
    ['an address where nothing is', () => ({ url: 'http://127.0.0.1:9/none.kmz' })],
  ])('fails on the ground with %s', async (_what, file) => {
    const dock = start();
    const seen: OpenProgress[] = [];
    expect(dock.begin(job(1, file()))).toBeNull();
    await until(dock, seen, ({ task }) => task === undefined);
    expect(seen).toMatchObject([{ id: id(1), state: 'failed' }]);
    expect(seen[0]?.text).toContain('cannot be flown');
    expect(cover(dock)).toBe('closed');
  });

  it('is left on the ground by a stop', async () => {
    const dock = start();
    dock.begin(job(1));
    dock.begin(order(2, 'stop'));
    expect(pass(dock, 120)).toEqual([
      { id: id(1), state: 'cancelled' },
      { id: id(2), state: 'done' },
    ]);
    expect(dock.state()).toMatchObject({ mode: 'idle', dock: { aircraftInside: true } });
  });
});
