import type { DeviceMessage } from '@eyrie/dji';
import { describe, expect, it, vi } from 'vitest';
import type { LinkEvent, LinkPart } from '../../modules/command/index.ts';
import { openDockLink, type DockIdentity, type DockLink } from '../../modules/dock/index.ts';
import { createHeardEvents } from './heard-events.ts';
import { joinLinkParts } from './link-parts.ts';

const linkOf = (kind: DockIdentity['kind']): DockLink =>
  openDockLink({ oid: 'o', sn: 'SN', kind, bound: true } as DockIdentity, 1);
const dock = linkOf('dock');

/** Hands one event to a room that takes it as it declares. */
const heardBy = async (
  declared: Pick<LinkEvent, 'from' | 'controllers'>,
  { link = dock, sn = 'SN', method = 'reported' }: { link?: DockLink; sn?: string; method?: string } = {},
) => {
  const take = vi.fn<LinkEvent['take']>();
  const parts = joinLinkParts([{}, { events: { reported: { ...declared, take } } }]);
  const message = { method, data: {}, bid: null, tid: null } as unknown as DeviceMessage;
  await createHeardEvents({ parts }).take(link, sn, message, 7);
  return take.mock.calls.map(([, , receipt]) => receipt);
};

describe('an event of a device', () => {
  it('goes to the room that declared its method, with who reported it and when it came', async () => {
    expect(await heardBy({ from: 'device' })).toEqual([{ sn: 'SN', at: 7 }]);
    expect(await heardBy({ from: 'device' }, { method: 'other' })).toEqual([]);
  });

  it('of the aircraft behind a dock counts only where that is declared', async () => {
    expect(await heardBy({ from: 'any' }, { sn: 'AIR' })).toEqual([{ sn: 'AIR', at: 7 }]);
    expect(await heardBy({ from: 'device' }, { sn: 'AIR' })).toEqual([]);
  });

  it('of a remote controller counts only where that is declared', async () => {
    const link = linkOf('remoteController');
    expect(await heardBy({ from: 'any', controllers: true }, { link })).toHaveLength(1);
    expect(await heardBy({ from: 'any' }, { link })).toEqual([]);
  });

  it('is taken by one room: two that declare it do not start', () => {
    const part: LinkPart = { events: { reported: { from: 'any', take: () => undefined } } };
    expect(() => joinLinkParts([part, part])).toThrow('two rooms take the same method: reported');
    expect(joinLinkParts([part, {}]).eventOf('reported')).toBeDefined();
  });
});

it('properties go to the rooms that named one of their keys', () => {
  const take = vi.fn<NonNullable<LinkPart['properties']>['take']>();
  const parts = joinLinkParts([{ properties: { keys: ['live_status'], take } }]);
  parts.properties(dock, ['mode_code'], 'state');
  expect(take).not.toHaveBeenCalled();
  parts.properties(dock, ['mode_code', 'live_status'], 'state');
  expect(take).toHaveBeenCalledWith(dock, ['mode_code', 'live_status'], 'state');
});

it('every part is asked at each tick and stopped, in the order of the rooms', async () => {
  const calls: string[] = [];
  const part = (name: string): LinkPart => ({
    tick: () => void calls.push(`${name} tick`),
    stop: () => void calls.push(`${name} stop`),
    async flush() {
      calls.push(`${name} flush`);
    },
  });
  const parts = joinLinkParts([part('a'), {}, part('b')]);
  parts.tick(dock, 1);
  parts.stop();
  await parts.flush();
  expect(calls).toEqual(['a tick', 'b tick', 'a stop', 'b stop', 'a flush', 'b flush']);
});
