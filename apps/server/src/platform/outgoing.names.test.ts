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
const { AddressRefused, createOutgoing } = await import('./outgoing.ts');

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

it('the address that was judged is the one that is called: a name is asked once', async () => {
  // Judged a second time it would be another one, and refused or worse.
  await ask(true, [['127.0.0.1'], ['169.254.169.254']]);
  expect([answers.asked, connections]).toEqual([1, 1]);
});
