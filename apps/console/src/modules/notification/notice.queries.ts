import { limits, noticeCalls } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { now } from '../../platform/clock.ts';
import { call } from '../../platform/http.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';

const key = 'notice';

/** What this console shows now or soon; asked again as soon as the server says that something changed. */
export const useShownNotices = () => {
  const client = useQueryClient();
  useEffect(
    () =>
      onLiveMessage(({ name }) => {
        if (name === 'noticeChange') void client.invalidateQueries({ queryKey: [key] });
      }),
    [client],
  );
  return useQuery({
    queryKey: [key, 'shown'],
    queryFn: async ({ signal }) => {
      const answer = await call(noticeCalls.shown, {}, { signal, toast: false });
      // Beginning and end are reckoned on the server's clock, whatever this computer's says.
      return { list: answer.list, ahead: answer.at - now() };
    },
    refetchInterval: limits.operation.notice.askEvery,
  });
};

export const useNoticePutAway = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (oid: string) => call(noticeCalls.putAway, { oid }),
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
};
