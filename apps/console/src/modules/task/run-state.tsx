import type { OccurrenceRecord, OccurrenceState } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import type { PhraseId } from '@eyrie/phrases';
import { useText } from '../../platform/text.tsx';

const looks: Readonly<Record<OccurrenceState, DeviceState>> = {
  planned: 'offline',
  launching: 'working',
  launched: 'live',
  missed: 'alarm',
  skipped: 'attention',
  cancelled: 'attention',
};

export type RunOutcome = Pick<OccurrenceRecord, 'state' | 'reason'> &
  Partial<Pick<OccurrenceRecord, 'standing' | 'choice' | 'chosenBy' | 'choiceUntil'>>;

/** How what became of a run is shown: symbol and word. */
export const runLook = ({
  state,
  reason,
  standing,
  choiceUntil = null,
}: RunOutcome): { state: DeviceState; wordId: PhraseId } => {
  // An order that left is no flight.
  if (reason === 'startUnknown') return { state: 'attention', wordId: 'state.unknown' };
  // It was missed, and somebody wants it all the same.
  if (choiceUntil !== null) return { state: 'working', wordId: 'task.run.waits' };
  // Nothing is wrong with it: it waits as it was arranged to.
  if (state === 'planned' && reason === 'awaitsCondition')
    return { state: 'working', wordId: 'task.run.awaits' };
  if (state === 'planned' && (reason !== null || standing === 'blocked'))
    return { state: 'attention', wordId: 'task.run.atRisk' };
  return { state: looks[state], wordId: `task.run.${state}` };
};

export function RunState({ run }: { run: RunOutcome }): ReactNode {
  const text = useText();
  const { state, wordId } = runLook(run);
  const { choice = null, chosenBy } = run;
  return (
    <>
      <StateSymbol state={state} heading={90} word={text(wordId)} />
      {choice === null ? null : (
        <small className="task-run-choice">
          {text('task.chosen', { choice: text(`task.choice.${choice}`), name: chosenBy ?? '' })}
        </small>
      )}
    </>
  );
}

const nothingStates: ReadonlySet<OccurrenceState> = new Set(['skipped', 'cancelled']);
/** Nothing flew, and nothing will; of what was missed a person chooses that first. */
export const cameToNothing = ({ state, choice }: Pick<OccurrenceRecord, 'state' | 'choice'>): boolean =>
  nothingStates.has(state) || (state === 'missed' && choice === 'leave');

type Chosen = Pick<OccurrenceRecord, 'state' | 'choice'>;
/** It was missed, and nobody has chosen what becomes of it. */
export const isChoosable = ({ state, choice }: Chosen): boolean => state === 'missed' && choice === null;
/** What was chosen for it can be taken back. */
export const isWithdrawable = ({ state, choice }: Chosen): boolean => state === 'missed' && choice !== null;

type Restorable = Pick<OccurrenceRecord, 'state' | 'reason' | 'movedTo'>;
/** It may still come as its schedule says: it was moved, or a person cancelled it alone. */
export const isRestorable = ({ state, reason, movedTo }: Restorable): boolean =>
  state === 'planned' ? movedTo !== null : state === 'cancelled' && reason === 'runCancelled';

/** Where a run and all later ones are changed. */
export const laterAddress = ({ taskOID, wall }: { taskOID: string; wall: string }): string =>
  `/FlyArrange?task=${taskOID}&later=${wall}`;

/** Where a flight is arranged in place of a run that came to nothing. */
export const arrangeAgainAddress = (run: { taskOID: string; routeOID: string; dockOID: string }): string =>
  `/FlyArrange?route=${run.routeOID}&dock=${run.dockOID}&taskOID=${run.taskOID}`;
