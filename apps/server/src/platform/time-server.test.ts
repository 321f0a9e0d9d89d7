import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, it } from 'vitest';
import { askTimeServer } from './time-server.ts';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** A time server whose clock stands at `seconds` after 1970. */
const serve = (seconds: number, stratum = 2): Promise<number> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    open.push(socket);
    socket.on('message', (_, from) => {
      const answer = Buffer.alloc(48);
      answer[0] = 0x24;
      answer[1] = stratum;
      answer.writeUInt32BE(seconds + 2_208_988_800, 40);
      socket.send(answer, from.port, from.address);
    });
    socket.bind(0, '127.0.0.1', () => resolve(socket.address().port));
  });

const ask = (port: number) =>
  askTimeServer('127.0.0.1', { wall: () => 1_000_000_000_000, within: 500, port });

it('says how far the clock of a time server is from ours', async () => {
  expect(await ask(await serve(1_000_000_041))).toBe(41_000);
  expect(await ask(await serve(1_000_000_000))).toBe(0);
});

it('takes silence and a server that refuses for no answer', async () => {
  const deaf = createSocket('udp4');
  open.push(deaf);
  await new Promise<void>((resolve) => {
    deaf.bind(0, '127.0.0.1', resolve);
  });
  expect(await ask(deaf.address().port)).toBeNull();
  expect(await ask(await serve(1_000_000_000, 0))).toBeNull();
});
