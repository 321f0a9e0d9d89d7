/** Why a step is not done, and what its words need. */
export interface StepFault {
  kind: string;
  values?: Readonly<Record<string, string | number>>;
}

export interface StepStanding {
  state: 'waiting' | 'working' | 'done' | 'failed';
  fault: StepFault | null;
}

/** Thrown by a step that cannot be done. */
export class StepFailed extends Error {
  readonly fault: StepFault;
  constructor(kind: string, values?: StepFault['values']) {
    super(kind);
    this.fault = values ? { kind, values } : { kind };
  }
}

export interface StepPlan<Step extends string> {
  /** Steps that must be done before. */
  needs: readonly Step[];
  run(): Promise<void>;
}

/**
 * Does steps that build on each other, each as soon as those before it are done. A failed one keeps back only those that
 * need it, and can be tried again with them.
 */
export function createStepGraph<Step extends string>(
  plans: Readonly<Record<Step, StepPlan<Step>>>,
  {
    changed,
    faultOf,
  }: {
    changed(standings: Readonly<Record<Step, StepStanding>>): void;
    /** What an error means that is no `StepFailed`. */
    faultOf(error: unknown): StepFault;
  },
) {
  const steps = Object.keys(plans) as Step[];
  const standings = Object.fromEntries(
    steps.map((step) => [step, { state: 'waiting', fault: null }]),
  ) as Record<Step, StepStanding>;
  const running = new Map<Step, Promise<boolean>>();
  /** Rises when a step begins again: what an earlier try says later is not heard. */
  const tries = new Map<Step, number>();

  const set = (step: Step, state: StepStanding['state'], fault: StepFault | null = null): void => {
    standings[step] = { state, fault };
    changed({ ...standings });
  };

  const attempt = async (step: Step, turn: number): Promise<boolean> => {
    const before = await Promise.all(plans[step].needs.map((need) => begin(need)));
    if (tries.get(step) !== turn) return false;
    if (before.includes(false)) {
      set(step, 'waiting', { kind: 'before' });
      return false;
    }
    set(step, 'working');
    try {
      await plans[step].run();
      if (tries.get(step) !== turn) return false;
      set(step, 'done');
      return true;
    } catch (error) {
      if (tries.get(step) === turn)
        set(step, 'failed', error instanceof StepFailed ? error.fault : faultOf(error));
      return false;
    }
  };
  const begin = (step: Step): Promise<boolean> => {
    const under = running.get(step);
    if (under) return under;
    const turn = (tries.get(step) ?? 0) + 1;
    tries.set(step, turn);
    const work = attempt(step, turn);
    running.set(step, work);
    return work;
  };
  /** The step and those that build on it. */
  const builtOn = (step: Step): Set<Step> => {
    const found = new Set([step]);
    for (const one of steps) if (plans[one].needs.some((need) => found.has(need))) found.add(one);
    return found;
  };

  return {
    start: async (): Promise<void> => {
      await Promise.all(steps.map(begin));
    },
    /** Does a step again, and those that build on it. */
    async retry(step: Step): Promise<void> {
      const again = builtOn(step);
      for (const one of again) {
        running.delete(one);
        tries.set(one, (tries.get(one) ?? 0) + 1);
        set(one, 'waiting');
      }
      await Promise.all([...again].map(begin));
    },
    /** Something that was done is lost, or is there again. */
    report(step: Step, fault: StepFault | null): void {
      const { state } = standings[step];
      if (state === 'done' || state === 'failed') set(step, fault ? 'failed' : 'done', fault);
    },
    standings: () => ({ ...standings }),
  };
}
export type StepGraph<Step extends string> = ReturnType<typeof createStepGraph<Step>>;
