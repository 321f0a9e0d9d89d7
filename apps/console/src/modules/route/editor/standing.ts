import { layerCalls, type RoutePlan } from '@eyrie/domain';
import { unpackBlocks } from '@eyrie/geometry';
import { obstacleBoxes, type Standing } from '@eyrie/planner';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../platform/http.ts';
import { useSession } from '../../../platform/session.ts';

/** Milliseconds that drawing rests before it is asked what stands there. */
const askAfter = 400;
/** The same after it could not be told. */
const askAgain = 20_000;

/** What stands under a plan; tops are above the ellipsoid. */
export interface StandingAnswer {
  /** Null: no layer says what stands there. */
  readonly standing: Standing | null;
  /** Names of layers that could not be read. */
  readonly unread: readonly string[];
}

export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function askStanding(key: string, signal: AbortSignal): Promise<StandingAnswer> {
  const boxes = JSON.parse(key) as ReturnType<typeof obstacleBoxes>;
  if (boxes.length === 0) return { standing: null, unread: [] };
  const answer = await call(layerCalls.surface, { boxes }, { signal, toast: false });
  const { known, blocks, labels, unread } = answer;
  return { standing: known ? { blocks: unpackBlocks(bytesOf(blocks)), labels } : null, unread };
}

/** What layers say stands under a plan, from the server that judges it too. Null: not told yet, or nobody is signed in. */
export const useStanding = (plan: RoutePlan): StandingAnswer | null => {
  const [found, setFound] = useState<StandingAnswer | null>(null);
  const key = useMemo(() => JSON.stringify(obstacleBoxes(plan)), [plan]);
  const signedIn = useSession(({ user }) => user !== null);
  useEffect(() => {
    // The page for the field opens without a session, and would only be refused.
    if (!signedIn) {
      setFound(null);
      return undefined;
    }
    const work = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      try {
        const answer = await askStanding(key, work.signal);
        if (!work.signal.aborted) setFound(answer);
      } catch {
        // What stood under it before it was moved says nothing of where it is now.
        if (work.signal.aborted) return;
        setFound(null);
        timer = setTimeout(() => void ask(), askAgain);
      }
    };
    timer = setTimeout(() => void ask(), askAfter);
    return () => {
      clearTimeout(timer);
      work.abort();
    };
  }, [key, signedIn]);
  return found;
};
