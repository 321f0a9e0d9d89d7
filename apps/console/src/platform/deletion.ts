import { useConfirm } from '@eyrie/ui';
import { useText } from './text.tsx';
import { showToast } from './toasts.ts';

/** Asks before a deletion, naming the thing. Saying no shows 'Cancelled deletion', as operators know it. */
export const useConfirmDeletion = (): ((title: string) => Promise<boolean>) => {
  const confirm = useConfirm();
  const text = useText();
  return async (title) => {
    const agreed = await confirm({ title, verb: text('app.delete'), danger: true });
    if (!agreed) showToast('info', text('app.deletionCancelled'));
    return agreed;
  };
};
