import { calls, consoleSubscriptions, decodeLive } from '@eyrie/domain';
import { expect, it, vi } from 'vitest';
import { allowedFilter, matches } from '../modules/telemetry/index.ts';
import type { CallContext, Endpoint } from '../platform/http/endpoint.ts';
import { createLog } from '../platform/log.ts';
import { withPublishedChanges } from './published-changes.ts';

type Publish = Parameters<typeof withPublishedChanges>[1]['publish'];
const runtime = { serverTime: () => 1_000, log: createLog({ level: 'silent' }) };
const context = { caller: { groupRoot: 'org-1', memberOID: 'm-ann' } } as unknown as CallContext;
const endpoint = (declaration: Endpoint['declaration'], handle: Endpoint['handle']): Endpoint => ({
  declaration,
  handle,
});
const answer = { fine: true };

it.each([
  ['appearance', calls.appearance.edit],
  ['appearance', calls.appearance.restore],
  ['appearance', calls.appearance.editMap],
  ['settings', calls.organisation.edit],
  ['docks', calls.dock.add],
  ['docks', calls.dock.edit],
  ['docks', calls.dock.remove],
])('every console of the organisation is told that its %s changed', async (part, declaration) => {
  const publish = vi.fn<Publish>(async () => undefined);
  const [wrapped] = withPublishedChanges(runtime, { publish }, [endpoint(declaration, async () => answer)]);
  expect(await wrapped?.handle({}, context)).toBe(answer);
  const [topic = '', payload = ''] = publish.mock.calls[0] ?? [];
  expect(decodeLive(String(payload))).toMatchObject({ name: 'organisationChange', data: { part } });
  const grant = { sessionOID: 's', memberOID: 'm-bob', groupRoot: 'org-1' };
  const filters = consoleSubscriptions('org-1', 'm-bob').map((filter) => allowedFilter(filter, grant, 8));
  expect(filters.some((filter) => filter && matches(filter, topic.split('/')))).toBe(true);
  const foreign = consoleSubscriptions('org-2', 'm-eve').map((filter) => filter.split('/'));
  expect(foreign.some((filter) => matches(filter, topic.split('/')))).toBe(false);
});

it('a refused change is not told, and one that cannot be told is done all the same', async () => {
  const publish = vi.fn<Publish>(async () => {
    throw new Error('broker is away');
  });
  const refuse = endpoint(calls.appearance.edit, async () => {
    throw new Error('refused');
  });
  const done = endpoint(calls.organisation.edit, async () => answer);
  const other = endpoint(calls.organisation.get, async () => answer);
  const [refused, published, silent] = withPublishedChanges(runtime, { publish }, [refuse, done, other]);
  await expect(refused?.handle({}, context)).rejects.toThrow('refused');
  expect(publish).not.toHaveBeenCalled();
  expect(await published?.handle({}, context)).toBe(answer);
  expect(silent).toBe(other);
});
