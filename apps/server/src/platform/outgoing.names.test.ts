import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** What a name stands for, one answer for each time it is asked: whoever owns a name may change their mind. */
const answers = vi.hoisted(() => ({ next: [] as string[][], asked: 0 }));
vi.mock('node:dns', () => ({
  lookup: (
    _name: string,
    _options: unknown,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) => {
    const found = answers.next[Math.min(answers.asked, answers.next.length - 1)] ?? [];
    answers.asked += 1;
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  },
}));
/** A machine that the internet reaches by a public address of its own. */
vi.mock('node:os', () => ({
  networkInterfaces: () => ({
    lo: [{ address: '127.0.0.1' }],
    eth0: [{ address: '203.0.113.7' }, { address: '10.1.2.3' }, { address: '2a00:1450:4001::1' }],
  }),
}));
const { AddressRefused, createOutgoing, createPublicOutgoing, createSourceFetch, isPublic, mayCall } =
  await import('./outgoing.ts');

let canary: Server;
let connections = 0;
let port: number;
beforeAll(async () => {
  canary = createServer();
  canary.on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());

const ask = async (loopback: boolean, next: string[][]): Promise<unknown> => {
  Object.assign(answers, { next, asked: 0 });
  connections = 0;
  const outgoing = createOutgoing({ answer: 500, bodyBytes: 1_000, loopback });
  return outgoing(`https://op.example:${port}/`).catch((error: unknown) => error);
};

it.each([[['127.0.0.1']], [['::1', '127.0.0.1']], [['::ffff:127.0.0.1']], [['169.254.169.254', '0.0.0.0']]])(
  'a name that stands for %j is not called',
  async (found) => {
    expect(await ask(false, [found])).toBeInstanceOf(AddressRefused);
    expect(connections).toBe(0);
  },
);

it.each([[['10.0.0.1']], [['192.168.1.1', '172.16.0.1']], [['fd00::1']], [['10.1.2.3']], [['100.64.0.1']]])(
  'a receiver on the internet whose name stands for %j is not called',
  async (found) => {
    Object.assign(answers, { next: [found], asked: 0 });
    const post = createPublicOutgoing({ answer: 500, bodyBytes: 1_000, loopback: true });
    await expect(post(`https://hooks.example:${port}/`)).rejects.toThrow(AddressRefused);
    expect(answers.asked).toBe(1);
  },
);

it('of the addresses of a receiver those that may be are called, and no other', async () => {
  Object.assign(answers, { next: [['10.0.0.1', '127.0.0.1']], asked: 0 });
  connections = 0;
  const post = createPublicOutgoing({ answer: 500, bodyBytes: 1_000, loopback: true });
  await expect(post(`https://hooks.example:${port}/`)).rejects.not.toThrow(AddressRefused);
  expect(connections).toBe(1);
});

it('the address that was judged is the one that is called: a name is asked once', async () => {
  // Judged a second time it would be another one, and refused or worse.
  await ask(true, [['127.0.0.1'], ['169.254.169.254']]);
  expect([answers.asked, connections]).toEqual([1, 1]);
});

it('the addresses of its own interfaces are this machine, and their neighbours are not', () => {
  for (const own of [
    '203.0.113.7',
    '10.1.2.3',
    '2a00:1450:4001::1',
    '2a00:1450:4001:0::1',
    '::ffff:203.0.113.7',
  ]) {
    expect([own, mayCall(own, false), isPublic(own)]).toEqual([own, false, false]);
    expect(mayCall(own, true)).toBe(true);
  }
  for (const other of ['203.0.113.8', '2a00:1450:4001::2'])
    expect([mayCall(other, false), isPublic(other)]).toEqual([true, true]);
  expect(mayCall('10.1.2.4', false)).toBe(true);
});

it.each(['http://203.0.113.7', 'http://[2a00:1450:4001::1]', 'http://op.example'])(
  'a layer at %s is not fetched from this machine, unless its operator named the host',
  async (address) => {
    Object.assign(answers, { next: [['203.0.113.7']], asked: 0 });
    const source = { answer: 500, bodyBytes: 1_000, redirects: 1 };
    const fetched = createSourceFetch({ ...source, hosts: [] })(`${address}:${port}/`);
    await expect(fetched).rejects.toBeInstanceOf(AddressRefused);
    const named = createSourceFetch({
      ...source,
      hosts: [new URL(address).hostname.replace(/^\[|\]$/g, '')],
    });
    await expect(named(`${address}:${port}/`)).rejects.not.toBeInstanceOf(AddressRefused);
  },
);
