import { useEffect, useState } from 'react';
import { useLanguage } from '../../platform/language.ts';
import { signIn, type Attempt, type Failed } from './sign-in.ts';

/** Seconds that are left of a wait, counting down. By a clock, because a page in the background is woken less often. */
const useCountdown = (): [number, (seconds: number) => void] => {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((end - now) / 1_000));
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setNow(performance.now()), 1_000);
    return () => clearTimeout(timer);
  }, [left, now]);
  const begin = (seconds: number): void => {
    const start = performance.now();
    setNow(start);
    setEnd(start + seconds * 1_000);
  };
  return [left, begin];
};

export interface SignInState {
  failed: Failed | null;
  busy: boolean;
  /** Seconds until another try is taken. */
  wait: number;
  captchaDue: boolean;
  totpDue: boolean;
  /** True when that opened the session. */
  submit: (attempt: Attempt) => Promise<boolean>;
}

/** Tries to sign in, and what became of it. */
export const useSignIn = (): SignInState => {
  const language = useLanguage((state) => state.language);
  const [failed, setFailed] = useState<(Failed & { language: string }) | null>(null);
  const [busy, setBusy] = useState(false);
  const [captchaDue, setCaptchaDue] = useState(false);
  const [totpDue, setTotpDue] = useState(false);
  const [wait, setWait] = useCountdown();
  const submit = async (attempt: Attempt): Promise<boolean> => {
    setBusy(true);
    setFailed(null);
    const failure = await signIn(attempt);
    setBusy(false);
    if (failure === null) return true;
    setFailed({ ...failure, language });
    setWait(failure.wait);
    setCaptchaDue(captchaDue || failure.captchaDue);
    setTotpDue(totpDue || failure.totpDue);
    return false;
  };
  // The server's words are gone with the language they came in.
  const outdated = failed !== null && 'text' in failed.shown && failed.language !== language;
  return { failed: outdated ? null : failed, busy, wait, captchaDue, totpDue, submit };
};
