import { missedChoices } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import { useId, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { comesAt, type ChangedRun } from './run-change.tsx';
import { useRunChoice } from './task.queries.ts';
import './task.css';

/** Asks what becomes of a run that was missed; each choice says what it leads to. */
export function ChooseRun({ run, onClose }: { run: ChangedRun; onClose: () => void }): ReactNode {
  const text = useText();
  const id = useId();
  const { mutate, isPending, variables } = useRunChoice();
  const { taskOID: oid, wall, taskName: name } = run;
  const time = comesAt(run).replace('T', ' ');
  const choose = (choice: (typeof missedChoices)[number]): void =>
    mutate(
      { oid, wall, choice },
      {
        onSuccess: () =>
          showToast('success', text('task.chosenNow', { choice: text(`task.choice.${choice}`) })),
        onError: showFailure,
        // Also where somebody was quicker: what they chose stands in the list.
        onSettled: onClose,
      },
    );
  return (
    <Dialog
      open
      title={text('task.chooseTitle', { name, time })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('app.cancel')}</Button>}
    >
      <p>{text('task.chooseHint')}</p>
      <ul className="task-choices ey-list ey-grid ey-gap-12">
        {missedChoices.map((choice) => (
          <li key={choice}>
            <Button
              type={choice === 'now' ? 'primary' : 'default'}
              aria-describedby={`${id}${choice}`}
              loading={isPending && variables.choice === choice}
              disabled={isPending}
              onClick={() => choose(choice)}
            >
              {text(`task.choice.${choice}`)}
            </Button>
            <small id={`${id}${choice}`}>{text(`task.choiceHint.${choice}`)}</small>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
