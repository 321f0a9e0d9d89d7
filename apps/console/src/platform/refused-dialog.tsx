import type { CallRefused } from '@eyrie/client';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useMessages } from './language.ts';
import { useText } from './text.tsx';
import { heldIn, holderPhrase, type HeldRecord } from './refused.ts';
import './refused-dialog.css';

export interface RefusedDialogProps {
  /** What was refused. */
  what: 'deletion' | 'editing';
  error: CallRefused;
  /** What may be done in place of it, such as to retire what may not be deleted. */
  instead?: { label: string; run: () => void } | undefined;
  onClose: () => void;
}

/** What holds a record: so many of what; its own name alone where that is not known. */
const useHolder = (): ((held: HeldRecord) => string) => {
  const text = useText();
  const messages = useMessages();
  return (held) => {
    const { name, count } = held;
    const id = holderPhrase(held, (one) => one in messages);
    return id === null
      ? name
      : text('app.heldBy', { name, holder: text(id as 'app.held.flight', { count }) });
  };
};

/** Says that a deletion or a change is not allowed and why, and leads to what stands in the way. */
export function RefusedDialog({ what, error, instead, onClose }: RefusedDialogProps): ReactNode {
  const text = useText();
  const holder = useHolder();
  const held = heldIn(error.data);
  return (
    <Dialog
      open
      alert
      title={text(what === 'deletion' ? 'app.deletionNotAllowed' : 'app.editingNotAllowed')}
      onClose={onClose}
      footer={
        <>
          {instead ? <Button onClick={instead.run}>{instead.label}</Button> : null}
          <Button type="primary" data-autofocus onClick={onClose}>
            {text('app.iKnow')}
          </Button>
        </>
      }
    >
      <p>{error.message}</p>
      {held.length > 0 ? (
        <ul className="refused-things">
          {held.map((one) => (
            <li key={`${one.oid} ${one.kind}`}>
              {one.link ? (
                <a href={one.link} onClick={onClose}>
                  <bdi>{holder(one)}</bdi>
                </a>
              ) : (
                <bdi>{holder(one)}</bdi>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}
