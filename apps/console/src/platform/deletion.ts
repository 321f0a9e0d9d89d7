import { useConfirm } from '@eyrie/ui';
import type { UseMutationResult } from '@tanstack/react-query';
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

export interface DeletionTexts {
  /** The question, naming the thing. */
  title: string;
  /** Called when it is gone. */
  done: string;
  /** Takes it back, where the room archives. */
  undo?: () => void;
}

/** Deletes things by the given call after asking. A refusal has raised its toast. */
export const useDeletion = (
  remove: Pick<UseMutationResult<unknown, Error, string[]>, 'mutate'>,
  onRemoved?: (oids: readonly string[]) => void,
): ((oids: string[], texts: DeletionTexts) => Promise<void>) => {
  const confirmDeletion = useConfirmDeletion();
  const text = useText();
  return async (oids, { title, done, undo }) => {
    if (!(await confirmDeletion(title))) return;
    remove.mutate(oids, {
      onSuccess: () => {
        showToast('success', done, undo && { label: text('list.undo'), run: undo });
        onRemoved?.(oids);
      },
    });
  };
};
