import type { SessionRecord } from '@eyrie/domain';
import { useConfirm } from '@eyrie/ui';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useSessionEnd } from './session.queries.ts';

/** Asks, naming member and device, and ends the session. */
export const useSessionEnding = (): ((session: SessionRecord) => Promise<void>) => {
  const text = useText();
  const confirm = useConfirm();
  const end = useSessionEnd();
  return async ({ oid, name, device }) => {
    const title = text('session.endTitle', { name, device: device ?? text('session.unknownDevice') });
    if (!(await confirm({ title, verb: text('session.end'), danger: true }))) return;
    end.mutate([oid], { onSuccess: () => showToast('success', text('session.ended')) });
  };
};
