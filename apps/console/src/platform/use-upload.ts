import { CallRefused } from '@eyrie/client';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showFailure } from './http.ts';

/** What a call with a file is given, so that it can be cancelled and shows how far it is. */
export interface UploadOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
  toast: false;
}

/**
 * One file at a time on its way to the server; it is cancelled when its form goes.
 * @param changes the answers that are asked for anew afterwards: what was cancelled may have arrived all the same
 */
export const useUpload = (changes: QueryKey) => {
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  /** 0 to 1 while it is on its way; null: nothing is. */
  const [fraction, setFraction] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  /** @returns whether it is there */
  const send = async (work: (options: UploadOptions) => Promise<unknown>): Promise<boolean> => {
    const control = new AbortController();
    running.current = control;
    setFault(null);
    setFraction(0);
    try {
      await work({ signal: control.signal, onProgress: setFraction, toast: false });
      return true;
    } catch (error) {
      if (control.signal.aborted) return false;
      if (error instanceof CallRefused) setFault(error.message);
      else showFailure(error);
      return false;
    } finally {
      setFraction(null);
      void client.invalidateQueries({ queryKey: changes });
    }
  };
  return { fraction, fault, say: setFault, send, cancel: () => running.current?.abort() };
};
