/** What a member chose for layers, by their oids; what is missing is as the organisation has it. */
export interface LayerChoices {
  shown: Readonly<Record<string, boolean>>;
  /** 0 to 1. */
  opacity: Readonly<Record<string, number>>;
  /** From bottom to top. Layers that are not in it lie where the organisation has them. */
  order: string[];
  /** Only layers that need a globe are listed. */
  only3D: boolean;
}

/** Some of the choices anew; the others stay as they are. */
export type LayerChange = { [Name in keyof LayerChoices]?: LayerChoices[Name] | undefined } & {
  /** All that was chosen before is forgotten first. */
  reset?: boolean | undefined;
};

export const noLayerChoices: LayerChoices = { shown: {}, opacity: {}, order: [], only3D: false };

/** The choices after a change. */
export const changedChoices = (before: LayerChoices, change: LayerChange): LayerChoices => {
  const base = change.reset === true ? noLayerChoices : before;
  return {
    shown: { ...base.shown, ...change.shown },
    opacity: { ...base.opacity, ...change.opacity },
    order: change.order ?? base.order,
    only3D: change.only3D ?? base.only3D,
  };
};

/** One change that does what two do, one after the other. */
export const joinedChanges = (first: LayerChange, later: LayerChange): LayerChange => {
  if (later.reset === true) return later;
  return {
    ...first,
    ...later,
    ...(first.reset === true ? { reset: true } : {}),
    ...(first.shown || later.shown ? { shown: { ...first.shown, ...later.shown } } : {}),
    ...(first.opacity || later.opacity ? { opacity: { ...first.opacity, ...later.opacity } } : {}),
  };
};

const ofKnown = <T>(all: Readonly<Record<string, T>>, known: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([oid]) => known.has(oid)));

/** The choices for layers that there are: those for others are left out, so that they never grow beyond the layers. */
export const choicesOfKnown = (
  { shown, opacity, order, only3D }: LayerChoices,
  known: ReadonlySet<string>,
): LayerChoices => ({
  shown: ofKnown(shown, known),
  opacity: ofKnown(opacity, known),
  order: [...new Set(order)].filter((oid) => known.has(oid)),
  only3D,
});

/** Whether anything was chosen. */
export const hasChosen = ({ shown, opacity, order, only3D }: LayerChoices): boolean =>
  only3D || order.length > 0 || Object.keys(shown).length > 0 || Object.keys(opacity).length > 0;
