import { useConfirm } from '@eyrie/ui';
import { useAskBeforeLeaving } from '../../../platform/leaving.ts';
import { useText } from '../../../platform/text.tsx';
import type { Editor } from './use-editor.ts';

/** Asks before what is not saved is lost; who agrees lets the draft go as well. Returns the way back. */
export const useLeaveGuard = (editor: Editor, onBack: () => void): (() => void) => {
  const text = useText();
  const confirm = useConfirm();
  const ask = async (): Promise<boolean> => {
    const agreed = await confirm({
      title: text('app.discardTitle'),
      verb: text('app.discard'),
      danger: true,
    });
    if (agreed) await editor.dropDraft();
    return agreed;
  };
  useAskBeforeLeaving(editor.unsaved, ask);
  return () => {
    if (!editor.unsaved) onBack();
    else
      void ask().then((agreed) => {
        if (agreed) onBack();
      });
  };
};
