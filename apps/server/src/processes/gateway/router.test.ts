import { expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openDockLink, type DockIdentity } from '../../modules/dock/index.ts';
import { createRouter, type RouterDependencies } from './router.ts';

const sn = 'D1';

/** A router of which only what an event needs is there; uploads of files are stored when they are let through. */
const routerWith = (now: () => number, waited: number) => {
  const { promise: stored, resolve: letThrough } = Promise.withResolvers<void>();
  const listed = vi.fn<RouterDependencies['health']['listed']>(async () => false);
  const link = openDockLink({ oid: 'o', sn, kind: 'dock', bound: true } as DockIdentity, 1);
  const deps = {
    linkOfSn: () => link,
    health: { listed },
    recordMedia: () => stored,
    zoneMinutes: async () => 0,
    waited: () => waited,
    counted: () => undefined,
    logs: { heard: () => undefined },
    proof: { spoke: () => undefined },
    unusable: { note: () => undefined },
    docks: { aircraftNamed: () => undefined, aircraftWaiting: () => 0 },
  } as unknown as RouterDependencies;
  const clock = { mono: now, wall: () => 0 };
  const router = createRouter({ clock, log: createLog({ level: 'silent' }), serverTime: () => 0 }, deps);
  const event = (method: string, data: unknown): boolean =>
    router.receive(
      `thing/product/${sn}/events`,
      Buffer.from(JSON.stringify({ tid: method, bid: method, timestamp: 1, method, data })),
    );
  return { router, event, listed, letThrough };
};

it('dates the health list of a device by when it came, not by when its turn had come', async () => {
  let now = 10_000;
  const { router, event, listed, letThrough } = routerWith(() => now, 300);
  const file = { path: '', name: 'a.jpg', object_key: 'k/a.jpg', ext: {}, metadata: {} };
  event('file_upload_callback', { result: 0, progress: 0, file });
  event('hms', { list: [] });
  now += 20_000;
  letThrough();
  await router.settle();
  expect(listed.mock.calls.map(([, owner, , at]) => [owner, at])).toEqual([['dock', 9_700]]);
});
