import { CallRefused } from '@eyrie/client';
import { limits, mapShareCalls, type OpenedShare, type SharedScene, type SharedView } from '@eyrie/domain';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../platform/http.ts';
import { wait } from '../../platform/wait.ts';
import { agedBy } from './share-age.ts';

/** Why a shared map does not open. */
export type ShareFault = 'password' | 'wrong' | 'gone' | 'later' | 'failed';

export const faultOf = (error: unknown): ShareFault => {
  if (!(error instanceof CallRefused)) return 'failed';
  if (error.reason === 'sharePasswordNeeded') return 'password';
  if (error.reason === 'invalid') return 'wrong';
  if (error.reason === 'tooManyRequests') return 'later';
  return error.reason === 'shareGone' || error.reason === 'malformed' ? 'gone' : 'failed';
};

export interface Opening {
  opened: OpenedShare | null;
  fault: ShareFault | null;
  open: (password?: string) => Promise<void>;
  end: (fault: ShareFault) => void;
}

/** Opens a shared map by its link at once, and again with a password. */
export const useOpening = (token: string): Opening => {
  const [opened, setOpened] = useState<OpenedShare | null>(null);
  const [fault, setFault] = useState<ShareFault | null>(null);
  const open = async (password?: string): Promise<void> => {
    try {
      const request = password === undefined ? { token } : { token, password };
      setOpened(await call(mapShareCalls.open, request, { toast: false }));
      setFault(null);
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  const begun = useRef(false);
  const again = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void open();
  });
  return {
    opened,
    fault,
    open,
    end: (why) => {
      setOpened(null);
      // Two pages that open at once are given two cookies, of which one is kept: the other page opens once more.
      if (why === 'gone' && !again.current) {
        again.current = true;
        void open();
      } else setFault(why);
    },
  };
};

export interface Watched {
  scene: SharedScene | null;
  view: SharedView | null;
  /** The flown line so far, longitude first. */
  flown: NonNullable<SharedView['flight']>['flown'];
  /** The last question was not answered. */
  lost: boolean;
}

/** ms after which what stands still is asked for again. */
const sceneEvery = 30_000;

/** Asks for a shared map again and again, until the page goes or the share does. */
export const useWatched = (ticket: string, onGone: () => void): Watched => {
  const [watched, setWatched] = useState<Watched>({ scene: null, view: null, flown: [], lost: false });
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    const over = new AbortController();
    const options = { toast: false, signal: over.signal };
    let sceneAt = Number.NEGATIVE_INFINITY;
    let until: number | null = null;
    let last: { view: SharedView; at: number } | null = null;
    const grow = setInterval(() => {
      if (!last) return;
      const view = agedBy(last.view, performance.now() - last.at);
      setWatched((before) => ({ ...before, view }));
    }, limits.mapShare.askEvery);
    const ask = async (): Promise<void> => {
      if (performance.now() - sceneAt > sceneEvery) {
        const scene = await call(mapShareCalls.scene, { ticket }, options);
        sceneAt = performance.now();
        setWatched((before) => ({ ...before, scene }));
      }
      const view = await call(
        mapShareCalls.view,
        until === null ? { ticket } : { ticket, since: until },
        options,
      );
      until = view.flight?.until ?? until;
      last = { view, at: performance.now() };
      setWatched(({ scene, flown }) => ({
        scene,
        view,
        flown: [...flown, ...(view.flight?.flown ?? [])],
        lost: false,
      }));
    };
    const go = async (): Promise<void> => {
      for (;;) {
        await ask().catch((error: unknown) => {
          over.signal.throwIfAborted();
          if (faultOf(error) === 'gone') {
            gone.current();
            throw error;
          }
          setWatched((before) => ({ ...before, lost: true }));
        });
        await wait(limits.mapShare.askEvery, over.signal);
      }
    };
    // It ends when the page goes, or when the share has.
    go().catch(() => undefined);
    return () => {
      clearInterval(grow);
      over.abort();
    };
  }, [ticket]);
  return watched;
};
