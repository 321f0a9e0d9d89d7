import { limits, notificationCalls, type NotificationPreferences } from '@eyrie/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../platform/http.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';

const key = 'notification';

export const useUnreadCount = () =>
  useQuery({
    queryKey: [key, 'unreadCount'],
    queryFn: ({ signal }) => call(notificationCalls.unreadCount, {}, { signal, toast: false }),
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

export const useReadAll = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(notificationCalls.read, { all: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: [key] }),
  });
};

/** The newest that the member has not seen. */
export const unseen = () =>
  call(
    notificationCalls.query,
    { unread: true, pageNum: 1, pageSize: limits.notification.page },
    { toast: false },
  );
export const markSeen = (oids: readonly string[]) =>
  call(notificationCalls.read, { oids: [...oids] }, { toast: false });

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
