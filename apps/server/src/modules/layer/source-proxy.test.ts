import { limits } from '@eyrie/domain';
import { buildPng } from '@eyrie/testing';
import { describe, expect, it, vi } from 'vitest';
import type { ServedLayer } from './layer.store.ts';
import { layerFrom } from './served-layer.fixture.ts';
import { createSourceProxy } from './source-proxy.ts';

const png = new Uint8Array(buildPng(8, 8, [1, 2, 3]));
const { source: ofSource, organisation: ofOrganisation, waiting } = limits.layer.tileShares;

const layerOf = (host: string, groupRoot?: string): ServedLayer =>
  layerFrom('xyz', `https://${host}.example.org/{z}/{x}/{y}.png`, groupRoot);

/** A proxy whose sources drip until they are let go, but for those that are called quick. */
const proxyOf = (mono: () => number = () => 0) => {
  const { promise: dripped, resolve: letGo } = Promise.withResolvers<void>();
  const fetched = vi.fn<(url: string) => void>();
  const proxy = createSourceProxy({
    fetch: async (url) => {
      fetched(url);
      if (!url.includes('quick')) await dripped;
      return new Response(png);
    },
    seal: { open: () => Promise.resolve('') },
    objects: null as never,
    mono,
    note: () => Promise.resolve(),
    archives: null as never,
  });
  const tiles = (layer: ServedLayer, many: number) =>
    Array.from({ length: many }, (_, x) => proxy(layer, { z: 12, x, y: 0 }));
  const asked = (host: string): number =>
    fetched.mock.calls.filter(([url]) => url.startsWith(`https://${host}.`)).length;
  return { proxy, tiles, asked, letGo };
};

describe('tiles from elsewhere', () => {
  it('of a source that drips keep neither another source nor another organisation waiting', async () => {
    const { tiles, asked, letGo } = proxyOf();
    const dripping = tiles(layerOf('drip'), ofSource + 3);
    const quick = await Promise.all([...tiles(layerOf('quick'), 3), ...tiles(layerOf('quick', 'b'), 3)]);
    expect(quick.map((tile) => tile?.contentType)).toEqual(Array.from({ length: 6 }, () => 'image/png'));
    expect(asked('drip')).toBe(ofSource);
    letGo();
    expect(await Promise.all(dripping)).toHaveLength(ofSource + 3);
  });

  it('of one organisation take no more than its share, from however many sources', async () => {
    const { tiles, asked, letGo } = proxyOf();
    const hosts = Array.from({ length: Math.ceil(ofOrganisation / ofSource) + 1 }, (_, at) => `drip${at}`);
    const dripping = hosts.flatMap((host) => tiles(layerOf(host), ofSource));
    await Promise.all(tiles(layerOf('quick', 'b'), 3));
    expect(hosts.reduce((sum, host) => sum + asked(host), 0)).toBe(ofOrganisation);
    letGo();
    await Promise.all(dripping);
  });

  it('are refused where too many wait for one source, at once and in words', async () => {
    const { tiles, letGo } = proxyOf();
    const line = tiles(layerOf('drip'), ofSource + waiting);
    const [one] = await Promise.allSettled(tiles(layerOf('drip'), ofSource + waiting + 1).slice(-1));
    expect(one).toMatchObject({ status: 'rejected', reason: { reason: 'tooManyRequests' } });
    letGo();
    expect((await Promise.allSettled(line)).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('are shown from what was kept for an hour, and judged by it for a minute', async () => {
    let now = 0;
    const { proxy, asked } = proxyOf(() => now);
    const layer = layerOf('quick');
    const get = (within?: number) => proxy(layer, { z: 12, x: 0, y: 0 }, within);
    const { keptFor, keptForVerdicts } = limits.layer;
    await get(keptForVerdicts);
    now = keptForVerdicts;
    await get(keptForVerdicts);
    expect(asked('quick')).toBe(1);
    now += 1;
    await get();
    expect(asked('quick')).toBe(1);
    await get(keptForVerdicts);
    expect(asked('quick')).toBe(2);
    // What was fetched for a verdict is shown too.
    now += keptFor;
    await get();
    expect(asked('quick')).toBe(2);
    now += 1;
    await get();
    expect(asked('quick')).toBe(3);
  });
});
