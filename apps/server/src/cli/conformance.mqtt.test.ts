import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { checkOpenDevice, openRuleIds, type OpenVerdict } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { describe, expect, it } from 'vitest';
import { startSimulator, type SimulatorProcess } from '../testing/simulator-process.ts';
import { conformanceCommand, readListen } from './conformance.ts';
import { tryOpenDevice } from './conformance/trial.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const secret = 'a-secret-of-a-trial';

interface Device {
  kind: 'robot' | 'open-dock';
  sn: string;
  breaks?: string;
}

/** Where the devices of these tests stand. */
const place = { lng: 104.06, lat: 30.57 };

/** Tries a device of the second simulator on states that come four times as often, which shortens the watching. */
async function verdictsOn({ kind, sn, breaks }: Device): Promise<OpenVerdict[]> {
  let device: SimulatorProcess | null = null;
  let starting: Promise<unknown> = Promise.resolve();
  try {
    const exchange = await tryOpenDevice({
      host: '127.0.0.1',
      port: 0,
      sn,
      secret,
      kind: kind === 'robot' ? 'robot' : 'dock',
      heartbeat: 500,
      within: promised(60_000),
      now: () => Date.now(),
      trying: () => undefined,
      opened: (port) => {
        const broker = `mqtt://127.0.0.1:${port}`;
        const flags: Record<string, string | number> = { ...place, broker, sn, speed: 5 };
        if (breaks !== undefined) flags['breaks'] = breaks;
        starting = startSimulator(kind, secret, flags).then((started) => {
          device = started;
        });
      },
    });
    return checkOpenDevice(exchange);
  } finally {
    await starting;
    await (device as SimulatorProcess | null)?.end();
  }
}

const rulesThat = (result: OpenVerdict['result'], verdicts: readonly OpenVerdict[]): string[] =>
  verdicts.filter((one) => one.result === result).map(({ rule }) => rule);

/** The command as a vendor runs it; gives its port as soon as it listens. */
async function conformance(...args: string[]) {
  const child = execFile(process.execPath, [cli, 'conformance', ...args]);
  const said = { out: '', err: '' };
  child.stdout?.on('data', (text: string) => (said.out += text));
  const listening = new Promise<number>((resolve, reject) => {
    child.stderr?.on('data', (text: string) => {
      said.err += text;
      const port = /listening on mqtt:\/\/127\.0\.0\.1:(\d+)/.exec(said.err)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', () => reject(new Error(said.err)));
  });
  listening.catch(() => undefined);
  const ended = once(child, 'close').then(([code]) => code as number);
  return { listening, ended, said };
}

// States are watched for real, and other tests may keep the machine busy meanwhile.
describe.concurrent('a device of another vendor', { timeout: 300_000 }, () => {
  it('passes every rule as our robot does, by the command', async () => {
    const run = await conformance(':0', '--sn', 'ROBOT-1', '--secret', secret, '--kind', 'robot', '--json');
    const broker = `mqtt://127.0.0.1:${await run.listening}`;
    const robot = await startSimulator('robot', secret, { ...place, broker, sn: 'ROBOT-1', speed: 5 });
    const code = await run.ended;
    await robot.end();
    const { sn, verdicts } = JSON.parse(run.said.out) as { sn: string; verdicts: OpenVerdict[] };
    expect(sn).toBe('ROBOT-1');
    expect(verdicts.filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(verdicts.map(({ rule }) => rule)).toEqual(openRuleIds);
    expect(code).toBe(0);
  });

  it('passes every rule as our own dock does', async () => {
    const verdicts = await verdictsOn({ kind: 'open-dock', sn: 'DOCK-1' });
    expect(verdicts.filter(({ result }) => result !== 'ok')).toEqual([]);
  });

  it('fails the three rules that it breaks, and no other', async () => {
    const breaks = 'repeatsCommands,ignoresExpiry,retains';
    const verdicts = await verdictsOn({ kind: 'robot', sn: 'FOREIGN-1', breaks });
    expect(rulesThat('failed', verdicts)).toEqual(['notRetained', 'expired', 'once']);
    // Who looks at no expiry does not show by which clock.
    expect(rulesThat('notChecked', verdicts)).toEqual(['serverTime']);
    expect(verdicts.find(({ rule }) => rule === 'notRetained')?.message).toContain('list');
  });

  it('fails the rules of its connection that it breaks, and no other', async () => {
    const breaks = 'resumes,ignoresRefusal,ownClock';
    const verdicts = await verdictsOn({ kind: 'robot', sn: 'FOREIGN-2', breaks });
    expect(rulesThat('failed', verdicts)).toEqual(['serverTime', 'nothingResumed', 'refusedWelcome']);
    expect(rulesThat('notChecked', verdicts)).toEqual([]);
  });
});

describe('the command', () => {
  it('fails when nobody comes, and when the password is wrong', async () => {
    const nobody = await conformance(':0', '--within', '1');
    expect(await nobody.ended).toBe(1);
    expect(nobody.said.out).toMatch(/failed +signIn +no device connected in time/);
    expect(nobody.said.err).toMatch(/user name TRIAL-\w+, password \S{16}/);
    const refused = await conformance(':0', '--within', '10', '--sn', 'ROBOT-2', '--secret', secret);
    const broker = `mqtt://127.0.0.1:${await refused.listening}`;
    const robot = await startSimulator('robot', 'other', { ...place, broker, sn: 'ROBOT-2', speed: 1 });
    expect(await refused.ended).toBe(1);
    await robot.end();
    expect(refused.said.out).toContain('refused: the password is not the secret');
  });

  it.each([
    [['nowhere'], 'nowhere is no address to listen on'],
    [[], 'one address to listen on is needed'],
    [[':0', '--kind', 'boat'], '--kind is one of robot, dock, not boat'],
    [[':0', '--within', '0'], '--within is 1 to 3600 seconds, not 0'],
    [[':0', '--sn', 'a b'], '--sn is 4 to 64 of'],
  ])('refuses %j by name', async (args, sentence) => {
    await expect(conformanceCommand.run(args)).rejects.toThrow(sentence);
  });

  it('reads where to listen', () => {
    expect(readListen('mqtt://0.0.0.0:1884')).toEqual({ host: '0.0.0.0', port: 1884 });
    expect(readListen(':0')).toEqual({ host: '127.0.0.1', port: 0 });
    expect(readListen('tcp://[::1]:1884/')).toEqual({ host: '::1', port: 1884 });
    expect(() => readListen('mqtts://x:1')).toThrow('no address to listen on');
    expect(() => readListen(':70000')).toThrow('no address to listen on');
  });
});
