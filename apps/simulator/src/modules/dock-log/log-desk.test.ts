import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DeviceJournal } from './journal.ts';
import { LogDesk } from './log-desk.ts';

interface Said {
  bid: string;
  status: string;
  percent: number;
  size: number;
  result: number;
}

interface Progress {
  output: {
    ext: { files: [{ size: number; progress: Pick<Said, 'status' | 'result'> & { progress: number } }] };
  };
}

/** A desk whose seconds pass at once, in their order. */
const startDesk = (given: { on?: boolean; failure?: 'logRefused' | 'logStops' | 'logWrongSize' } = {}) => {
  const journals = { dock: new DeviceJournal(7), drone: new DeviceJournal(1) };
  journals.dock.begin(1_763_690_000_000);
  journals.dock.write(1_763_690_001_000, 'coverOpen', { by: 'test' });
  journals.dock.begin(1_763_690_100_000);
  const said: Said[] = [];
  const stored: { key: string; bytes: Uint8Array; token: string }[] = [];
  const waiting: (() => void)[] = [];
  let armed = given.failure ?? null;
  const desk = new LogDesk({
    sn: 'DOCK',
    droneSn: 'AIR',
    journals,
    droneOn: () => given.on ?? false,
    flying: () => false,
    armed: (kind) => {
      if (armed !== kind) return null;
      armed = null;
      return { kind };
    },
    afterSeconds: (_, run) => void waiting.push(run),
    store: async ({ token }, key, bytes) => void stored.push({ key, bytes, token }),
    report: (bid, data) => {
      const [file] = (data as Progress).output.ext.files;
      const { status, progress: percent, result } = file.progress;
      said.push({ bid, status, percent, size: file.size, result });
    },
    log: () => undefined,
  });
  const order = {
    endpoint: 'http://host/objects/',
    bucket: 'eyrie',
    region: 'us-east-1',
    credentials: { access_key_id: 'id', access_key_secret: 'secret', security_token: 'token' },
    params: { files: [{ module: '3', object_key: 'logs/a/dock.tar', list: [{ boot_index: 7 }] }] },
  };
  const run = async (): Promise<void> => {
    for (const step of waiting.splice(0)) step();
    await new Promise(setImmediate);
  };
  return { desk, said, stored, order, run };
};

describe('log files of a simulated dock', () => {
  it('are listed start by start, those of an aircraft that is off are not', () => {
    const { desk } = startDesk();
    expect(desk.list({ module_list: ['3', '0'] })).toMatchObject({
      result: 0,
      files: [
        {
          module: '3',
          result: 0,
          list: [
            { boot_index: 7, start_time: 1_763_690_000_000, end_time: 1_763_690_100_000 },
            { boot_index: 8 },
          ],
        },
        { module: '0', result: 324_015, list: [] },
      ],
    });
  });

  it('are packed as an archive that holds what happened, and stored where the server said', async () => {
    const { desk, said, stored, order, run } = startDesk();
    const bid = randomUUID();
    expect(desk.start(order, bid)).toBe(0);
    expect(desk.busy).toBe(true);
    await run();
    expect(said.map(({ status }) => status)).toEqual(['file_pull', 'file_zip', 'file_uploading', 'ok']);
    const [file] = stored;
    expect(file).toMatchObject({ key: 'logs/a/dock.tar', token: 'token' });
    expect(said.at(-1)).toMatchObject({ bid, percent: 100, size: file?.bytes.length });
    const text = execFileSync('tar', ['-xO', '-f', '-', 'dock-7.log'], {
      input: file?.bytes,
      encoding: 'utf8',
    });
    expect(text).toContain('"event":"coverOpen","by":"test"');
    expect(desk.busy).toBe(false);
  });

  it('fail by name: refused, in the middle without a word, with a size that is not stored', async () => {
    const refused = startDesk({ failure: 'logRefused' });
    expect(refused.desk.start(refused.order, 'b')).toBe(324_016);
    const stops = startDesk({ failure: 'logStops' });
    stops.desk.start(stops.order, 'b');
    await stops.run();
    expect(stops.said.at(-1)).toMatchObject({ status: 'file_zip' });
    expect(stops.stored).toEqual([]);
    const wrong = startDesk({ failure: 'logWrongSize' });
    wrong.desk.start(wrong.order, 'b');
    await wrong.run();
    expect(wrong.said.at(-1)?.size).toBe((wrong.stored[0]?.bytes.length ?? 0) + 1);
  });

  it('are cancelled, and not stored any more', async () => {
    const { desk, said, stored, order, run } = startDesk();
    desk.start(order, 'b');
    expect(desk.start(order, 'c')).toBe(514_116);
    expect(desk.update({ status: 'cancel', module_list: ['3'] })).toBe(0);
    await run();
    expect(said.map(({ status }) => status)).toEqual(['canceled']);
    expect(stored).toEqual([]);
  });
});
