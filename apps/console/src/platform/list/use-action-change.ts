import { useConfirm } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../http.ts';
import { useText } from '../text.tsx';
import { showToast } from '../toasts.ts';
import type { ActionChange, ListRoom, ListTools } from './room.ts';
import { renewList } from './use-list.ts';

/** Makes the change of an action, after asking where it is asked about; a refusal has raised its toast. */
export const useActionChange = (
  room: Pick<ListRoom, 'word' | 'also'>,
  onGone: (oids: readonly string[]) => void,
): ListTools<never>['change'] => {
  const text = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ call: declaration, request }: ActionChange) => call(declaration, request as object),
    onSuccess: (answer, { done, gone, after }) => {
      if (gone) onGone(gone);
      if (done) showToast('success', typeof done === 'string' ? text(done) : text(...done));
      after?.(answer);
    },
    // After a refusal too: what somebody else changed meanwhile is then in sight.
    onSettled: (_answer, error, { gone }) => void renewList(client, room, error ? [] : gone),
  });
  const askAndMake = async (change: ActionChange): Promise<void> => {
    if (!change.ask || (await confirm({ danger: true, ...change.ask }))) mutate(change);
  };
  return (change) => void askAndMake(change);
};
