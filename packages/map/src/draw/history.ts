/** What was drawn, step by step: one gesture is one step, however many moves it had. */
export interface DrawHistory<Shape> {
  readonly now: Shape;
  readonly past: readonly Shape[];
  readonly future: readonly Shape[];
}

/** Steps that can be taken back. */
export const drawSteps = 200;

export const startHistory = <Shape>(now: Shape): DrawHistory<Shape> => ({ now, past: [], future: [] });

/** Another shape; what was undone before is gone. */
export const stepTo = <Shape>({ now, past }: DrawHistory<Shape>, next: Shape): DrawHistory<Shape> => ({
  now: next,
  past: [...past, now].slice(-drawSteps),
  future: [],
});

/** One step back; at the first one nothing changes. */
export const undo = <Shape>(history: DrawHistory<Shape>): DrawHistory<Shape> => {
  const { now, past, future } = history;
  const before = past.at(-1);
  return before === undefined ? history : { now: before, past: past.slice(0, -1), future: [now, ...future] };
};

/** One step forward again; at the last one nothing changes. */
export const redo = <Shape>(history: DrawHistory<Shape>): DrawHistory<Shape> => {
  const { now, past, future } = history;
  const [next, ...rest] = future;
  return next === undefined ? history : { now: next, past: [...past, now], future: rest };
};
