import type { RequestListener } from 'node:http';
import { layerCalls } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../testing/refusal-of.ts';
import {
  world,
  operator,
  foreigner,
  png,
  origin,
  call,
  bytesOf,
  tile,
  source,
} from './layer-world.fixture.ts';

describe('a layer by address', () => {
  it('keeps its key to itself, and drops it when the address leads to another server', async () => {
    const { oid, ...made } = await source({
      address: `${origin}/{z}/{x}/{y}?k={key}`,
      sourceKey: 'geheim-1',
    });
    expect(made).toMatchObject({ hasKey: true, state: 'ready', stateAt: null });
    expect(JSON.stringify(made)).not.toContain('geheim');
    expect((await call(layerCalls.get, { oid }, operator)).address).toBeNull();
    expect(await reasonOf(call(layerCalls.edit, { oid, name: 'x' }, operator))).toBe('notAllowed');
    const same = await call(layerCalls.edit, { oid, address: `${origin}/b/{z}/{x}/{y}?k={key}` });
    expect(same.hasKey).toBe(true);
    const away = await call(layerCalls.edit, { oid, address: 'https://other.example.org/{z}/{x}/{y}?{key}' });
    expect(away.hasKey).toBe(false);
    const history = JSON.stringify(await call(layerCalls.history, { oid }));
    expect(history).toContain('accessKey');
    expect(history).not.toContain('other.example');
  });

  it('is fetched with key and header, counts rows of TMS from the south, and is kept', async () => {
    const heard: string[] = [];
    world.answer = (request, reply) => {
      heard.push(`${request.url} ${String(request.headers['x-key'])}`);
      reply.end(png);
    };
    const { oid } = await source({ source: 'tms', sourceKey: 'k 1', keyHeader: 'X-Key' });
    expect(await bytesOf(await tile(oid, 3, 1, 0))).toEqual(Buffer.from(png));
    await tile(oid, 3, 1, 0);
    expect(heard).toEqual(['/3/1/7 k 1']);
    expect(await reasonOf(tile(oid, 3, 1, 0, foreigner))).toBe('notFound');
    expect(await reasonOf(tile(oid, 3, 8, 0))).toBe('notFound');
  });

  const hostile: [string, RequestListener, string][] = [
    ['hangs', () => undefined, 'timeout'],
    ['answers a page', (_, reply) => void reply.end('<!doctype html><script>1</script>'), 'noPicture'],
    ['answers without end', (_, reply) => void reply.end(Buffer.alloc(60_000)), 'tooLong'],
    ['answers an error', (_, reply) => void reply.writeHead(500).end(), 'status 500'],
    [
      'redirects to where clouds keep their metadata',
      (_, reply) => void reply.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      'addressRefused',
    ],
    [
      'redirects in a circle',
      ({ url }, reply) => void reply.writeHead(302, { location: `${url}` }).end(),
      'addressRefused',
    ],
  ];
  it.each(hostile)('that %s is marked with the reason and comes back', async (_, listener, reason) => {
    const { oid } = await source();
    world.answer = listener;
    expect(await reasonOf(tile(oid, 1, 0, 0))).toBe('layerSource');
    const failed = await call(layerCalls.get, { oid });
    expect(failed).toMatchObject({ state: 'failed', reason });
    expect(failed.stateAt).not.toBeNull();
    world.answer = (_request, reply) => void reply.end(png);
    await tile(oid, 1, 0, 0);
    expect(await call(layerCalls.get, { oid })).toMatchObject({ state: 'ready', reason: null });
  });

  it('has no tile where its server has none', async () => {
    const { oid } = await source();
    world.answer = (_, reply) => void reply.writeHead(404).end();
    expect(await bytesOf(await tile(oid, 1, 0, 0))).toBe(204);
    expect((await call(layerCalls.get, { oid })).state).toBe('ready');
  });

  it.each([
    'ftp://a.org/{z}/{x}/{y}',
    'https://u:p@a.org/{z}/{x}/{y}',
    'https://{key}/{z}/{x}/{y}',
    'https://a.org',
  ])('is refused as %s', async (address) => expect(await reasonOf(source({ address }))).toBe('layerAddress'));
});
