import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AddressRefused, createSourceFetch, isPublic } from './outgoing.ts';

const bounds = { answer: 300, bodyBytes: 1_000, redirects: 2 };
let server: Server;
let origin: string;
const heard: string[] = [];
beforeAll(async () => {
  server = createServer(({ url, headers }, sent) => {
    heard.push(`${headers.host} ${url} ${String(headers['x-key'])} ${String(headers.range)}`);
    const port = (server.address() as AddressInfo).port;
    if (url === '/other') sent.writeHead(302, { location: `http://localhost:${port}/end` }).end();
    else sent.end('ok');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '224.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('%s is no address of the public internet', (address) => expect(isPublic(address)).toBe(false));

it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111'])('%s is one', (address) =>
  expect(isPublic(address)).toBe(true),
);

it('calls nothing on this machine, however it is written, but hosts that were named', async () => {
  const { port } = new URL(origin);
  const closed = createSourceFetch({ ...bounds, hosts: [] });
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '[::1]'])
    await expect(closed(`http://${host}:${port}/`)).rejects.toBeInstanceOf(AddressRefused);
  expect(heard).toEqual([]);
  const open = createSourceFetch({ ...bounds, hosts: ['127.0.0.1'] });
  expect(await (await open(origin)).text()).toBe('ok');
  await expect(open('http://169.254.169.254/')).rejects.toBeInstanceOf(AddressRefused);
});

it('judges where a redirect leads, and carries no key to another server', async () => {
  const one = createSourceFetch({ ...bounds, hosts: ['127.0.0.1'] });
  await expect(one(`${origin}/other`)).rejects.toBeInstanceOf(AddressRefused);
  heard.length = 0;
  const both = createSourceFetch({ ...bounds, hosts: ['127.0.0.1', 'localhost'] });
  await both(`${origin}/other`, { 'x-key': 'k' }, 'bytes=0-9');
  expect(heard[0]).toContain('/other k bytes=0-9');
  expect(heard[1]).toMatch(/^localhost:\d+ \/end undefined bytes=0-9$/);
});
