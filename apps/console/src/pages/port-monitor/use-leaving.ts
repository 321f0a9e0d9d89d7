import { useConfirm } from '@eyrie/ui';
import { useAskBeforeLeaving } from '../../platform/leaving.ts';
import { useText } from '../../platform/text.tsx';

/** While this tab controls the dock, going elsewhere asks first, and so does closing the window. */
export const useLeaving = (controls: boolean, dockName: string): void => {
  const text = useText();
  const confirm = useConfirm();
  useAskBeforeLeaving(controls, (signal) =>
    confirm({
      title: text('monitor.leaveTitle', { dock: dockName }),
      content: text('monitor.leaveText'),
      verb: text('monitor.leave'),
      danger: true,
      signal,
    }),
  );
};
