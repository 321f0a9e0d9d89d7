import type { CallRefused } from '@eyrie/client';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from './text.tsx';
import { heldIn } from './refused.ts';
import './refused-dialog.css';

export interface RefusedDialogProps {
  /** What was refused. */
  what: 'deletion' | 'editing';
  error: CallRefused;
  onClose: () => void;
}

/** Says that a deletion or a change is not allowed and why, and leads to what stands in the way. */
export function RefusedDialog({ what, error, onClose }: RefusedDialogProps): ReactNode {
  const text = useText();
  const held = heldIn(error.data);
  return (
    <Dialog
      open
      alert
      title={text(what === 'deletion' ? 'app.deletionNotAllowed' : 'app.editingNotAllowed')}
      onClose={onClose}
      footer={
        <Button type="primary" data-autofocus onClick={onClose}>
          {text('app.iKnow')}
        </Button>
      }
    >
      <p>{error.message}</p>
      {held.length > 0 ? (
        <ul className="refused-things">
          {held.map(({ oid, name, link }) => (
            <li key={oid}>
              {link ? (
                <a href={link} onClick={onClose}>
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <bdi>{name}</bdi>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}
