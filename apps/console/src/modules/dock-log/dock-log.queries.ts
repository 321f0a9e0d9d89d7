import { CallRefused } from '@eyrie/client';
import { commandCalls, dockLogCalls, type LogModule } from '@eyrie/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, newKey } from '../../platform/http.ts';
import { useLink } from '../../platform/live.ts';
import { onLiveMessage } from '../../platform/telemetry.ts';

export const word = 'dockLog';
export const uploadsShown = 10;

/** A dock reports its progress more often than anybody reads it. Milliseconds. */
const settle = 300;

/** Uploads of a dock, as they stand now. */
export const useUploads = (dockOID: string, pageNum: number) => {
  const client = useQueryClient();
  const linkUp = useLink((link) => link.state === 'up');
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => {
      waiting = undefined;
      void client.invalidateQueries({ queryKey: [word] });
    };
    // What happened while the link was down is asked for again.
    if (linkUp) again();
    const stop = onLiveMessage(({ name, objectID }) => {
      if (name === 'dockLogChange' && objectID === dockOID) waiting ??= setTimeout(again, settle);
    });
    return () => {
      stop();
      clearTimeout(waiting);
    };
  }, [client, dockOID, linkUp]);
  return useQuery({
    queryKey: [word, 'list', dockOID, pageNum],
    queryFn: ({ signal }) =>
      call(
        dockLogCalls.list,
        { oid: dockOID, pageNum: String(pageNum), pageSize: String(uploadsShown) },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
  });
};

/** Asks the dock, once for one click; what it answered stays until it is asked again. */
export const useListing = (dockOID: string) =>
  useMutation({
    mutationFn: (modules: LogModule[]) =>
      call(commandCalls.logQuery, { oid: dockOID, key: newKey(), modules }, { toast: false }),
  });

/** Orders about uploads. A refusal raises its toast. */
export const useLogOrders = (dockOID: string) => {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: [word] });
  const upload = useMutation({
    mutationFn: (files: { module: LogModule; bootIndexes: number[] }[]) =>
      call(commandCalls.logUpload, { oid: dockOID, key: newKey(), files }),
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: (module: LogModule) =>
      call(commandCalls.logUploadCancel, { oid: dockOID, key: newKey(), modules: [module] }),
    onSettled,
  });
  return { upload, cancel };
};

/** Why something was refused, in the words of the server; empty where it was not reached. */
export const refusalText = (error: unknown): string => (error instanceof CallRefused ? error.message : '');
