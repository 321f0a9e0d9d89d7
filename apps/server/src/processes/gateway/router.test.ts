import { expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { openDockLink, type DockIdentity } from '../../modules/dock/index.ts';
import { joinLinkParts } from './link-parts.ts';
import { createRouter, type RouterDependencies } from './router.ts';

const sn = 'D1';

/** A router of which only what an event needs is there; uploads of files are stored when they are let through. */
const routerWith = (now: () => number, waited: number) => {
  const { promise: stored, resolve: letThrough } = Promise.withResolvers<void>();
  const listed = vi.fn<(sn: string, at: number) => void>();
  const link = openDockLink({ oid: 'o', sn, kind: 'dock', bound: true } as DockIdentity, 1);
  const deps = {
    linkOfSn: () => link,
    parts: joinLinkParts([
      {
        events: {
          hms: { from: 'any', take: (_link, _message, receipt) => listed(receipt.sn, receipt.at) },
          file_upload_callback: { from: 'any', take: () => stored },
        },
      },
    ]),
    waited: () => waited,
    counted: () => undefined,
    logs: { heard: () => undefined },
    proof: { spoke: () => undefined },
    unusable: { record: () => undefined },
    docks: { aircraftNamed: () => undefined, aircraftWaiting: () => 0 },
  } as unknown as RouterDependencies;
  const clock = { mono: now, wall: () => 0 };
  const router = createRouter({ clock, log: createLog({ level: 'silent' }) }, deps);
  const event = (method: string, data: unknown): boolean =>
    router.receive(
      `thing/product/${sn}/events`,
      Buffer.from(JSON.stringify({ tid: method, bid: method, timestamp: 1, method, data })),
    );
  return { router, event, listed, letThrough };
};

it('dates an event of a device by when it came, not by when its turn had come', async () => {
  let now = 10_000;
  const { router, event, listed, letThrough } = routerWith(() => now, 300);
  event('file_upload_callback', {});
  event('hms', { list: [] });
  now += 20_000;
  letThrough();
  await router.settle();
  expect(listed.mock.calls).toEqual([[sn, 9_700]]);
});
