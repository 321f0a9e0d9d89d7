import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { checkOpenDevice, openDeviceKinds, openDeviceLimits, openDeviceSn } from '@eyrie/domain';
import { systemClock } from '../platform/clock.ts';
import { countOf, reportLines } from './conformance/report.ts';
import { tryOpenDevice } from './conformance/trial.ts';
import { print } from './command.ts';
import type { CliCommand } from './command.ts';

const text = { type: 'string' } as const;
const most = 3_600;

/** Reads where to listen: `mqtt://host:port`, `host:port` or `:port`; without a host on this machine only. */
export function readListen(address: string): { host: string; port: number } {
  const found = /^(?:(?:mqtt|tcp):\/\/)?(\[[0-9a-fA-F:]+\]|[^:/[\]]*):(\d{1,5})\/?$/.exec(address);
  const port = Number(found?.[2]);
  if (!found || port > 65_535)
    throw new Error(`${address} is no address to listen on, such as mqtt://127.0.0.1:1884 or :0`);
  const host = (found[1] ?? '').replace(/^\[|\]$/g, '');
  return { host: host === '' ? '127.0.0.1' : host, port };
}

function read(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { sn: text, secret: text, kind: text, within: text, json: { type: 'boolean' } },
  });
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0)
    throw new Error('one address to listen on is needed, such as mqtt://127.0.0.1:1884');
  const kind = openDeviceKinds.find((one) => one === values.kind);
  if (values.kind !== undefined && kind === undefined)
    throw new Error(`--kind is one of ${openDeviceKinds.join(', ')}, not ${values.kind}`);
  const within = Number(values.within ?? 120);
  if (!(within >= 1 && within <= most))
    throw new Error(`--within is 1 to ${most} seconds, not ${values.within}`);
  const sn = values.sn ?? `TRIAL-${randomBytes(4).toString('hex').toUpperCase()}`;
  if (!openDeviceSn.safeParse(sn).success) throw new Error(`--sn is 4 to 64 of A-Z a-z 0-9 _ -, not ${sn}`);
  const secret = values.secret ?? randomBytes(12).toString('base64url');
  return { ...readListen(address), sn, secret, kind, within: within * 1_000, json: values.json ?? false };
}

/** For the person who waits; the report alone goes to the next program. */
const aside = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

export const conformanceCommand: CliCommand = {
  words: 'conformance',
  usage: '<address> [--sn <sn>] [--secret <secret>] [--kind robot|dock] [--within <seconds>] [--json]',
  summary: 'listens for a device of another vendor and tries the rules of the contract on it',
  run: async (args) => {
    const { json, ...options } = read(args);
    const exchange = await tryOpenDevice({
      ...options,
      heartbeat: openDeviceLimits.heartbeat,
      now: () => systemClock.wall(),
      opened: (port) => {
        const host = options.host.includes(':') ? `[${options.host}]` : options.host;
        aside(`listening on mqtt://${host}:${port} for ${options.within / 1_000} s`);
        aside(`user name ${options.sn}, password ${options.secret}`);
      },
      trying: (what) => aside(`… ${what}`),
    });
    const verdicts = checkOpenDevice(exchange);
    if (json) print(JSON.stringify({ sn: options.sn, verdicts }, null, 2));
    else for (const line of reportLines(verdicts)) print(line);
    const failed = countOf(verdicts, 'failed');
    if (failed > 0) throw new Error(`${failed} of ${verdicts.length} rules failed`);
  },
};
