import { routeCalls, type PlanDetail } from '@eyrie/domain';
import { planChanges } from '@eyrie/planner';
import { Dialog } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../../platform/http.ts';
import { useText } from '../../../platform/text.tsx';
import type { Editor } from './use-editor.ts';
import type { Saving } from './use-save.ts';
import { useChangeWords } from './version-words.ts';

interface ConflictProps {
  editor: Editor;
  saving: Saving;
  conflict: PlanDetail;
  /** What is drawn here goes, and the saved one is opened. */
  onReload: () => void;
}

/** Somebody else saved meanwhile: what they changed and what is changed here; nothing is lost unless that is chosen. */
export function ConflictDialog({ editor, saving, conflict, onReload }: ConflictProps): ReactNode {
  const text = useText();
  const words = useChangeWords();
  const { oid, number, plan } = conflict;
  const last = useQuery({
    queryKey: ['route', 'versions', oid, 'last', number],
    queryFn: ({ signal }) =>
      call(routeCalls.versions, { oid, pageNum: 1, pageSize: 1 }, { signal, toast: false }),
  });
  const name = last.data?.list[0]?.createdBy ?? '–';
  const theirs = planChanges(editor.start.plan, plan);
  const mine = planChanges(editor.start.plan, editor.plan);
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
      <p>{text('planner.conflict.text', { name, number })}</p>
      <ul>
        {theirs.map((change) => (
          <li key={JSON.stringify(change)}>{words(change)}</li>
        ))}
      </ul>
      <p>{text('planner.conflict.mine')}</p>
      <ul>
        {mine.map((change) => (
          <li key={JSON.stringify(change)}>{words(change)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
