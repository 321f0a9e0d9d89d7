import { describe, expect, it } from 'vitest';
import { FirmwareDesk, type FirmwareHost } from './firmware-desk.ts';

const sum = { md5: 'd41d8cd98f00b204e9800998ecf8427e', size: 9 };
const file = { file_url: 'http://127.0.0.1/p', md5: sum.md5, file_size: sum.size };
const normal = { sn: 'DOCK', product_version: '10.01.3303', firmware_upgrade_type: 3, ...file };
const consistent = { sn: 'DRONE', firmware_upgrade_type: 2 };

const deskOf = (differs: Partial<FirmwareHost> = {}) => {
  const reports: { result: number; output: { status: string } }[] = [];
  const done: string[] = [];
  let waiting: (() => void)[] = [];
  const desk = new FirmwareDesk({
    sn: 'DOCK',
    droneSn: 'DRONE',
    idle: () => true,
    droneInDock: () => true,
    droneOn: () => true,
    batteryPercent: () => 20,
    armed: () => null,
    afterSeconds: (_, run) => void waiting.push(run),
    fetch: async () => sum,
    progress: (_, data) => void reports.push(data as (typeof reports)[number]),
    upgrading: (on) => void done.push(on ? 'busy' : 'free'),
    install: (of, version) => void done.push(`${of} ${version ?? 'matching'}`),
    restart: () => void done.push('restart'),
    log: () => undefined,
    ...differs,
  });
  const run = async (devices: unknown) => {
    const answer = desk.create({ devices }, 'bid');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    for (const next of waiting) next();
    waiting = [];
    return answer;
  };
  return { desk, run, reports, done };
};
const armed =
  (kind: string): FirmwareHost['armed'] =>
  (asked) =>
    asked === kind ? { kind } : null;
const taken = { result: 0, output: { status: 'in_progress' } };

describe('the firmware of a simulated dock', () => {
  it('becomes what was promised, and is reported after a restart', async () => {
    const { run, reports, done } = deskOf();
    expect(await run([normal, consistent])).toEqual(taken);
    expect(done).toEqual(['busy', 'dock 10.01.3303', 'drone matching', 'free', 'restart']);
    expect(reports.at(-1)).toMatchObject({ result: 0, output: { status: 'ok', progress: { percent: 100 } } });
  });

  it.each([
    ['while it works', { idle: () => false }, 312_015],
    ['while its aircraft is away', { droneInDock: () => false }, 312_015],
    ['while its aircraft is off', { droneOn: () => false }, 312_022],
    ['with a battery below 20 %', { batteryPercent: () => 19 }, 312_704],
    ['when a refusal is armed', { armed: armed('firmwareRefused') }, 312_016],
  ] as const)('takes no order %s', async (_, differs, code) => {
    const { run, done } = deskOf(differs);
    expect(await run([consistent])).toBe(code);
    expect(done).toEqual([]);
  });

  it.each([
    ['a file that cannot be fetched', { fetch: () => Promise.reject(new Error('404')) }],
    ['a lost way to the file', { armed: armed('firmwareNotFetched') }],
    ['another sum', { fetch: async () => ({ ...sum, md5: 'f'.repeat(32) }) }],
    ['another size', { fetch: async () => ({ ...sum, size: 8 }) }],
    ['a broken file', { armed: armed('firmwareBroken') }],
  ] as const)('installs nothing with %s', async (_, differs) => {
    const { run, reports, done } = deskOf(differs);
    expect(await run([normal])).toEqual(taken);
    expect(done).toEqual(['busy', 'free']);
    expect(reports.at(-1)).toMatchObject({ result: 312_016, output: { status: 'failed' } });
  });

  it('comes back with the old version and says that it is done, when that was ordered', async () => {
    const { run, reports, done } = deskOf({ armed: armed('firmwareStays') });
    await run([normal]);
    expect(done).toEqual(['busy', 'free', 'restart']);
    expect(reports.at(-1)).toMatchObject({ output: { status: 'ok' } });
  });

  it('takes one order at a time', () => {
    const { desk } = deskOf({ fetch: () => new Promise(() => undefined) });
    expect(desk.create({ devices: [normal] }, 'a')).toEqual(taken);
    expect(desk.create({ devices: [normal] }, 'b')).toBe(312_014);
  });

  it.each([
    undefined,
    [],
    [null],
    [normal, normal],
    [{ ...normal, sn: 'OTHER' }],
    [{ ...normal, md5: 'short' }],
    [{ ...normal, file_size: '9' }],
    [{ ...normal, product_version: '' }],
    [{ ...normal, firmware_upgrade_type: 1 }],
    [consistent, normal, consistent],
  ])('takes no order that is not one: %j', async (devices) => {
    expect(await deskOf().run(devices)).toBe(514_171);
  });
});
