import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from './query.ts';

afterEach(() => onlineManager.setOnline(true));

test('a change that is wanted without a network fails at once and never runs later', async () => {
  onlineManager.setOnline(false);
  const send = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no network')));
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn: send });
  await expect(change.execute(undefined)).rejects.toThrow('no network');
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(send).toHaveBeenCalledTimes(1);
});
