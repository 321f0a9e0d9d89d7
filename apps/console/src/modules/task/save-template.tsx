import {
  taskTemplateCalls,
  taskTemplateFields,
  type TaskArrangement,
  type TaskSchedule,
} from '@eyrie/domain';
import type { ReactNode } from 'react';
import { RecordForm, wordsOf } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';

/** What a template keeps of a task that is being arranged. */
export interface KeptTask {
  /** Null: its flights are started by hand. */
  schedule: TaskSchedule | null;
  arrangement: TaskArrangement;
}

const words = wordsOf(taskTemplateFields);

/** Keeps what is chosen as a template, so that nothing of it is typed again. */
export function SaveTaskTemplate({
  kept: { schedule, arrangement },
  suggested,
  onClose,
}: {
  kept: KeptTask;
  /** A name to begin with. */
  suggested: string;
  onClose: () => void;
}): ReactNode {
  const text = useText();
  return (
    <RecordForm
      form={{
        word: 'taskTemplate',
        saved: 'taskTemplate.saved',
        fields: { ...words, name: { ...words.name, required: true } },
      }}
      title="taskTemplate.save"
      call={taskTemplateCalls.add}
      begun={{ name: suggested }}
      fixed={{ arrangement, ...(schedule ? { schedule } : {}) }}
      before={<p>{text('taskTemplate.saveHint')}</p>}
      onClose={onClose}
    />
  );
}
