import { connectionSteps, unrecorded, type ConnectionNeed, type ConnectionStepRecord } from '@eyrie/domain';

export const stages = ['needs', 'access', 'ladder', 'flight'] as const;
export type WizardStage = (typeof stages)[number];

interface Way {
  bound: boolean;
  watched: boolean;
  codeExpiresAt: number | null;
  steps: readonly Pick<ConnectionStepRecord, 'step' | 'outcome'>[];
}

const didStep = ({ steps }: Way, step: ConnectionStepRecord['step']): boolean =>
  steps.some((one) => one.step === step && one.outcome === 'done');

/** It has come all the way: nothing failed, and nothing is still to come. */
const arrived = (way: Way): boolean =>
  connectionSteps.every((step) => {
    const known = way.steps.find((one) => one.step === step);
    return known ? known.outcome !== 'failed' : unrecorded(step, way.steps, way.watched) === 'unseen';
  });

/**
 * What has to be done at a dock that signs in and whose messages are not used, for it is not bound. `code`: it has a
 * code that is still good. `newCode`: it needs another first. Null: nothing of that kind.
 */
export const bindingWanted = (way: Way, now: number): 'code' | 'newCode' | null => {
  if (way.bound || !didStep(way, 'connect')) return null;
  return way.codeExpiresAt !== null && way.codeExpiresAt > now ? 'code' : 'newCode';
};

/** How a step of the wizard is marked; ticked is only what is done, whichever step stands open. */
export const stageMark = (
  stage: WizardStage,
  open: WizardStage,
  { needs, way }: { needs: readonly Pick<ConnectionNeed, 'state'>[] | undefined; way: Way | undefined },
): 'process' | 'finish' | 'wait' | 'error' => {
  const missing = stage === 'needs' && needs?.some(({ state }) => state === 'missing');
  if (missing) return 'error';
  if (stage === open) return 'process';
  if (stage === 'needs') return needs ? 'finish' : 'wait';
  if (stage === 'access') return way && (way.bound || didStep(way, 'connect')) ? 'finish' : 'wait';
  if (stage === 'ladder') return way && arrived(way) ? 'finish' : 'wait';
  return 'wait';
};
