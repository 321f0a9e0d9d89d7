import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A network of its own on this machine, whose packets the kernel can lose. */
export interface LossyNet {
  /** Address of this machine in it: the broker listens there. */
  host: string;
  /** What loses the packets. */
  by: string;
  /** Makes the way to the broker once it listens. */
  relayTo(port: number): Promise<() => Socket>;
  /** Per cent of the packets lost in each direction; 0: none. */
  lose(percent: number): void;
  close(): void;
}

const run = (command: string, args: readonly string[], input?: string): void => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', input, timeout: 10_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
};
const able = (command: string, args: readonly string[], input?: string): boolean => {
  try {
    run(command, args, input);
    return true;
  } catch {
    return false;
  }
};

const rules = (percent: number): string => {
  const drop = percent >= 100 ? 'drop' : `numgen random mod 100 < ${percent} drop`;
  return `
    table inet loss
    delete table inet loss
    table inet loss {
      chain in { type filter hook input priority 0; ${drop}; }
      chain out { type filter hook output priority 0; ${drop}; }
    }`;
};

/** netem, or where the kernel has none a filter that drops at random. Null: neither. */
const losing = (space: string, [near, far]: readonly [string, string]) => {
  const inside = ['netns', 'exec', space];
  const netem = (percent: number): void => {
    run('tc', ['qdisc', 'replace', 'dev', near, 'root', 'netem', 'loss', `${percent}%`]);
    run('tc', ['-n', space, 'qdisc', 'replace', 'dev', far, 'root', 'netem', 'loss', `${percent}%`]);
  };
  if (able('tc', ['qdisc', 'replace', 'dev', near, 'root', 'netem', 'loss', '0%']))
    return { by: 'netem', lose: netem };
  const filter = (percent: number): void => run('ip', [...inside, 'nft', '-f', '-'], rules(percent));
  if (able('ip', [...inside, 'nft', '-f', '-'], rules(0))) return { by: 'nftables', lose: filter };
  return null;
};

/** @returns why it cannot be had here, where it cannot */
export const openLossyNet = (): LossyNet | string => {
  const space = `eyrie-prove-${process.pid}`;
  const ends = [`ep${process.pid % 1e6}a`, `ep${process.pid % 1e6}b`] as const;
  const [host, device] = ['10.213.77.1', '10.213.77.2'];
  const dir = mkdtempSync(join(tmpdir(), 'eyrie-prove-net-'));
  const stops: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  const close = (): void => {
    for (const stop of stops.splice(0).toReversed()) stop();
  };
  try {
    run('ip', ['netns', 'add', space]);
    stops.push(() => able('ip', ['netns', 'del', space]));
    run('ip', ['link', 'add', ends[0], 'type', 'veth', 'peer', 'name', ends[1]]);
    stops.push(() => able('ip', ['link', 'del', ends[0]]));
    run('ip', ['link', 'set', ends[1], 'netns', space]);
    run('ip', ['addr', 'add', `${host}/30`, 'dev', ends[0]]);
    run('ip', ['link', 'set', ends[0], 'up']);
    run('ip', ['-n', space, 'addr', 'add', `${device}/30`, 'dev', ends[1]]);
    run('ip', ['-n', space, 'link', 'set', ends[1], 'up']);
  } catch (error) {
    close();
    return `no network namespace: ${(error as Error).message}`;
  }
  const loss = losing(space, ends);
  if (!loss) {
    close();
    return 'this machine has neither netem nor nftables';
  }
  return {
    host,
    by: loss.by,
    lose: loss.lose,
    close,
    async relayTo(port) {
      const file = join(dir, `relay-${port}`);
      const script = fileURLToPath(new URL('./worker-relay.ts', import.meta.url));
      const args = ['netns', 'exec', space, process.execPath, script, file, host, String(port)];
      const child = spawn('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] });
      stops.push(() => child.kill());
      await once(child.stdout, 'data');
      return () => connect({ path: file });
    },
  };
};
