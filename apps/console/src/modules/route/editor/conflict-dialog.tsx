import type { PlanChange } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import type { Conflict } from './conflict.ts';
import type { Editor } from './use-editor.ts';
import type { Saving } from './use-save.ts';
import { useChangeWords } from './version-words.ts';

interface ConflictProps {
  editor: Editor;
  saving: Saving;
  conflict: Conflict;
  /** What is drawn here goes, and the saved one is opened. */
  onReload: () => void;
}

function Changes({ changes }: { changes: readonly PlanChange[] }): ReactNode {
  const text = useText();
  const words = useChangeWords();
  return (
    <ul>
      {changes.length === 0 ? <li>{text('planner.conflict.none')}</li> : null}
      {changes.map((change) => (
        <li key={JSON.stringify(change)}>{words(change)}</li>
      ))}
    </ul>
  );
}

/** Somebody else saved meanwhile: what they changed and what is changed here; nothing is lost unless that is chosen. */
export function ConflictDialog({ editor, saving, conflict, onReload }: ConflictProps): ReactNode {
  const text = useText();
  const { number, theirs, mine } = conflict;
  const by = conflict.by.join(text('monitor.listComma'));
  return (
    <Dialog
      open
      alert
      title={text('planner.conflict')}
      onClose={saving.closeConflict}
      footer={
        <>
          <Button onClick={saving.closeConflict}>{text('app.keepEditing')}</Button>
          <Button danger onClick={onReload}>
            {text('planner.conflict.reload')}
          </Button>
          <Button
            type="primary"
            loading={saving.busy}
            onClick={() =>
              saving.saveCopy(text('planner.copyName', { name: editor.name.trim() }).slice(0, 64))
            }
          >
            {text('planner.conflict.copy')}
          </Button>
        </>
      }
    >
      <p>
        {number === null
          ? text('planner.conflict.changed', { name: by })
          : text('planner.conflict.text', { name: by, number })}
      </p>
      <Changes changes={theirs} />
      <p>{text('planner.conflict.mine')}</p>
      <Changes changes={mine} />
    </Dialog>
  );
}
