import { expect, it } from 'vitest';
import { limits } from '@eyrie/domain';
import type { DockLink } from '../../modules/dock/index.ts';
import { createNamedAircraft } from './named-aircraft.ts';

const opened = (status: number) => {
  let now = 0;
  let fails = true;
  const bound: string[] = [];
  const link = {
    dock: { sn: 'DOCK', droneSn: null },
    dockSnapshot: {
      values: { sub_device: { device_sn: 'AIR', device_model_key: '0-91-0', device_online_status: status } },
    },
  } as unknown as DockLink;
  const check = createNamedAircraft({
    clock: { mono: () => now },
    inOrder: (_link, work) => void work().catch(() => undefined),
    bind: async (_link, sn, key) => {
      bound.push(`${sn} ${key}`);
      if (fails) throw new Error('the pool is busy');
      link.dock.droneSn = sn;
    },
  });
  return { link, check, bound, pass: (ms: number) => (now += ms), recover: () => (fails = false) };
};

it('an aircraft that could not be bound is bound when the dock names it again, and then no more', async () => {
  const { link, check, bound, pass, recover } = opened(1);
  check(link);
  check(link);
  expect(bound).toEqual(['AIR 0-91-0']);
  recover();
  pass(limits.gateway.bindAgain);
  check(link);
  await Promise.resolve();
  expect(link.dock.droneSn).toBe('AIR');
  pass(limits.gateway.bindAgain);
  check(link);
  expect(bound).toHaveLength(2);
});

it('an aircraft that is not with its dock is not bound', () => {
  const { link, check, bound } = opened(0);
  check(link);
  expect(bound).toEqual([]);
});
