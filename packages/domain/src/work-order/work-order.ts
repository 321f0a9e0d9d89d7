/** How an order from an alarm stands. */
export const orderStates = ['unassigned', 'ignored', 'toBeClaimed', 'inProcess', 'done', 'rejected'] as const;
export type OrderState = (typeof orderStates)[number];

/** States in which somebody still has to do something. */
export const openOrderStates = [
  'unassigned',
  'toBeClaimed',
  'inProcess',
  'rejected',
] as const satisfies readonly OrderState[];

/** What a person sees on a new picture of the same view. */
export const orderVerdicts = ['repaired', 'notRepaired', 'notVisible'] as const;
export type OrderVerdict = (typeof orderVerdicts)[number];

export const orderMoves = [
  'assign',
  'ignore',
  'restore',
  'claim',
  'complete',
  'reject',
  'reopen',
  'verify',
  'merge',
] as const;
export type OrderMove = (typeof orderMoves)[number];

/** Who may make a move: whoever assigns orders, whoever an order was given to, or whoever claimed it. */
export const orderParts = ['assigner', 'assignee', 'claimer'] as const;
export type OrderPart = (typeof orderParts)[number];

export interface OrderTransition {
  from: OrderState;
  move: OrderMove;
  to: OrderState;
  by: OrderPart;
}

/** Every move that there is. Whatever is not here is refused with the state in which the order stands. */
export const orderTransitions: readonly OrderTransition[] = [
  { from: 'unassigned', move: 'assign', to: 'toBeClaimed', by: 'assigner' },
  { from: 'unassigned', move: 'ignore', to: 'ignored', by: 'assigner' },
  // It is worked on with another one about the same thing, and points to it until it is restored.
  { from: 'unassigned', move: 'merge', to: 'ignored', by: 'assigner' },
  { from: 'ignored', move: 'restore', to: 'unassigned', by: 'assigner' },
  { from: 'toBeClaimed', move: 'claim', to: 'inProcess', by: 'assignee' },
  { from: 'toBeClaimed', move: 'reject', to: 'rejected', by: 'assignee' },
  { from: 'inProcess', move: 'complete', to: 'done', by: 'claimer' },
  { from: 'inProcess', move: 'reject', to: 'rejected', by: 'claimer' },
  { from: 'rejected', move: 'assign', to: 'toBeClaimed', by: 'assigner' },
  { from: 'inProcess', move: 'verify', to: 'done', by: 'claimer' },
  { from: 'done', move: 'verify', to: 'done', by: 'assigner' },
  { from: 'done', move: 'reopen', to: 'toBeClaimed', by: 'assigner' },
];

export const orderTransition = (from: OrderState, move: OrderMove): OrderTransition | undefined =>
  orderTransitions.find((one) => one.from === from && one.move === move);

/** The moves that somebody with these parts may make of an order that stands so. */
export const orderMovesOf = (from: OrderState, parts: ReadonlySet<OrderPart>): OrderMove[] =>
  orderTransitions.filter((one) => one.from === from && parts.has(one.by)).map(({ move }) => move);
