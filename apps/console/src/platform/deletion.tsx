import type { CallRefused, CallRequest } from '@eyrie/client';
import type { CallDeclaration } from '@eyrie/domain';
import { useConfirm, type Question } from '@eyrie/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { goneRecords } from './gone-records.ts';
import { call, showFailure } from './http.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { insteadFor, isHeldBack } from './refused.ts';
import { consequenceOf, runDeletion } from './run-deletion.ts';
import { useText } from './text.tsx';
import { showToast } from './toasts.ts';

type Instead = { label: string; run: () => void };
interface Held {
  error: CallRefused | null;
  instead?: Instead | undefined;
}
const useHeld = create<Held>(() => ({ error: null }));

/** Shows why the last deletion is not allowed. Stands once in the shell, so that no room can forget it. */
export function DeletionRefused(): ReactNode {
  const { error, instead } = useHeld();
  const close = (): void => useHeld.setState({ error: null, instead: undefined });
  const then = instead && {
    label: instead.label,
    run: () => {
      close();
      instead.run();
    },
  };
  return error ? <RefusedDialog what="deletion" error={error} instead={then} onClose={close} /> : null;
}

export interface AskedDeletion extends Pick<Question, 'content' | 'verb'> {
  /** The question, naming the thing. */
  title: string;
  /** Said when it is gone. */
  done: string;
  /** Takes it back, where the room archives. */
  undo?: () => void;
  /** Once it is gone. */
  onDeleted?: () => void;
  /** Offered where it is refused because something still needs the record. */
  instead?: Instead;
  /** True: the room shows this refusal in a dialog of its own. */
  onHeld?: (error: unknown) => boolean;
}

export interface DeletionOptions<Call extends CallDeclaration> {
  /** What is sent, where the call takes no `oids`. */
  request?: (oids: readonly string[]) => CallRequest<Call>;
  /** After every answer, a refusal too: what somebody else changed meanwhile is then asked for again. */
  onAnswer?: (oids: readonly string[]) => unknown;
}

/**
 * Deletes records by a declared call after asking. Saying no shows 'Cancelled deletion', as operators know it; a refusal
 * because of the record itself shows what holds it in a dialog; any other failure raises its toast.
 */
export const useDeletion = <Call extends CallDeclaration>(
  declaration: Call | undefined,
  { request, onAnswer }: DeletionOptions<Call> = {},
): { remove: (oids: readonly string[], asked: AskedDeletion) => Promise<void>; busy: boolean } => {
  const confirm = useConfirm();
  const text = useText();
  const { mutateAsync, isPending } = useMutation({
    onMutate: goneRecords.mark,
    onError: (_error, oids) => goneRecords.unmark(oids),
    mutationFn: async (oids: readonly string[]) => {
      if (declaration)
        await call(declaration, (request?.(oids) ?? { oids }) as CallRequest<Call>, { toast: false });
    },
    onSettled: (_answer, _error, oids) => void onAnswer?.(oids),
  });
  const remove = (oids: readonly string[], asked: AskedDeletion): Promise<void> => {
    const { title, content, verb, done, undo, instead, onDeleted, onHeld } = asked;
    return runDeletion({
      ask: () =>
        confirm({
          title,
          content: content ?? text(consequenceOf(undo)),
          verb: verb ?? text('app.delete'),
          danger: true,
        }),
      send: () => mutateAsync(oids),
      cancelled: () => showToast('info', text('app.deletionCancelled')),
      deleted: () => {
        showToast('success', done, undo && { label: text('list.undo'), run: undo });
        onDeleted?.();
      },
      isHeld: isHeldBack,
      held: (error) => {
        if (onHeld?.(error)) return;
        const refused = error as CallRefused;
        useHeld.setState({ error: refused, instead: insteadFor(refused, instead) });
      },
      failed: showFailure,
    });
  };
  return { remove, busy: isPending };
};
