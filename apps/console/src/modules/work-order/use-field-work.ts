import { workOrderCalls } from '@eyrie/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../platform/http.ts';
import { serverTime } from '../../platform/server-time.ts';
import { currentSession, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { fileOfPicture } from './field-picture.ts';
import {
  createFieldQueue,
  lineWhile,
  type FieldLine,
  type FieldQueue,
  type FieldState,
} from './field-queue.ts';
import { fieldShelf } from './field-shelf.ts';

/** ms: how often it is tried whether there is a connection again. */
const tryEvery = 5_000;
const quiet = { toast: false } as const;

const line: FieldLine = {
  async photo(oid, { name }, picture) {
    const file = fileOfPicture(picture, name);
    return (await call(workOrderCalls.addPhoto, { oid, file }, quiet)).mediaOID;
  },
  claim: ({ orderOID: oid, key, doneAt }) => call(workOrderCalls.claimInField, { oid, key, doneAt }, quiet),
  complete: ({ orderOID: oid, key, doneAt, note: result }, oidsOf) =>
    call(
      workOrderCalls.completeInField,
      { oid, key, doneAt, result, beforeOIDs: oidsOf('before'), afterOIDs: oidsOf('after') },
      quiet,
    ),
};

/** The present by the server's clock, as far as this page knows it, epoch ms. */
export const fieldMoment = (): number => Math.round(serverTime() ?? Date.now());

/**
 * What the member did in the field and the server does not have yet; it is sent as soon as that can be.
 * @param away who was signed in here, where the server cannot be asked for the session: what they do is kept alone
 */
export const useFieldWork = (away?: string): FieldState & { queue: FieldQueue | null } => {
  const signedIn = useSession(({ user }) => user?.oid);
  const member = away ?? signedIn;
  const client = useQueryClient();
  const text = useText();
  const [state, setState] = useState<FieldState>({ items: [], unkept: false });
  const [queue, setQueue] = useState<FieldQueue | null>(null);
  useEffect(() => {
    if (member === undefined) return undefined;
    const renew = (): void => void client.invalidateQueries({ queryKey: ['workOrder'] });
    const fresh = createFieldQueue({
      shelf: fieldShelf(member),
      // Without a session the server would refuse what a page sends for good.
      line: lineWhile(() => away === undefined && currentSession().user?.oid === member, line),
      onChange: setState,
      onAnswer: ({ orderName: name }, well) => {
        if (well) showToast('success', text('workOrder.field.sent', { name }));
        renew();
      },
    });
    const send = (): void => void fresh.send();
    void fresh.load().then(() => {
      setQueue(fresh);
      send();
    });
    window.addEventListener('online', send);
    const trying = setInterval(send, tryEvery);
    return () => {
      window.removeEventListener('online', send);
      clearInterval(trying);
    };
    // A change of language begins no new queue.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `text` is read when something was sent
  }, [member, away, client]);
  return { ...state, queue };
};

/** Whether the browser knows of a network. */
export const useOnline = (): boolean => {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const learn = (): void => setOnline(navigator.onLine);
    window.addEventListener('online', learn);
    window.addEventListener('offline', learn);
    return () => {
      window.removeEventListener('online', learn);
      window.removeEventListener('offline', learn);
    };
  }, []);
  return online;
};
