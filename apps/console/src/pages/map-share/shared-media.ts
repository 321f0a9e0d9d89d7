import { limits, mapShareCalls, type SharedMedia } from '@eyrie/domain';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../platform/http.ts';
import { wait } from '../../platform/wait.ts';
import { faultOf } from './share-questions.ts';

export interface SharedFilesAnswer {
  /** Null: not answered yet. */
  list: readonly SharedMedia[] | null;
  /** The last question was not answered. */
  lost: boolean;
}

/** The files of a share, asked for again and again: their addresses end, and files leave a share. */
export const useSharedMedia = (ticket: string, onGone: () => void): SharedFilesAnswer => {
  const [answer, setAnswer] = useState<SharedFilesAnswer>({ list: null, lost: false });
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    const over = new AbortController();
    const go = async (): Promise<void> => {
      for (;;) {
        try {
          const { list } = await call(mapShareCalls.media, { ticket }, { toast: false, signal: over.signal });
          setAnswer({ list, lost: false });
          // Most shares have no files: their pages need not ask for them for hours.
          if (list.length === 0) return;
        } catch (error) {
          over.signal.throwIfAborted();
          if (faultOf(error) === 'gone') {
            gone.current();
            return;
          }
          setAnswer((before) => ({ ...before, lost: true }));
        }
        await wait(limits.mapShare.addressesEvery, over.signal);
      }
    };
    // It ends when the page goes, or when the share has.
    go().catch(() => undefined);
    return () => over.abort();
  }, [ticket]);
  return answer;
};

export interface KeptAddress {
  url: string | null;
  /** It failed: takes the one that was answered last. @returns false where that is the same */
  renew: () => boolean;
}

/** The address that a picture was begun with: each answer brings another one, and it would be fetched anew. */
export const useKeptAddress = (latest: string | null): KeptAddress => {
  const [kept, setKept] = useState(latest);
  // A small picture may be made while the page is open.
  if (kept === null && latest !== null) setKept(latest);
  return {
    url: kept ?? latest,
    renew: () => {
      if (latest === null || latest === kept) return false;
      setKept(latest);
      return true;
    },
  };
};
