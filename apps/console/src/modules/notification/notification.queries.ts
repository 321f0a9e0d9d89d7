import { limits, notificationCalls, type NotificationPreferences, type RequestOf } from '@eyrie/domain';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';

const key = 'notification';
export type NotificationFilter = Pick<RequestOf<typeof notificationCalls.query>, 'unread' | 'level'>;

export const useUnreadCount = () =>
  useQuery({
    queryKey: [key, 'unreadCount'],
    queryFn: ({ signal }) => call(notificationCalls.unreadCount, {}, { signal, toast: false }),
  });

/** Newest first, more as the list is followed down. */
export const useNotifications = (filter: NotificationFilter) =>
  useInfiniteQuery({
    queryKey: [key, 'query', filter],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(
        notificationCalls.query,
        { ...filter, pageNum: pageParam, pageSize: limits.notification.page },
        { signal },
      ),
    getNextPageParam: ({ pageNum, pageSize, total }) =>
      pageNum * pageSize < total ? pageNum + 1 : undefined,
  });

/** Counts and lists follow what the server tells, in every window of the member. */
export const useNotificationsFollow = (): void => {
  const client = useQueryClient();
  useEffect(
    () =>
      onLiveMessage((message) => {
        if (message.name === 'notification') void client.invalidateQueries({ queryKey: [key] });
      }),
    [client],
  );
};

const useChange = <Request, Answer>(change: (request: Request) => Promise<Answer>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: [key] }),
  });
};

/** Marks some as read; null: all. */
export const useRead = () =>
  useChange((oids: string[] | null) => call(notificationCalls.read, oids ? { oids } : { all: true }));
export const useRemove = () => useChange((oids: string[]) => call(notificationCalls.remove, { oids }));

/** The newest that the member has not seen. */
export const unseen = () =>
  call(
    notificationCalls.query,
    { unread: true, pageNum: 1, pageSize: limits.notification.page },
    { toast: false },
  );
export const markSeen = (oid: string) => call(notificationCalls.read, { oids: [oid] }, { toast: false });

export const usePreferences = () =>
  useQuery({
    queryKey: [key, 'preferences'],
    queryFn: ({ signal }) => call(notificationCalls.preferencesGet, {}, { signal }),
  });

export const useSetPreferences = () => {
  const client = useQueryClient();
  return useMutation({
    // One after the other: the last change must win.
    scope: { id: 'notification preferences' },
    mutationFn: (preferences: NotificationPreferences) => call(notificationCalls.preferencesSet, preferences),
    onSuccess: (kept) => client.setQueryData([key, 'preferences'], kept),
  });
};
