import type { SeveralOutcomes } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

/** What became of each of several tasks: how many were changed, and why the others were not. */
export function SeveralOutcomesDialog({
  pauses,
  answer: { list, total },
  onClose,
}: {
  pauses: boolean;
  answer: SeveralOutcomes;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const refused = list.filter(({ outcome }) => outcome === 'refused');
  const done = list.length - refused.length;
  const left = total - list.filter(({ name }) => name !== null).length;
  return (
    <Dialog
      open
      title={text(pauses ? 'task.pauseSeveral' : 'task.resumeSeveral')}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('app.close')}
        </Button>
      }
    >
      <div className="task-several" role="status">
        {list.length === 0 ? <p>{text('task.several.nothing')}</p> : null}
        {list.length > 0 ? (
          <p>{text(pauses ? 'task.several.pausedCount' : 'task.several.resumedCount', { count: done })}</p>
        ) : null}
        {refused.length > 0 ? (
          <>
            <p>{text('task.several.refusedCount', { count: refused.length })}</p>
            <ul>
              {refused.map(({ oid, name, message }) => (
                <li key={oid}>
                  <bdi>{name ?? text('task.several.unknown')}</bdi> · {message}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {left > 0 ? <p>{text('task.several.left', { count: left })}</p> : null}
      </div>
    </Dialog>
  );
}
