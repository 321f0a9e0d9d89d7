import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { goneRecords, isAskable } from './gone-records.ts';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

afterEach(() => {
  client.clear();
  goneRecords.unmark(['a']);
});

it('does not ask again for a record that is being deleted, but for all others, until it is taken back', async () => {
  const ask = vi.fn<(oid: string) => Promise<string>>(async (oid) => oid);
  const observers = ['a', 'b'].map((oid) => {
    const observer = new QueryObserver(client, {
      queryKey: ['dock', 'upkeep', oid],
      queryFn: () => ask(oid),
    });
    return observer.subscribe(() => undefined);
  });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  ask.mockClear();
  goneRecords.mark(['a']);
  await client.invalidateQueries({ queryKey: ['dock'], predicate: isAskable });
  expect(ask.mock.calls).toEqual([['b']]);
  goneRecords.unmark(['a']);
  await client.invalidateQueries({ queryKey: ['dock'], predicate: isAskable });
  expect(ask.mock.calls).toEqual([['b'], ['a'], ['b']]);
  for (const stop of observers) stop();
});
