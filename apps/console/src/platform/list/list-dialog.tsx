import { Dialog } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useText } from '../text.tsx';
import type { ListDialog, ListTools } from './room.ts';
import { useDrawer } from './use-drawer.ts';

/** Shows one dialog at a time, until it closes itself or is closed. */
export const useListDialog = (): [show: (shown: ListDialog) => void, dialog: ReactNode] => {
  const text = useText();
  const [shown, setShown] = useState<ListDialog | null>(null);
  const close = (): void => setShown(null);
  if (!shown) return [setShown, null];
  const { bare, title, width, content } = shown;
  const dialog = bare ? (
    content(close)
  ) : (
    <Dialog open title={text(title)} {...(width ? { width } : {})} onClose={close}>
      {content(close)}
    </Dialog>
  );
  return [setShown, dialog];
};

/** For a page that shows first steps outside its list. */
export const useBeginTools = (): [tools: Pick<ListTools<never>, 'open' | 'dialog'>, dialog: ReactNode] => {
  const drawer = useDrawer();
  const [dialog, shown] = useListDialog();
  return [{ open: drawer.show, dialog }, shown];
};
