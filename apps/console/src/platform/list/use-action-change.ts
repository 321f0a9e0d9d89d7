import { useConfirm } from '@eyrie/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../http.ts';
import { useText } from '../text.tsx';
import { showToast } from '../toasts.ts';
import type { ActionChange } from './room.ts';

/** Makes the change of an action, after asking where it is asked about; a refusal has raised its toast. */
export const useActionChange = (word: string): ((change: ActionChange) => void) => {
  const text = useText();
  const confirm = useConfirm();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ call: declaration, request }: ActionChange) => call(declaration, request),
    onSuccess: (_, { done }) => showToast('success', text(done)),
    // After a refusal too: what somebody else changed meanwhile is then in sight.
    onSettled: () => client.invalidateQueries({ queryKey: [word] }),
  });
  const askAndMake = async (change: ActionChange): Promise<void> => {
    if (!change.ask || (await confirm({ ...change.ask, danger: true }))) mutate(change);
  };
  return (change) => void askAndMake(change);
};
