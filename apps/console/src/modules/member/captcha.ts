import { pageLimits, type sessionCalls, type ResponseOf } from '@eyrie/domain';
import { useCallback, useEffect, useState } from 'react';
import { callFirst } from '../../platform/http.ts';

export type Captcha = ResponseOf<typeof sessionCalls.createCaptcha>;

export interface CaptchaState {
  captcha: Captcha | null;
  /** Fetches another picture; the one before is worthless from then on. */
  renew: () => void;
}

/** The picture to read before a sign-in, renewed before it runs out. Nothing is fetched while not `due`. */
export const useCaptcha = (due: boolean): CaptchaState => {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [round, setRound] = useState(0);
  const renew = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    if (!due) return undefined;
    const leaving = new AbortController();
    callFirst('sessionCalls', 'createCaptcha', {}, { signal: leaving.signal }).then(setCaptcha, () =>
      setCaptcha(null),
    );
    const timer = setTimeout(renew, pageLimits.captcha.life - 10_000);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [due, round, renew]);
  return { captcha, renew };
};
