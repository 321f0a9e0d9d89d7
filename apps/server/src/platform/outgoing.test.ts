import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promised } from '@eyrie/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AddressRefused, createOutgoing, isOnlyHere, mayCall, requireOutgoing } from './outgoing.ts';

/** Counts connections: a refused address must not even be tried. */
let canary: Server;
let connections = 0;
let port: number;
beforeAll(async () => {
  canary = createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: '/there' }).end();
    else if (request.url === '/long') response.end('x'.repeat(20_000));
    else if (request.url !== '/silent') response.end(`${request.method} ${String(request.headers['x-a'])}`);
  });
  canary.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => {
  canary.closeAllConnections();
  canary.close();
});
beforeEach(() => {
  connections = 0;
});

const limits = { answer: 500, bodyBytes: 10_000 };
const outside = createOutgoing({ ...limits, loopback: false });
const here = createOutgoing({ ...limits, loopback: true });

describe('an address that somebody typed in', () => {
  it.each([
    'http://HOST',
    'https://HOST',
    'http://localhost:PORT',
    'https://localhost:PORT',
    'https://[::1]:PORT',
    'https://[::ffff:127.0.0.1]:PORT',
    'https://2130706433:PORT',
    'https://0x7f000001:PORT',
    'https://0177.0.0.1:PORT',
    'https://127.1:PORT',
    'https://0.0.0.0:PORT',
    'https://[::]:PORT',
    'https://169.254.169.254',
    'https://[fe80::1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'ftp://HOST',
    'file:///etc/passwd',
    'gopher://HOST',
    'https://user:secret@op.example',
  ])('%s is not called', async (pattern) => {
    const address = pattern.replace('HOST', `127.0.0.1:${port}`).replace('PORT', String(port));
    await expect(outside(address)).rejects.toBeInstanceOf(Error);
    expect(connections).toBe(0);
  });

  it('may lie in a private network, where companies keep their providers', () => {
    for (const address of ['10.1.2.3', '192.168.1.1', '172.16.0.1', '8.8.8.8', '2a00:1450:4001::1'])
      expect(mayCall(address, false), address).toBe(true);
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.0.1', 'op.example', ''])
      expect(mayCall(address, false), address).toBe(false);
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.1',
    '①②⑦.⓪.⓪.①',
    '0',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::127.0.0.1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::1]',
    '169.254.169.254',
    '2852039166',
    '0xA9FEA9FE',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '255.255.255.255',
  ])('%s is known for what it is, however it is written', (host) => {
    expect(() => requireOutgoing(new URL(`https://${host}/`), false)).toThrow(AddressRefused);
  });

  it('may be the loopback without TLS only where the server itself is there', () => {
    expect(() => requireOutgoing(new URL('http://127.0.0.1:1'), true)).not.toThrow();
    expect(() => requireOutgoing(new URL('http://10.0.0.1'), true)).toThrow(AddressRefused);
    expect(() => requireOutgoing(new URL('http://169.254.169.254'), true)).toThrow(AddressRefused);
  });
});

describe('an answer from elsewhere', () => {
  it('comes with status and body', async () => {
    const answer = await here(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'x-a': '1' },
      body: 'b',
    });
    expect([answer.status, await answer.text()]).toEqual([200, 'POST 1']);
  });
  it('leads nowhere else', async () => {
    const answer = await here(`http://127.0.0.1:${port}/redirect`);
    expect(answer.status).toBe(302);
    expect(connections).toBe(1);
  });
  it('has an end in length and in time', async () => {
    await expect(here(`http://127.0.0.1:${port}/long`)).rejects.toThrow(AddressRefused);
    const began = performance.now();
    await expect(here(`http://127.0.0.1:${port}/silent`)).rejects.toThrow(/abort/i);
    expect(performance.now() - began).toBeLessThan(promised(3_000));
  });
});

describe('a server that only its own machine reaches', () => {
  it.each([
    [{ host: '127.0.0.1', publicUrl: undefined, trustedProxies: [] }, true],
    [{ host: 'localhost', publicUrl: 'http://localhost:8080', trustedProxies: [] }, true],
    [{ host: '0.0.0.0', publicUrl: undefined, trustedProxies: [] }, false],
    [{ host: '127.0.0.1', publicUrl: 'https://eyrie.example', trustedProxies: [] }, false],
    [{ host: '127.0.0.1', publicUrl: undefined, trustedProxies: ['127.0.0.1'] }, false],
  ])('%o: %s', (server, expected) => {
    expect(isOnlyHere(server)).toBe(expected);
  });
});
