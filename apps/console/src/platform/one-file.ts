import type { DragEvent } from 'react';
import { useText } from './text.tsx';
import { showToast } from './toasts.ts';

/** For a place that takes one file: says so when several are let fall on it, of which it takes the first. */
export const useOneFile = (): ((event: DragEvent) => void) => {
  const text = useText();
  return ({ dataTransfer }) => {
    if (dataTransfer.files.length > 1) showToast('error', text('refusal.tooManyFiles', { max: 1 }));
  };
};
