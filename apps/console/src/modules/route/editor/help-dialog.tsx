import { Dialog } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { editorKeys } from './keys.ts';
import './help-dialog.css';

/** The keys of the editor. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const text = useText();
  return (
    <Dialog open={open} title={text('planner.help')} onClose={onClose}>
      <p>{text('planner.helpNote')}</p>
      <dl className="planner-keys">
        {editorKeys.map(({ keys, does }) => (
          <div key={does}>
            <dt dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
