import { CallRefused } from '@eyrie/client';
import { isSingle, type TaskRecord, type TaskSchedule } from '@eyrie/domain';
import { useConfirm } from '@eyrie/ui';
import { useTaskEdit, useTaskLater, type NewTask, type TaskChange } from '../../modules/task/index.ts';
import { useText } from '../../platform/text.tsx';

type Timing = Omit<NewTask, 'schedule' | 'arrangement'> &
  Pick<TaskChange, 'dropExceptions'> & {
    schedule: TaskSchedule;
    arrangement: NonNullable<NewTask['arrangement']>;
  };
interface Outcome {
  onSuccess: (saved: TaskRecord) => void;
  onError: (error: unknown) => void;
}

/**
 * Saves a changed task; where single runs that were moved or cancelled would be lost by it, that is asked before.
 * @param later the run from which on it is changed; null: all of it
 */
export const useTaskSave = (later: string | null) => {
  const editTask = useTaskEdit();
  const changeLater = useTaskLater();
  const confirm = useConfirm();
  const text = useText();

  const save = (task: Pick<TaskRecord, 'oid' | 'version'>, timing: Timing, outcome: Outcome): void => {
    const onError = (error: unknown): void => {
      if (!(error instanceof CallRefused && error.reason === 'exceptionsLost')) return outcome.onError(error);
      const question = {
        title: text('task.exceptionsTitle'),
        content: error.message,
        verb: text('task.dropExceptions'),
        danger: true,
      };
      void confirm(question).then((agreed) => {
        if (agreed) save(task, { ...timing, dropExceptions: true }, outcome);
      });
    };
    const { oid, version } = task;
    const read = version === undefined ? {} : { version };
    const { schedule, arrangement, type: _type, ...named } = timing;
    if (later !== null && !isSingle(schedule))
      changeLater.mutate(
        { oid, wall: later, ...read, ...named, schedule, arrangement },
        { ...outcome, onError },
      );
    else editTask.mutate({ oid, ...read, ...timing }, { ...outcome, onError });
  };
  return { save, isPending: editTask.isPending || changeLater.isPending };
};
