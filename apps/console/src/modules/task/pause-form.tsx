import { taskCalls, type TaskRecord } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { RecordForm } from '../../platform/list/index.ts';

/** Asks why a task is paused. */
export function PauseForm({ task, onClose }: { task: TaskRecord; onClose: () => void }): ReactNode {
  return (
    <RecordForm
      form={{
        word: 'task',
        saved: 'task.pausedNow',
        fields: { reason: { label: 'task.pauseReason', hint: 'task.pauseHint', required: true, lines: 2 } },
      }}
      title={['task.pauseTitle', { name: task.name }]}
      verb="task.pause"
      call={taskCalls.pauseTask}
      fixed={{ oid: task.oid }}
      onClose={onClose}
    />
  );
}
