import { CallRefused } from '@eyrie/client';
import type { RefusalReason } from '@eyrie/domain';
import { useState } from 'react';
import { showFailure } from './http.ts';

/**
 * A refusal that is told in the form, beside what caused it: of the reasons named, or any when none is. Every other
 * failure raises its toast.
 */
export const useRefusal = (...reasons: readonly RefusalReason[]) => {
  const [refusal, setRefusal] = useState<string | null>(null);
  const belongs = ({ reason }: CallRefused): boolean =>
    reasons.length === 0 || reasons.some((one) => one === reason);
  return {
    /** The server's words; null: nothing was refused. */
    refusal,
    /** For `onError` of the call. */
    report: (error: unknown): void => {
      if (error instanceof CallRefused && belongs(error)) setRefusal(error.message);
      else showFailure(error);
    },
    /** Before the next try. */
    forget: (): void => setRefusal(null),
  };
};
